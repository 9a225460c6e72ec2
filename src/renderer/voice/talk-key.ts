import type { HotkeyState } from '../../shared/hotkeys/hotkey-state'

/** The talk key in the page. */
export interface TalkKey {
  readonly mode: 'hold' | 'toggle'
  /** System-wide: main listens; otherwise the page does while it has the focus. */
  readonly global: boolean
  readonly keys: readonly string[]
}

/** The current talk key. If main could register none, holding a key works at least in this window. */
export function talkKeyOf(hotkey: HotkeyState, operatingSystem: 'linux' | 'darwin' | 'win32'): TalkKey {
  if (hotkey.mode !== 'none' && hotkey.keys.length > 0) return { mode: hotkey.mode, global: hotkey.global, keys: hotkey.keys }
  return { mode: 'hold', global: false, keys: [operatingSystem === 'darwin' ? 'Right Option' : 'Right Ctrl'] }
}

const CODES: { readonly [name: string]: readonly string[] } = {
  'Right Ctrl': ['ControlRight'],
  'Left Ctrl': ['ControlLeft'],
  Ctrl: ['ControlLeft', 'ControlRight'],
  'Right Alt': ['AltRight'],
  'Right Option': ['AltRight'],
  Alt: ['AltLeft', 'AltRight'],
  Option: ['AltLeft', 'AltRight'],
  'Right Shift': ['ShiftRight'],
  Shift: ['ShiftLeft', 'ShiftRight'],
  'Right Cmd': ['MetaRight'],
  Cmd: ['MetaLeft', 'MetaRight'],
}

/** The `KeyboardEvent.code` values for a key's name. */
export function codesOf(name: string): readonly string[] {
  const known = CODES[name]
  if (known !== undefined) return known
  if (/^[A-Z]$/.test(name)) return [`Key${name}`]
  return /^\d$/.test(name) ? [`Digit${name}`] : [name]
}
