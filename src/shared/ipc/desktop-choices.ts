import { type ChosenChords, chosenChordsSchema } from '../commands/chosen-chords'
import { defaultHotkeys, hotkeysSchema } from '../hotkeys/shortcut'
import { z } from '../lib/zod'

/** The steps of the first run, in their order. */
export const setUpSteps = ['key', 'microphone', 'hotkey', 'privacy', 'ready'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** What the user chose about Parley on the desktop. */
export const desktopChoicesShape = {
  /** Where the first run stands; `done`: it was gone through, or skipped. */
  setUp: z.enum([...setUpSteps, 'done']),
  hotkeys: hotkeysSchema,
  /** Keys of the window in place of those of the beginning. */
  shortcuts: chosenChordsSchema,
  /** Which key sends what is typed; the other one breaks the line. */
  sendWith: z.enum(['enter', 'modEnter']),
  /** What closing the window does: asked once. */
  closeWindow: z.enum(['ask', 'background', 'quit']),
  /** When the talk overlay stands on the screen: `hidden`: while the window is not in front. */
  overlay: z.enum(['always', 'hidden', 'never']),
} as const

const noneChosen: ChosenChords = {}

/** What holds until the user chooses otherwise. */
export const defaultDesktopChoices = {
  setUp: 'key',
  hotkeys: defaultHotkeys,
  shortcuts: noneChosen,
  sendWith: 'enter',
  closeWindow: 'ask',
  overlay: 'hidden',
} as const
