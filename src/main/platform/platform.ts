import type { Approval } from '../../shared/approvals/approval'
import type { HotkeyState } from '../../shared/hotkeys/hotkey-state'
import type { HotkeyAction, Hotkeys, Shortcut } from '../../shared/hotkeys/shortcut'
import type { EventName, EventPayload } from '../../shared/ipc/contract'
import type { Dispatch } from '../../shared/ipc/router'
import type { Disposable } from '../lib/disposable'
import type { Desktop } from './desktop'
import type { PassingPermission } from './security-policy'
import type { CompanionWindowKind } from './window/companion-window-table'

export type { Disposable } from '../lib/disposable'

/** Keeps small secrets. `backend` is asked once at the start; `memory` forgets at quit and writes nothing to disk. */
export interface SecretStore {
  backend(): Promise<'keyring' | 'memory'>
  /** The secret, or null when there is none or it can't be decrypted. */
  read(name: string): Promise<string | null>
  /** Whether the secret was kept and can't be opened now: the key store is gone, locked, or another one. */
  isLocked(name: string): Promise<boolean>
  write(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

/** What the talk key can do to the app. */
export interface HotkeyListener {
  press(): void
  release(): void
  toggle(): void
  /** The key was meant for something else, for example as part of a shortcut: what was said since its press is not sent. */
  cancel(): void
  /** The screen was locked or the machine goes to sleep: an open talk ends now. */
  away(): void
  /** The machine is awake again: what was open before it slept may be dead without a word. */
  woke(): void
  /** The key for a new question was pressed. */
  newQuestion(): void
  /** While the keys are only tested: this was seen. */
  seen(action: HotkeyAction, what: 'press' | 'release' | 'cancel'): void
  state(state: HotkeyState): void
}

/** The keys that are taken. */
export interface HeldHotkeys extends Disposable {
  /** Takes these in place of those in force; `listener.state` tells what came of it. */
  use(hotkeys: Hotkeys): Promise<void>
  /** `test`: what is pressed is only told; `record`: all keys go to whatever has the focus. */
  setMode(mode: 'use' | 'test' | 'record'): Promise<void>
  /** Could this action have these keys now? */
  tryOut(action: HotkeyAction, shortcut: Shortcut): Promise<'free' | 'taken' | 'unsupported'>
}

/** Where there are no keys of the whole desktop. */
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
  /** Folder of the user's data; made if missing. */
  readonly userDataFolder: string
  /** Folder with the bundled recordings. */
  readonly fixturesFolder: string
  readonly secrets: SecretStore
  /** Clipboard, screen and dialogs; null on a host without a desktop. */
  readonly desktop: Desktop | null
  /** Lets the page have this permission until it is given back; a browser asks the user itself. */
  permit(permission: PassingPermission): Disposable
  /** Opens an address in the user's browser; main has checked the address before. */
  openExternal(url: string): Promise<void>
  /** Takes these keys of the whole desktop and reports how far each reaches; `none` when no talk key can be had. */
  listenToHotkey(listener: HotkeyListener, hotkeys: Hotkeys): Promise<HeldHotkeys>
  /**
   * Asks with a native dialog because no window is visible, in the user's language (for example `ja` or `en-GB`). Silence
   * is no answer: resolves null when dismissed or aborted.
   */
  askNatively(approval: Approval, locale: string, signal: AbortSignal): Promise<boolean | null>
  windowVisible(): boolean
  /** Whether the window is the one that the keyboard writes into; always where nothing else could tell the user anything. */
  windowFocused(): boolean
  /** Tells whenever the window is shown or hidden, gets the keyboard or loses it. */
  onVisibilityChange(listener: () => void): Disposable
  /** Runs before the app ends, however it ends in an orderly way, and is waited for at most a few seconds. */
  onQuit(task: () => Promise<void>): Disposable
  /** Something in the process can't be ended: after what runs before the end, the process is killed, and not waited for. */
  endByForce(): void
  /** Ends the process that plays and records, if it is the app's own; another one takes its place (see `endSoundProcess`). */
  renewSound(): void
  controlWindow(action: 'minimize' | 'toggle-maximize' | 'close'): void
  /** Opens the window beside the app's own, or brings it to the front; in a browser, a page beside the page. */
  openSideWindow(kind: CompanionWindowKind): void
  sideWindowOpen(kind: CompanionWindowKind): boolean
  /** Lets the calls of the page in. The window is open by then, or opens (in a browser: the page begins to be served); its earlier calls waited. */
  serve(dispatch: Dispatch): Promise<void>
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void
}
