import { type HotkeyAction, type Hotkeys, hotkeyActions, type Shortcut } from '../hotkeys/shortcut'
import { z } from '../lib/zod'
import { type Chord, chordsOf, isShortcutId, type PressedKeys, type ShortcutId, shortcuts } from './shortcuts'

/** The shortcuts whose keys the user can change. Esc always stops. */
export const changeableShortcuts = [
  'find',
  'findHere',
  'newConversation',
  'nextQuestion',
  'mute',
  'sidebar',
  'settings',
  'shortcuts',
  'textLarger',
  'textSmaller',
  'textUsual',
  'undoRemoval',
  'nextRegion',
  'previousRegion',
] as const satisfies readonly ShortcutId[]
export type ChangeableShortcut = (typeof changeableShortcuts)[number]

/** Modifiers, in the order in which they come before the key. */
const modifiers = ['Mod', 'Alt', 'Shift'] as const

const chordSchema = z
  .array(z.string().min(1).max(12))
  .min(1)
  .max(4)
  .readonly()
  .refine((chord) => chord.slice(0, -1).every((name) => modifiers.some((one) => one === name)))

/** The keys that the user chose instead of the defaults. */
export const chosenChordsSchema = z.partialRecord(z.enum(changeableShortcuts), chordSchema)
export type ChosenChords = z.infer<typeof chosenChordsSchema>

/**
 * Why a chord can't be used: it types text, is only a modifier or a mouse button, belongs to the system, or is already
 * used in Parley.
 */
export type ChordProblem =
  | { readonly why: 'types' | 'modifier-alone' | 'mouse' | 'system' }
  | { readonly why: 'same'; readonly holder: ShortcutId }
  | { readonly why: 'everywhere'; readonly holder: HotkeyAction }

/** The pressed keys as a chord; null while only modifiers are down. */
export function chordOfKeys(event: PressedKeys): Chord | null {
  const name = nameOf(event)
  if (name === null) return null
  const isSign = /^[^A-Za-z0-9]$/.test(name)
  const down = { Mod: event.ctrlKey || event.metaKey, Alt: event.altKey, Shift: event.shiftKey && !isSign }
  return [...modifiers.filter((one) => down[one]), name]
}

function nameOf({ key, code }: PressedKeys): string | null {
  if (/^(Control|Shift|Alt|AltGraph|Meta|OS|Fn|CapsLock|Dead|Unidentified)$/.test(key)) return null
  const [, place] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? []
  if (place !== undefined && !/^[A-Za-z]$/.test(key)) return place
  return key.length === 1 ? (key === ' ' ? 'Space' : key.toUpperCase()) : key
}

/** Why this shortcut can't use these keys; null if it can. */
export function chordProblem(id: ChangeableShortcut, chord: Chord | null, chosen: ChosenChords, hotkeys: Hotkeys): ChordProblem | null {
  if (chord === null) return { why: 'modifier-alone' }
  if (!chord.includes('Mod') && !/^F\d{1,2}$/.test(chord.at(-1) ?? '')) return { why: 'types' }
  const written = chord.join(' ')
  if (ofTheSystem.includes(written)) return { why: 'system' }
  const isHolder = (other: ShortcutId): boolean =>
    other !== id && shortcuts[other].place === 'window' && chordsOf(other, chosen).some((keys) => keys.join(' ') === written)
  const holder = Object.keys(shortcuts).filter(isShortcutId).find(isHolder)
  if (holder !== undefined) return { why: 'same', holder }
  const everywhere = hotkeyActions.find((action) => {
    const shortcut = hotkeys[action]
    return shortcut !== null && chordOfShortcut(shortcut).join(' ') === written
  })
  return everywhere === undefined ? null : { why: 'everywhere', holder: everywhere }
}

/** Up to two free chords similar to the unusable one. */
export function freeChords(id: ChangeableShortcut, unwanted: Chord | null, chosen: ChosenChords, hotkeys: Hotkeys): readonly Chord[] {
  const letter = unwanted?.at(-1) ?? shortcuts[id].chords[0].at(-1) ?? ''
  const near: readonly Chord[] = [
    shortcuts[id].chords[0],
    ['Mod', 'Shift', letter],
    ['Mod', 'Alt', letter],
    ['Mod', 'Alt', 'Shift', letter],
  ]
  return near.filter((chord) => chord.join() !== unwanted?.join() && chordProblem(id, chord, chosen, hotkeys) === null).slice(0, 2)
}

function chordOfShortcut({ key, modifiers: held }: Shortcut): Chord {
  const down = { Mod: held.includes('control') || held.includes('meta'), Alt: held.includes('alt'), Shift: held.includes('shift') }
  return [...modifiers.filter((one) => down[one]), key.replace(/^(?:Key|Digit)/, '')]
}

/** Chords that the menus of the systems use. */
const ofTheSystem: readonly string[] = [
  ...['X', 'C', 'V', 'A', 'Y', 'W', 'Q', 'H', 'M'].map((letter) => `Mod ${letter}`),
  'Mod Shift Z',
  'Mod Alt H',
  'F11',
]
