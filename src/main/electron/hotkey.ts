import { app, globalShortcut, powerMonitor, systemPreferences } from 'electron'
import type { Clock } from '../../shared/lib/clock'
import { desktopFacts } from '../hotkeys/hotkey-plan'
import { takeHotkey } from '../hotkeys/hotkey-service'
import { loadUiohookKeys } from '../hotkeys/uiohook-keys'
import type { Disposable, HotkeyListener } from '../platform'

/** Takes the talk key on this desktop, and tells when the user goes away from it. */
export async function listenToHotkey(
  operatingSystem: 'linux' | 'darwin' | 'win32',
  clock: Clock,
  report: (what: string, detail: unknown) => void,
  listener: HotkeyListener,
): Promise<Disposable> {
  await app.whenReady()
  const trusted = operatingSystem !== 'darwin' || systemPreferences.isTrustedAccessibilityClient(false)
  const hotkey = await takeHotkey(
    {
      facts: desktopFacts(operatingSystem, process.env, trusted),
      loadHook: loadUiohookKeys,
      shortcuts: {
        register: (shortcut, onPress) => globalShortcut.register(shortcut, onPress),
        unregister: (shortcut) => globalShortcut.unregister(shortcut),
      },
      clock,
      report,
    },
    listener,
  )
  const away = (): void => listener.away()
  powerMonitor.on('suspend', away)
  powerMonitor.on('lock-screen', away)
  return {
    dispose() {
      hotkey.dispose()
      powerMonitor.off('suspend', away)
      powerMonitor.off('lock-screen', away)
    },
  }
}
