import { assertNever } from '../lib/assert-never'

/** Samples of one detection window: 32 ms at 16 kHz, as the model expects them. */
export const WINDOW_LENGTH = 512

/** Thresholds that turn the model's likelihoods, one for each window, into speech. */
export interface SpeechRules {
  /** At or above this likelihood a window may begin an utterance. */
  readonly startThreshold: number
  /** The same while Parley speaks, so that an echo of its voice is not taken for the user's. */
  readonly startThresholdWhileSpeaking: number
  /** Below this likelihood a window is silent; values in between change nothing. */
  readonly endThreshold: number
  /** Consecutive windows after which an utterance may have begun. */
  readonly onsetWindows: number
  /** Windows with a voice that confirm an utterance, and the same while Parley speaks. */
  readonly confirmWindows: number
  readonly confirmWindowsWhileSpeaking: number
  /**
   * The same for this many samples after an utterance: right after a voice, the model tends to take a note of music for
   * another.
   */
  readonly confirmWindowsAfterSpeech: number
  readonly afterSpeechLength: number
  /** Consecutive silent windows after which an unconfirmed onset is dismissed. */
  readonly dismissWindows: number
  /** Consecutive silent windows that end an utterance. */
  readonly pauseWindows: number
  /** Samples from before the first window that belong to an utterance: its soft beginning. */
  readonly preRollLength: number
  /** Whether an utterance may begin while Parley speaks. */
  readonly hearsWhileSpeaking: boolean
}

/**
 * An event of the detector. `onset`: somebody may have begun to speak. It is followed by `dismissed` if it was something
 * else, or by `began`, where `from` is the first sample. `ended`: the pause after the utterance is over.
 */
export type SpeechNews =
  | { readonly type: 'onset' }
  | { readonly type: 'dismissed' }
  | { readonly type: 'began'; readonly from: number }
  | { readonly type: 'ended' }

type State =
  | { readonly phase: 'quiet'; readonly run: number; readonly firstSample: number }
  | { readonly phase: 'onset'; readonly firstSample: number; readonly voiced: number; readonly silent: number }
  | { readonly phase: 'speech'; readonly silent: number }

const QUIET: State = { phase: 'quiet', run: 0, firstSample: 0 }

/**
 * Detects the user's speech from the likelihood of a voice in each window. Its only state is that of the current
 * utterance.
 */
export class SpeechDetector {
  #rules: SpeechRules
  #state: State = QUIET
  #lastEnd = 0

  constructor(rules: SpeechRules) {
    this.#rules = rules
  }

  /** Whether an utterance is in progress. */
  get inSpeech(): boolean {
    return this.#state.phase === 'speech'
  }

  /** Applies other rules from the next window on. */
  change(rules: SpeechRules): void {
    this.#rules = rules
  }

  /** Clears the state: ongoing speech counts as if it began now. Returns the events that withdraw an onset. */
  reset(): readonly SpeechNews[] {
    const before = this.#state.phase
    this.#state = QUIET
    return before === 'onset' ? [{ type: 'dismissed' }] : []
  }

  /**
   * Takes the likelihood (0…1) of a voice in the window that begins at `sample`. `speaking`: Parley's voice is playing.
   */
  hear(likelihood: number, sample: number, speaking: boolean): readonly SpeechNews[] {
    const state = this.#state
    switch (state.phase) {
      case 'quiet':
        return this.#hearQuiet(state, likelihood, sample, speaking)
      case 'onset':
        return this.#hearOnset(state, likelihood, speaking)
      case 'speech': {
        const silent = this.#silenceAfter(state.silent, likelihood)
        if (silent < this.#rules.pauseWindows) {
          this.#state = { phase: 'speech', silent }
          return []
        }
        this.#state = QUIET
        this.#lastEnd = sample + WINDOW_LENGTH
        return [{ type: 'ended' }]
      }
      default:
        return assertNever(state)
    }
  }

  #hearQuiet(state: State & { readonly phase: 'quiet' }, likelihood: number, sample: number, speaking: boolean): readonly SpeechNews[] {
    if (!this.#isVoice(likelihood, speaking)) {
      this.#state = QUIET
      return []
    }
    const run = state.run + 1
    const firstSample = state.run === 0 ? sample : state.firstSample
    if (run < this.#rules.onsetWindows) {
      this.#state = { phase: 'quiet', run, firstSample }
      return []
    }
    this.#state = { phase: 'onset', firstSample, voiced: run, silent: 0 }
    return [{ type: 'onset' }, ...this.#confirm(firstSample, run, speaking)]
  }

  #hearOnset(state: State & { readonly phase: 'onset' }, likelihood: number, speaking: boolean): readonly SpeechNews[] {
    const { dismissWindows, hearsWhileSpeaking } = this.#rules
    const silent = this.#silenceAfter(state.silent, likelihood)
    if (silent >= dismissWindows || (speaking && !hearsWhileSpeaking)) {
      this.#state = QUIET
      return [{ type: 'dismissed' }]
    }
    const voiced = state.voiced + (this.#isVoice(likelihood, speaking) ? 1 : 0)
    this.#state = { ...state, voiced, silent }
    return this.#confirm(state.firstSample, voiced, speaking)
  }

  #confirm(firstSample: number, voiced: number, speaking: boolean): readonly SpeechNews[] {
    if (voiced < this.#windowsToConfirm(firstSample, speaking)) return []
    const { preRollLength } = this.#rules
    this.#state = { phase: 'speech', silent: 0 }
    return [{ type: 'began', from: Math.max(this.#lastEnd, firstSample - preRollLength, 0) }]
  }

  #windowsToConfirm(firstSample: number, speaking: boolean): number {
    const { confirmWindows, confirmWindowsWhileSpeaking, confirmWindowsAfterSpeech, afterSpeechLength } = this.#rules
    if (speaking) return confirmWindowsWhileSpeaking
    return this.#lastEnd > 0 && firstSample - this.#lastEnd < afterSpeechLength ? confirmWindowsAfterSpeech : confirmWindows
  }

  #isVoice(likelihood: number, speaking: boolean): boolean {
    const { startThreshold, startThresholdWhileSpeaking, hearsWhileSpeaking } = this.#rules
    return speaking ? hearsWhileSpeaking && likelihood >= startThresholdWhileSpeaking : likelihood >= startThreshold
  }

  #silenceAfter(silent: number, likelihood: number): number {
    if (likelihood < this.#rules.endThreshold) return silent + 1
    return likelihood >= this.#rules.startThreshold ? 0 : silent
  }
}
