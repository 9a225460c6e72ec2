import type { AppCommand } from './app-commands'

/** Where a shortcut works. */
export const shortcutPlaces = ['window', 'writing', 'question', 'list', 'table'] as const
export type ShortcutPlace = (typeof shortcutPlaces)[number]

/** Keys that are pressed together, with the names on key caps; `Mod` is Cmd on macOS and Ctrl elsewhere. */
export type Chord = readonly string[]

interface ShortcutFacts {
  readonly place: ShortcutPlace
  /** any of them triggers it */
  readonly chords: readonly [Chord, ...Chord[]]
}

/** All shortcuts of the window; the key listener, the menus and the key caps read them from here. */
export const shortcuts = {
  newConversation: { place: 'window', chords: [['Mod', 'N']] },
  find: {
    place: 'window',
    chords: [
      ['Mod', 'K'],
      ['Mod', 'Shift', 'F'],
    ],
  },
  findHere: { place: 'window', chords: [['Mod', 'F']] },
  settings: { place: 'window', chords: [['Mod', ',']] },
  shortcuts: { place: 'window', chords: [['Mod', '/'], ['?']] },
  sidebar: { place: 'window', chords: [['Mod', 'B']] },
  nextQuestion: { place: 'window', chords: [['Mod', 'Shift', 'A']] },
  mute: { place: 'window', chords: [['Mod', 'Shift', 'M']] },
  textLarger: {
    place: 'window',
    chords: [
      ['Mod', '+'],
      ['Mod', '='],
    ],
  },
  textSmaller: { place: 'window', chords: [['Mod', '-']] },
  textUsual: { place: 'window', chords: [['Mod', '0']] },
  undoRemoval: { place: 'window', chords: [['Mod', 'Z']] },
  nextRegion: { place: 'window', chords: [['F6']] },
  previousRegion: { place: 'window', chords: [['Shift', 'F6']] },
  stop: { place: 'window', chords: [['Esc']] },
  send: { place: 'writing', chords: [['Enter']] },
  newLine: { place: 'writing', chords: [['Shift', 'Enter']] },
  editLast: { place: 'writing', chords: [['↑']] },
  deny: { place: 'question', chords: [['D']] },
  edit: { place: 'question', chords: [['E']] },
  moreAnswers: { place: 'question', chords: [['M']] },
  nextCard: { place: 'question', chords: [['↓']] },
  previousCard: { place: 'question', chords: [['↑']] },
  leaveCard: { place: 'question', chords: [['Esc']] },
  rename: { place: 'list', chords: [['F2']] },
  remove: { place: 'list', chords: [['Delete']] },
  rowMenu: { place: 'list', chords: [['Shift', 'F10'], ['Menu']] },
  toRowMenu: { place: 'list', chords: [['→']] },
  toRow: { place: 'list', chords: [['←']] },
  selectAll: { place: 'table', chords: [['Mod', 'A']] },
  copyRows: { place: 'table', chords: [['Mod', 'C']] },
  selectNone: { place: 'table', chords: [['Esc']] },
} as const satisfies { readonly [id: string]: ShortcutFacts }

export type ShortcutId = keyof typeof shortcuts

/** The keys that the user chose instead of the defaults. */
export type ChosenKeys = { readonly [Id in ShortcutId]?: Chord | undefined }

/** The chords of a shortcut; any of them triggers it. */
export function chordsOf(id: ShortcutId, chosen: ChosenKeys): readonly [Chord, ...Chord[]] {
  const own = chosen[id]
  return own === undefined ? shortcuts[id].chords : [own]
}

/** The shortcut of a menu item's command; null if it has none. */
export function chordOf(command: AppCommand, chosen: ChosenKeys): Chord | null {
  return isShortcutId(command) ? chordsOf(command, chosen)[0] : null
}

/** Whether a shortcut with this name exists. */
export function isShortcutId(name: string): name is ShortcutId {
  return Object.hasOwn(shortcuts, name)
}

/** The fields of a key event that identify the keys. */
export interface PressedKeys {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** `KeyboardEvent.key` of the keys whose caps have another name. */
const keyValues: { readonly [name: string]: string } = {
  Esc: 'Escape',
  Space: ' ',
  Menu: 'ContextMenu',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
}

/**
 * Whether these are exactly the keys of this shortcut, without further modifiers. `chosen`: the user's keys instead of
 * the defaults.
 */
export function isShortcut(event: PressedKeys, id: ShortcutId, chosen: ChosenKeys = {}): boolean {
  return chordsOf(id, chosen).some((chord: Chord) => isChord(event, chord))
}

function isChord(event: PressedKeys, chord: Chord): boolean {
  const name = chord.at(-1) ?? ''
  const has = (modifier: string): boolean => chord.slice(0, -1).includes(modifier)
  if (event.altKey !== has('Alt') || (event.ctrlKey || event.metaKey) !== has('Mod')) return false
  // whether a sign needs Shift depends on the keyboard
  const isSign = /^[^A-Za-z0-9]$/.test(name) && keyValues[name] === undefined
  if (!isSign && event.shiftKey !== has('Shift')) return false
  if (/^\d$/.test(name)) return event.key === name || event.code === `Digit${name}`
  if (!/^[A-Z]$/.test(name)) return event.key === (keyValues[name] ?? name)
  // if the layout has no Latin letters, the key's position counts
  return /^[A-Za-z]$/.test(event.key) ? event.key.toUpperCase() === name : event.code === `Key${name}`
}

/** The names of the keys for key caps on this system. */
export function capsOf(chord: Chord, operatingSystem: 'linux' | 'darwin' | 'win32'): Chord {
  return chord.map((name) => (name === 'Mod' ? (operatingSystem === 'darwin' ? 'Cmd' : 'Ctrl') : name))
}
