import { type ChosenChords, chosenChordsSchema } from '../commands/chosen-chords'
import { defaultHotkeys, hotkeysSchema } from '../hotkeys/shortcut'
import { z } from '../lib/zod'

/** The steps of the first run, in their order. */
export const setUpSteps = ['key', 'microphone', 'hotkey', 'privacy', 'ready'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** Settings of Parley on the desktop. */
export const desktopChoicesShape = {
  /** The current step of the first run; `done`: completed or skipped. */
  setUp: z.enum([...setUpSteps, 'done']),
  hotkeys: hotkeysSchema,
  /** Keys of the window that differ from the defaults. */
  shortcuts: chosenChordsSchema,
  /** Which key sends typed text; the other one inserts a line break. */
  sendWith: z.enum(['enter', 'modEnter']),
  /** What closing the window does: asked the first time. */
  closeWindow: z.enum(['ask', 'background', 'quit']),
  /** When the talk overlay is visible: `hidden`: while the window is not in front. */
  overlay: z.enum(['always', 'hidden', 'never']),
  /** Whether the window shows what developers need: the inspector, latency, recording, and simulated failures. */
  developer: z.boolean(),
} as const

const noneChosen: ChosenChords = {}

/** The defaults. */
export const defaultDesktopChoices = {
  setUp: 'key',
  hotkeys: defaultHotkeys,
  shortcuts: noneChosen,
  sendWith: 'enter',
  closeWindow: 'ask',
  overlay: 'hidden',
  developer: false,
} as const
