import { z } from '../lib/zod'

/** Actions of a system-wide key: talk while it is held, start or stop talking, open the quick question window, show Gemini the screen. */
export const hotkeyActions = ['hold', 'toggle', 'newQuestion', 'sight'] as const
export const hotkeyActionSchema = z.enum(hotkeyActions)
export type HotkeyAction = z.infer<typeof hotkeyActionSchema>

/** Modifiers in the order in which they are written. */
export const modifierNames = ['control', 'alt', 'shift', 'meta'] as const
export type ModifierName = (typeof modifierNames)[number]

/** A key by its `KeyboardEvent.code`, or an extra mouse button (`Mouse4`, `Mouse5`), with its modifiers. */
export const shortcutSchema = z.strictObject({
  key: z.string().regex(/^[A-Za-z0-9]{1,24}$/),
  modifiers: z.array(z.enum(modifierNames)).max(modifierNames.length).readonly(),
})
export type Shortcut = z.infer<typeof shortcutSchema>

/** The keys that the user chose; null: none. */
export const hotkeysSchema = z.strictObject({
  hold: shortcutSchema.nullable(),
  toggle: shortcutSchema.nullable(),
  newQuestion: shortcutSchema.nullable(),
  sight: shortcutSchema.nullable().default(null),
})
export type Hotkeys = z.infer<typeof hotkeysSchema>

/** The defaults. */
export const defaultHotkeys: Hotkeys = {
  hold: { key: 'ControlRight', modifiers: [] },
  toggle: { key: 'Space', modifiers: ['control', 'alt'] },
  newQuestion: { key: 'KeyN', modifiers: ['control', 'alt'] },
  // what is shown to Gemini is not begun by a key that the user does not know of
  sight: null,
}

/** The modifier that a key is; null for all other keys. */
export function modifierOf(key: string): ModifierName | null {
  const name = /^(Control|Alt|Shift|Meta)(Left|Right)$/.exec(key)?.[1]
  return modifierNames.find((modifier) => modifier === name?.toLowerCase()) ?? null
}

/** Whether it is an extra mouse button, which the system's table of shortcuts does not support. */
export function isMouseButton(key: string): boolean {
  return /^Mouse\d$/.test(key)
}

/** Whether these are the same keys, whatever the order of the modifiers. */
export function sameShortcut(one: Shortcut | null, other: Shortcut | null): boolean {
  if (one === null || other === null) return one === other
  return one.key === other.key && ordered(one.modifiers).join() === ordered(other.modifiers).join()
}

/** Why a shortcut can't be used; null if it can. */
export type ShortcutFault = 'types' | 'modifier-alone' | 'mouse' | 'unknown'

/** Keys that type text or that programs need can't be taken system-wide without a modifier. */
export function shortcutFault(action: HotkeyAction, { key, modifiers }: Shortcut): ShortcutFault | null {
  if (nameOf(key) === undefined) return 'unknown'
  if (modifierOf(key) !== null) return action === 'hold' ? null : 'modifier-alone'
  if (isMouseButton(key)) return action === 'hold' ? null : 'mouse'
  const strong = modifiers.some((modifier) => modifier !== 'shift')
  return strong || freeByThemselves.test(key) ? null : 'types'
}

/** The names of the keys for key caps, for example `Right Ctrl`, or `Ctrl`, `Alt`, `Space`. */
export function keysOf({ key, modifiers }: Shortcut, operatingSystem: 'linux' | 'darwin' | 'win32'): readonly string[] {
  const system = (name: string): string => (operatingSystem === 'darwin' ? (macNames.get(name) ?? name) : name)
  const named = nameOf(key) ?? key
  const [side, name] = /^(Right|Left) (.+)$/.exec(named)?.slice(1) ?? []
  const last = side === undefined || name === undefined ? system(named) : `${side} ${system(name)}`
  return [...ordered(modifiers).map((modifier) => system(modifierWords[modifier])), last]
}

/** The name of a key; undefined for one that no shortcut may use, like `constructor`, which every object has. */
function nameOf(key: string): string | undefined {
  return Object.hasOwn(keyNames, key) ? keyNames[key] : undefined
}

function ordered(modifiers: Shortcut['modifiers']): readonly ModifierName[] {
  return modifierNames.filter((name) => modifiers.includes(name))
}

const modifierWords: Readonly<Record<ModifierName, string>> = { control: 'Ctrl', alt: 'Alt', shift: 'Shift', meta: 'Super' }
const macNames: ReadonlyMap<string, string> = new Map([
  ['Alt', 'Option'],
  ['Super', 'Cmd'],
])

/** Keys that type nothing and that few programs use. */
const freeByThemselves = /^(F\d{1,2}|ScrollLock|Insert)$/

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => [`Key${letter}`, letter] as const)
const digits = [...'0123456789'].map((digit) => [`Digit${digit}`, digit] as const)
const functions = Array.from({ length: 24 }, (_, index) => [`F${index + 1}`, `F${index + 1}`] as const)

/** The keys that a shortcut may use, by their `KeyboardEvent.code`. */
export const keyNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries<string>([...letters, ...digits, ...functions]),
  ControlLeft: 'Left Ctrl',
  ControlRight: 'Right Ctrl',
  AltLeft: 'Left Alt',
  AltRight: 'Right Alt',
  ShiftLeft: 'Left Shift',
  ShiftRight: 'Right Shift',
  MetaLeft: 'Left Super',
  MetaRight: 'Right Super',
  Space: 'Space',
  ScrollLock: 'Scroll Lock',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Mouse4: 'Mouse 4',
  Mouse5: 'Mouse 5',
}
