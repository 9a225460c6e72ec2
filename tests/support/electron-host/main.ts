import { join } from 'node:path'
import { systemClock } from '../../../src/main/lib/system-clock'
import { electronPlatform } from '../../../src/main/platform/electron/platform'
import type { HeldHotkeys, HotkeyListener, Platform } from '../../../src/main/platform/platform'
import { defaultHotkeys } from '../../../src/shared/hotkeys/shortcut'
import { type PermissionAnswers, permissionAnswers } from './permission-answers'

/** What a test can reach from outside: the host, its calls, and the talk key's events. */
export interface ElectronHostProbe {
  readonly platform: Platform
  readonly calls: { name: string; payload: unknown }[]
  readonly hotkey: string[]
  readonly reports: string[]
  visibilityChanges: number
  keys: HeldHotkeys | null
  /** what lets the page open a microphone */
  microphone: { dispose(): void } | null
  permissionAnswers(): PermissionAnswers
}

declare global {
  var hostProbe: ElectronHostProbe | undefined
}

// the real host with the smallest possible app: it answers every call with its own request
const folder = import.meta.dirname
const reports: string[] = []
const platform = electronPlatform({
  rendererFolder: join(folder, 'renderer'),
  preloadFile: join(folder, 'preload.cjs'),
  fixturesFolder: folder,
  trayFolder: join(process.cwd(), 'resources', 'tray'),
  clock: systemClock,
  report: (what, detail) => reports.push(`${what}: ${String(detail)}`),
})

if (platform) {
  const probe: ElectronHostProbe = {
    platform,
    calls: [],
    hotkey: [],
    reports,
    visibilityChanges: 0,
    keys: null,
    microphone: null,
    permissionAnswers,
  }
  globalThis.hostProbe = probe
  probe.microphone = platform.permit('microphone')
  platform.onVisibilityChange(() => {
    probe.visibilityChanges++
  })
  platform.desktop?.onLaunch(() => undefined)
  void platform.serve(async (name, payload) => {
    probe.calls.push({ name, payload })
    return { ok: true, value: payload }
  })
  const listener: HotkeyListener = {
    press: () => probe.hotkey.push('press'),
    release: () => probe.hotkey.push('release'),
    toggle: () => probe.hotkey.push('toggle'),
    cancel: () => probe.hotkey.push('cancel'),
    away: () => probe.hotkey.push('away'),
    woke: () => probe.hotkey.push('woke'),
    newQuestion: () => probe.hotkey.push('new question'),
    sight: () => probe.hotkey.push('sight'),
    seen: (action, what) => probe.hotkey.push(`seen ${action} ${what}`),
    state(state) {
      const line = `state ${state.mode} ${state.keys.join('+')}`
      if (probe.hotkey.findLast((one) => one.startsWith('state')) !== line) probe.hotkey.push(line)
    },
  }
  void platform.listenToHotkey(listener, defaultHotkeys).then((keys) => {
    probe.keys = keys
  })
}
