import type { Approval } from '../../shared/approvals/approval'
import type { HotkeyState } from '../../shared/hotkeys/hotkey-state'
import type { HotkeyAction, Hotkeys, Shortcut } from '../../shared/hotkeys/shortcut'
import type { EventName, EventPayload } from '../../shared/ipc/contract'
import type { Dispatch } from '../../shared/ipc/router'
import type { Disposable } from '../lib/disposable'
import type { Desktop } from './desktop'
import type { PassingPermission } from './security-policy'
import type { CompanionWindowKind } from './window/companion-window-table'
import type { AnswerWindow } from './window/user-presses'

export type { Disposable } from '../lib/disposable'

/** Stores small secrets. `backend` is read once at the start; `memory` forgets at quit and writes nothing to disk. */
export interface SecretStore {
  backend(): Promise<'keyring' | 'memory'>
  /** The secret, or null if there is none or it cannot be decrypted. */
  read(name: string): Promise<string | null>
  /** Whether a stored secret cannot be decrypted now: the key store is gone, locked, or another one. */
  isLocked(name: string): Promise<boolean>
  write(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

/** The talk key's actions in the app. */
export interface HotkeyListener {
  press(): void
  release(): void
  toggle(): void
  /** The key was meant for something else, such as a shortcut: speech since its press is not sent. */
  cancel(): void
  /** The screen was locked or the machine goes to sleep: an open talk ends now. */
  away(): void
  /** The machine is awake again: connections from before may be dead without notice. */
  woke(): void
  /** The key for a new question was pressed. */
  newQuestion(): void
  /** The key that shows Gemini the screen, or stops that, was pressed. */
  sight(): void
  /** While the keys are only tested: this was seen. */
  seen(action: HotkeyAction, what: 'press' | 'release' | 'cancel'): void
  state(state: HotkeyState): void
}

/** The registered keys. */
export interface HeldHotkeys extends Disposable {
  /** Replaces the registered keys; `listener.state` receives the result. */
  use(hotkeys: Hotkeys): Promise<void>
  /** `test`: presses are only reported; `record`: all keys go to whatever has focus. */
  setMode(mode: 'use' | 'test' | 'record'): Promise<void>
  /** Whether these keys are available for this action now. */
  tryOut(action: HotkeyAction, shortcut: Shortcut): Promise<'free' | 'taken' | 'unsupported'>
}

/** For hosts without global keys. */
export const noHotkeysHeld: HeldHotkeys = {
  dispose: () => undefined,
  use: () => Promise.resolve(),
  setMode: () => Promise.resolve(),
  tryOut: () => Promise.resolve('unsupported'),
}

/** The port between the app and the machine it runs on: implemented by `electron/` and by `headless/`, and by tests. */
export interface Platform {
  readonly kind: 'electron' | 'headless'
  /** Human-readable runtime, for example `Electron 33.2.1`. */
  readonly runtime: string
  readonly operatingSystem: 'linux' | 'darwin' | 'win32'
  readonly systemLocale: string
  /** Folder of the user's data; created if missing. */
  readonly userDataFolder: string
  /** Folder with the bundled recordings. */
  readonly fixturesFolder: string
  readonly secrets: SecretStore
  /** Clipboard, screen and dialogs; null on a host without a desktop. */
  readonly desktop: Desktop | null
  /** Grants the page this permission until it is returned; a browser asks the user itself. */
  permit(permission: PassingPermission): Disposable
  /** Opens an address in the user's browser; main has already checked it. */
  openExternal(url: string): Promise<void>
  /** Registers these global keys and reports how far each works; `none` if no talk key is available. */
  listenToHotkey(listener: HotkeyListener, hotkeys: Hotkeys): Promise<HeldHotkeys>
  /**
   * Asks with a native dialog because no window is visible, in the user's language (for example `ja` or `en-GB`). No answer is not
   * consent: resolves null if dismissed or aborted.
   */
  askNatively(approval: Approval, locale: string, signal: AbortSignal): Promise<boolean | null>
  windowVisible(): boolean
  /** Whether the window has keyboard focus; always true if nothing else could inform the user. */
  windowFocused(): boolean
  /** Called when the window is shown or hidden, and when it gains or loses focus. */
  onVisibilityChange(listener: () => void): Disposable
  /** Runs before the app ends in any orderly way; waited for a few seconds at most. */
  onQuit(task: () => Promise<void>): Disposable
  /** Something in the process cannot be ended: after the quit tasks, the process is killed instead of awaited. */
  endByForce(): void
  /** Ends the process that plays and records, if it is the app's own; another one replaces it (see `endSoundProcess`). */
  renewSound(): void
  /**
   * Whether main itself saw the user press a key or the mouse in this window just now, and not before `since`; see `UserPresses.take`.
   * Always true on a host whose window is not the app's own: main sees no input there.
   */
  takePress(window: AnswerWindow, since: number): boolean
  controlWindow(action: 'minimize' | 'toggle-maximize' | 'close'): void
  /** Opens a companion window, or brings it to the front; in a browser, another page. */
  openSideWindow(kind: CompanionWindowKind): void
  sideWindowOpen(kind: CompanionWindowKind): boolean
  /**
   * Starts answering the page's calls. The window is already open, or opens now (in a browser: the page is served); its earlier calls
   * waited.
   */
  serve(dispatch: Dispatch): Promise<void>
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void
}
