import { randomBytes } from 'node:crypto'
import { app, globalShortcut, powerMonitor, systemPreferences } from 'electron'
import type { Hotkeys } from '../../../shared/hotkeys/shortcut'
import type { Clock } from '../../../shared/lib/clock'
import { desktopFacts } from '../hotkeys/hotkey-plan'
import { takeHotkeys } from '../hotkeys/hotkey-service'
import { createShortcutPortal } from '../hotkeys/shortcut-portal'
import { loadUiohookKeys } from '../hotkeys/uiohook-keys'
import type { HeldHotkeys, HotkeyListener } from '../platform'

/** Registers the keys on this desktop, and reports when the user leaves and when the machine wakes. */
export async function listenToHotkey(
  operatingSystem: 'linux' | 'darwin' | 'win32',
  clock: Clock,
  report: (what: string, detail: unknown) => void,
  listener: HotkeyListener,
  hotkeys: Hotkeys,
): Promise<HeldHotkeys> {
  await app.whenReady()
  const trusted = operatingSystem !== 'darwin' || systemPreferences.isTrustedAccessibilityClient(false)
  const held = await takeHotkeys(
    {
      operatingSystem,
      portal: createShortcutPortal({
        environment: process.env,
        clock,
        newToken: () => `parley${randomBytes(12).toString('hex')}`,
        locale: () => app.getSystemLocale(),
        report,
      }),
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
    hotkeys,
  )
  const away = (): void => listener.away()
  const woke = (): void => listener.woke()
  powerMonitor.on('suspend', away).on('lock-screen', away).on('resume', woke)
  return {
    ...held,
    dispose() {
      held.dispose()
      powerMonitor.off('suspend', away).off('lock-screen', away).off('resume', woke)
    },
  }
}
