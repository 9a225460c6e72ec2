import type { HotkeyBinding } from '../../../shared/hotkeys/hotkey-state'
import type { HotkeyAction, Hotkeys, Shortcut } from '../../../shared/hotkeys/shortcut'
import type { Clock } from '../../../shared/lib/clock'
import type { Disposable } from '../../lib/disposable'
import type { HoldSignal } from './hold-key'
import type { DesktopFacts } from './hotkey-plan'
import type { KeyHook } from './key-event'

/** The system's table of shortcuts: they fire on key-down, repeat, and never tell of the key-up. */
export interface ShortcutTable {
  /** False when another program has the shortcut. */
  register(shortcut: string, onPress: () => void): boolean
  unregister(shortcut: string): void
}

/** The keys that a portal chose, as it words them; what has none is left out. */
export type PortalKeys = Readonly<Partial<Record<HotkeyAction, string>>>

/** What came of asking a portal: its keys until they are given back, or why there are none, in words for the user. */
export type BoundKeys =
  | (Disposable & { readonly kind: 'bound'; readonly keys: PortalKeys })
  | { readonly kind: 'none'; readonly reason: string; readonly refused: boolean }

/** Hears what happens to keys that are in force. */
export interface PortalListener {
  heard(action: HotkeyAction, signal: 'press' | 'release'): void
  /** The user chose others in the desktop's own settings. */
  changed(keys: PortalKeys): void
  /** They were taken back, or the portal ended; `reason` is in words for the user. */
  closed(reason: string): void
}

/** A desktop that keeps the shortcuts of all programs itself, and tells of their presses and releases. */
export interface ShortcutPortal {
  /** Asks for these, with what each is for; the user may be asked, for as long as `signal` does not call it off. Never rejects. */
  bind(hotkeys: Hotkeys, listener: PortalListener, signal: AbortSignal): Promise<BoundKeys>
}

/** What the keys are made from. */
export interface HotkeyParts {
  readonly facts: DesktopFacts
  readonly operatingSystem: 'linux' | 'darwin' | 'win32'
  readonly loadHook: () => Promise<KeyHook>
  readonly shortcuts: ShortcutTable
  /** null: there is none on this desktop */
  readonly portal: ShortcutPortal | null
  readonly clock: Clock
  /** Hears, for the log, why the first choice could not be had. */
  readonly report: (what: string, detail: unknown) => void
}

/** Hears what the keys do, each by its action. */
export type HotkeySignal = (action: HotkeyAction, signal: HoldSignal) => void

/** What a backend says of one key: the rest of a binding is the service's. */
export type TakenKey = Pick<HotkeyBinding, 'backend' | 'hold' | 'global' | 'problem'>

/** A key that can't be had on this desktop at all. */
export const unsupportedKey: TakenKey = { backend: 'none', hold: false, global: false, problem: 'unsupported' }

/** Several keys for one thing: none of them may stand for another. */
export type ActionShortcut = readonly [action: HotkeyAction, shortcut: Shortcut]
