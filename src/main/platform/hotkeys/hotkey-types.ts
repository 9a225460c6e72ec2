import type { HotkeyBinding } from '../../../shared/hotkeys/hotkey-state'
import type { HotkeyAction, Hotkeys, Shortcut } from '../../../shared/hotkeys/shortcut'
import type { Clock } from '../../../shared/lib/clock'
import type { Message } from '../../../shared/messages/message'
import type { Disposable } from '../../lib/disposable'
import type { HoldSignal } from './hold-key'
import type { DesktopFacts } from './hotkey-plan'
import type { KeyHook } from './key-event'

/** The system's shortcut table: shortcuts fire on key-down, repeat, and never report the key-up. */
export interface ShortcutTable {
  /** False when another program has the shortcut. */
  register(shortcut: string, onPress: () => void): boolean
  unregister(shortcut: string): void
}

/** The portal's keys in its own wording; actions without a key are absent. */
export type PortalKeys = Readonly<Partial<Record<HotkeyAction, string>>>

/** The result of a portal request: its keys until they are returned, or why there are none. */
export type BoundKeys =
  | (Disposable & { readonly kind: 'bound'; readonly keys: PortalKeys })
  | { readonly kind: 'none'; readonly reason: Message; readonly refused: boolean }

/** Listens to registered keys. */
export interface PortalListener {
  heard(action: HotkeyAction, signal: 'press' | 'release'): void
  /** The user chose others in the desktop's own settings. */
  changed(keys: PortalKeys): void
  /** They were withdrawn, or the portal ended; `reason` says why. */
  closed(reason: Message): void
}

/** A desktop that manages the shortcuts of all programs, and reports their presses and releases. */
export interface ShortcutPortal {
  /** Requests these keys, each with its purpose; the user may be asked, until `signal` aborts. Never rejects. */
  bind(hotkeys: Hotkeys, listener: PortalListener, signal: AbortSignal): Promise<BoundKeys>
}

/** Dependencies of the keys. */
export interface HotkeyOptions {
  readonly facts: DesktopFacts
  readonly operatingSystem: 'linux' | 'darwin' | 'win32'
  readonly loadHook: () => Promise<KeyHook>
  readonly shortcuts: ShortcutTable
  /** null: there is none on this desktop */
  readonly portal: ShortcutPortal | null
  readonly clock: Clock
  /** Receives, for the log, why the first choice failed. */
  readonly report: (what: string, detail: unknown) => void
}

/** Receives presses by action. */
export type HotkeySignal = (action: HotkeyAction, signal: HoldSignal) => void

/** What a backend reports about one key; the service adds the rest of a binding. */
export type TakenKey = Pick<HotkeyBinding, 'backend' | 'hold' | 'global' | 'problem'>

/** A key that is not available on this desktop. */
export const unsupportedKey: TakenKey = { backend: 'none', hold: false, global: false, problem: 'unsupported' }

/** Several keys with the same purpose, none of which may replace another. */
export type ActionShortcut = readonly [action: HotkeyAction, shortcut: Shortcut]
