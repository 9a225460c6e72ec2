import { isMouseButton, modifierNames, modifierOf, type Shortcut } from '../../../shared/hotkeys/shortcut'

/** Modifiers as the "shortcuts" specification of freedesktop.org writes them. */
const modifiers = { control: 'CTRL', alt: 'ALT', shift: 'SHIFT', meta: 'LOGO' } as const

/** Keys that the keyboard's description (xkbcommon) names otherwise than the browser does. */
const keysyms: Readonly<Record<string, string>> = {
  Space: 'space',
  ScrollLock: 'Scroll_Lock',
  PageUp: 'Page_Up',
  PageDown: 'Page_Down',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Enter: 'Return',
  Backspace: 'BackSpace',
  Comma: 'comma',
  Period: 'period',
  Slash: 'slash',
  Semicolon: 'semicolon',
  Quote: 'apostrophe',
  BracketLeft: 'bracketleft',
  BracketRight: 'bracketright',
  Backslash: 'backslash',
  Backquote: 'grave',
  Minus: 'minus',
  Equal: 'equal',
}

/** The trigger that a portal is asked to prefer, for example `CTRL+ALT+space`; null for a modifier alone and for a
 * button of the mouse, which none of them takes. */
export function portalTrigger({ key, modifiers: wanted }: Shortcut): string | null {
  if (modifierOf(key) !== null || isMouseButton(key)) return null
  const [, plain] = /^(?:Key|Digit)([A-Z0-9])$/.exec(key) ?? []
  const keysym = plain?.toLowerCase() ?? keysyms[key] ?? key
  return [...modifierNames.filter((name) => wanted.includes(name)).map((name) => modifiers[name]), keysym].join('+')
}
