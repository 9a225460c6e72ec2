import { type HotkeyState, noHotkeys } from '../shared/hotkeys/hotkey-state'
import type { Notice, Settings } from '../shared/ipc/schemas'
import { openControl } from './control/control-server'
import { doTalkVerb } from './control/talk-verb'
import type { Emit } from './conversations/thread-writer'
import { createHotkeyHandlers, type HotkeyHandlers } from './hotkeys/hotkey-handlers'
import { type HeldHotkeys, type HotkeyListener, noHotkeysHeld, type Platform } from './platform'
import type { SettingsFile } from './settings/settings-file'
import { hotkeyPresses } from './talk/hotkey-presses'
import type { TalkController } from './talk/talk-controller'

/** What Parley's place on the desktop is made from. */
export interface DesktopSideParts {
  readonly platform: Platform
  readonly talk: TalkController
  readonly settings: SettingsFile
  readonly emit: Emit
  tell(kind: Notice['kind'], detail: string): void
  report(what: string, error: unknown): void
}

/** Parley on the desktop beside its window: the keys that work everywhere, and the command lines that reach it. */
export interface DesktopSide {
  readonly handlers: HotkeyHandlers
  hotkey(): HotkeyState
  /** The settings have changed. */
  follow(settings: Settings): void
  /** Takes the keys and begins to hear command lines; once the window's calls are let in. */
  open(): Promise<void>
  close(): void
}

export function createDesktopSide({ platform, talk, settings, emit, tell, report }: DesktopSideParts): DesktopSide {
  let hotkey: HotkeyState = noHotkeys
  let keys: HeldHotkeys = noHotkeysHeld
  let stopControl = (): void => undefined

  const listener: HotkeyListener = {
    ...hotkeyPresses(talk),
    newQuestion: () => platform.desktop?.openQuickEntry(),
    woke: () => emit('sound.woke', {}),
    seen: (action, what) => emit('hotkey.seen', { action, what }),
    state(state) {
      const isNews = state.mode === 'none' && (hotkey.mode !== 'none' || hotkey.reason !== state.reason)
      hotkey = state
      emit('hotkey.state', state)
      if (isNews && platform.kind === 'electron') tell('hotkey-unavailable', state.reason ?? '')
    },
  }

  return {
    handlers: createHotkeyHandlers({ settings, keys: () => keys, changed: (after) => emit('settings.changed', after) }),
    hotkey: () => hotkey,
    follow: (after) => void keys.use(after.hotkeys),
    async open() {
      keys = await platform.listenToHotkey(listener, settings.current().hotkeys)
      const { userDataFolder } = platform
      stopControl = openControl({ userDataFolder, answer: ({ talk: verb }) => doTalkVerb(talk, verb), report })
    },
    close() {
      keys.dispose()
      stopControl()
    },
  }
}
