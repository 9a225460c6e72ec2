import { assertNever } from '../lib/assert-never'

/** Samples of one look at the sound: 32 ms at 16 kHz, as the model takes them. */
export const WINDOW_LENGTH = 512

/** How speech is told from the likelihoods that the model gives, one for each window. */
export interface SpeechRules {
  /** From this likelihood on a window may begin a speech. */
  readonly startThreshold: number
  /** The same while Parley speaks: what comes back of its voice is not the user's. */
  readonly startThresholdWhileSpeaking: number
  /** Below this likelihood a window is silent; what lies between changes nothing. */
  readonly endThreshold: number
  /** Windows in a row with which a speech may have begun. */
  readonly onsetWindows: number
  /** Windows with a voice in them after which it is a speech, and the same while Parley speaks. */
  readonly confirmWindows: number
  readonly confirmWindowsWhileSpeaking: number
  /** The same for so many samples after a speech: a model that has just heard a voice takes a note of music for another. */
  readonly confirmWindowsAfterSpeech: number
  readonly afterSpeechLength: number
  /** Silent windows in a row after which a beginning that was not confirmed is none. */
  readonly dismissWindows: number
  /** Silent windows in a row that end a speech. */
  readonly pauseWindows: number
  /** Samples from before the first window of a speech that belong to it: its soft beginning. */
  readonly preRollLength: number
  /** Whether a speech may begin while Parley speaks. */
  readonly hearsWhileSpeaking: boolean
}

/**
 * What was heard. `onset`: somebody may have begun to speak. Then comes either `dismissed`, as it was something else, or
 * `began`; `from` is the sample it began at. `ended`: the pause after it is over.
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

/** Tells from the likelihood of a voice in each window when the user speaks. Pure but for what it remembers. */
export class SpeechDetector {
  #rules: SpeechRules
  #state: State = QUIET
  #lastEnd = 0

  constructor(rules: SpeechRules) {
    this.#rules = rules
  }

  /** Whether a speech is going on. */
  get inSpeech(): boolean {
    return this.#state.phase === 'speech'
  }

  /** Other rules from the next window on. */
  change(rules: SpeechRules): void {
    this.#rules = rules
  }

  /** Forgets what it heard: what goes on is heard as if it began now. Gives the news that takes back an onset. */
  reset(): readonly SpeechNews[] {
    const before = this.#state.phase
    this.#state = QUIET
    return before === 'onset' ? [{ type: 'dismissed' }] : []
  }

  /** Takes the likelihood (0…1) of a voice in the window that begins at `sample`. `speaking`: Parley's voice sounds. */
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
