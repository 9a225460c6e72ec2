import { modifierOf, type Shortcut } from '../../../shared/hotkeys/shortcut'
import type { HoldCombination } from './hold-key'

/** The hook's codes of letters and digits follow the rows of a keyboard, from these on. */
const rows: readonly (readonly [number, string])[] = [
  [0x02, '1234567890'],
  [0x10, 'QWERTYUIOP'],
  [0x1e, 'ASDFGHJKL'],
  [0x2c, 'ZXCVBNM'],
]
const ofRows = rows.flatMap(([first, keys]) =>
  [...keys].map((key, index) => [/\d/.test(key) ? `Digit${key}` : `Key${key}`, first + index] as const),
)
const ofFunctions = Array.from({ length: 24 }, (_, index) => [`F${index + 1}`, functionCode(index + 1)] as const)

/** Beyond all key codes: the hook counts buttons separately. */
const buttons = 0x10000

/** The code of a side button of the mouse by libuiohook's number of it (4 or 5); null for the others. */
export function mouseButtonCode(button: number): number | null {
  return button === 4 || button === 5 ? buttons + button : null
}

/** libuiohook's number of each key (uiohook.h, "VC_…"). */
const hookCodes: ReadonlyMap<string, number> = new Map([
  ...ofRows,
  ...ofFunctions,
  ['ControlLeft', 0x1d],
  ['ControlRight', 0x0e1d],
  ['AltLeft', 0x38],
  ['AltRight', 0x0e38],
  ['ShiftLeft', 0x2a],
  ['ShiftRight', 0x36],
  ['MetaLeft', 0x0e5b],
  ['MetaRight', 0x0e5c],
  ['Space', 0x39],
  ['ScrollLock', 0x46],
  ['Insert', 0x0e52],
  ['Home', 0x0e47],
  ['End', 0x0e4f],
  ['PageUp', 0x0e49],
  ['PageDown', 0x0e51],
  ['ArrowUp', 0xe048],
  ['ArrowDown', 0xe050],
  ['ArrowLeft', 0xe04b],
  ['ArrowRight', 0xe04d],
  ['Mouse4', buttons + 4],
  ['Mouse5', buttons + 5],
])

function functionCode(number: number): number {
  if (number <= 10) return 0x3a + number
  if (number <= 12) return 0x57 + number - 11
  return number <= 15 ? 0x5b + number - 13 : 0x63 + number - 16
}

/** The code for the hook; null if it does not know the key. */
export function holdCombination({ key, modifiers }: Shortcut): HoldCombination | null {
  const code = hookCodes.get(key)
  return code === undefined ? null : { key: code, keyModifier: modifierOf(key), modifiers: [...modifiers] }
}

const acceleratorNames: Readonly<Record<string, string>> = {
  ScrollLock: 'Scrolllock',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
}
const acceleratorModifiers = { control: 'Control', alt: 'Alt', shift: 'Shift', meta: 'Super' } as const

/** In Electron's notation, for example `Control+Alt+Space`. */
export function acceleratorOf({ key, modifiers }: Shortcut): string {
  const name = acceleratorNames[key] ?? key.replace(/^(Key|Digit)/, '')
  return [...modifiers.map((modifier) => acceleratorModifiers[modifier]), name].join('+')
}

const triggerNames: Readonly<Record<string, string>> = {
  Space: 'space',
  ControlLeft: 'Control_L',
  ControlRight: 'Control_R',
  AltLeft: 'Alt_L',
  AltRight: 'Alt_R',
  ShiftLeft: 'Shift_L',
  ShiftRight: 'Shift_R',
  MetaLeft: 'Super_L',
  MetaRight: 'Super_R',
  ScrollLock: 'Scroll_Lock',
  PageUp: 'Page_Up',
  PageDown: 'Page_Down',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
}
const triggerModifiers = { control: 'CTRL', alt: 'ALT', shift: 'SHIFT', meta: 'LOGO' } as const

/** In the notation of freedesktop's "shortcuts" specification, for example `CTRL+ALT+space`. */
export function triggerOf({ key, modifiers }: Shortcut): string {
  const name = triggerNames[key] ?? (key.startsWith('Key') ? key.slice(3).toLowerCase() : key.replace(/^Digit/, ''))
  return [...modifiers.map((modifier) => triggerModifiers[modifier]), name].join('+')
}
