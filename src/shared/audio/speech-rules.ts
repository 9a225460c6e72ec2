import type { Settings } from '../ipc/schemas'
import { type SpeechRules, WINDOW_LENGTH } from './speech-detector'

const RATE = 16_000
const WINDOW_MS = (WINDOW_LENGTH / RATE) * 1000
const windows = (milliseconds: number): number => Math.ceil(milliseconds / WINDOW_MS)

/** Likelihoods at which a voice is taken for one, by sensitivity: alone, and over Parley's own voice. */
const THRESHOLDS = {
  low: { quiet: 0.7, speaking: 0.85 },
  normal: { quiet: 0.5, speaking: 0.7 },
  high: { quiet: 0.35, speaking: 0.55 },
} as const

/** How far below the start a window must be to be silent, so that one soft sound ends nothing. */
const HYSTERESIS = 0.15

/** What of the settings decides how a voice is heard. */
export type SpeechSettings = Pick<Settings, 'speechPauseMs' | 'speechSensitivity' | 'voiceInterrupts' | 'headphones'>

/** What holds until the user chooses otherwise. */
export const defaultSpeechSettings: SpeechSettings = {
  speechPauseMs: 600,
  speechSensitivity: 'normal',
  voiceInterrupts: true,
  headphones: false,
}

/** The rules that the settings mean. With headphones Parley's voice does not come back, so it is not listened past. */
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
