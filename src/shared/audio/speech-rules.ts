import type { Settings } from '../ipc/schemas'
import { type SpeechRules, WINDOW_LENGTH } from './speech-detector'

const RATE = 16_000
const WINDOW_MS = (WINDOW_LENGTH / RATE) * 1000
const windows = (milliseconds: number): number => Math.ceil(milliseconds / WINDOW_MS)

/** Likelihoods from which a window counts as voice, by sensitivity: normally, and while Parley speaks. */
const THRESHOLDS = {
  low: { quiet: 0.7, speaking: 0.85 },
  normal: { quiet: 0.5, speaking: 0.7 },
  high: { quiet: 0.35, speaking: 0.55 },
} as const

/**
 * How far below the start threshold a window must be to count as silent, so that one soft sound does not end an
 * utterance.
 */
const HYSTERESIS = 0.15

/** The settings that affect voice detection. */
export type SpeechSettings = Pick<Settings, 'speechPauseMs' | 'speechSensitivity' | 'voiceInterrupts' | 'headphones'>

/** The defaults. */
export const defaultSpeechSettings: SpeechSettings = {
  speechPauseMs: 600,
  speechSensitivity: 'normal',
  voiceInterrupts: true,
  headphones: false,
}

/**
 * The rules for these settings. With headphones there is no echo of Parley's voice, so the threshold is not raised for
 * it.
 */
export function speechRules({ speechPauseMs, speechSensitivity, voiceInterrupts, headphones }: SpeechSettings): SpeechRules {
  const { quiet, speaking } = THRESHOLDS[speechSensitivity]
  return {
    startThreshold: quiet,
    startThresholdWhileSpeaking: headphones ? quiet : speaking,
    endThreshold: quiet - HYSTERESIS,
    onsetWindows: 2,
    confirmWindows: windows(96),
    confirmWindowsWhileSpeaking: windows(224),
    confirmWindowsAfterSpeech: windows(224),
    afterSpeechLength: 1.5 * RATE,
    dismissWindows: windows(224),
    pauseWindows: windows(speechPauseMs),
    preRollLength: RATE / 2,
    hearsWhileSpeaking: voiceInterrupts,
  }
}
