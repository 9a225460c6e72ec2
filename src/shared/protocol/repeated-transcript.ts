import type { TranscriptSegment } from './transcript-segment'

/** A raw piece of a transcript. */
export interface Fragment {
  readonly text: string
  readonly finished: boolean
}

const MOST_UTTERANCES = 8
/** From this many letters on, a repetition is not a coincidence. */
const SENTENCE = 12

/**
 * Servers transcribe an utterance again, long after it was said and answered (live-spec §4 row 24). Text that could be such
 * a repetition is held here until more text shows whether it is new.
 */
export class RepeatedTranscript {
  readonly #utterances: TranscriptSegment[] = []
  #waiting: Fragment[] = []

  /** Remembers the transcript of an utterance, which may still grow. */
  remember(line: TranscriptSegment): void {
    if (this.#utterances.includes(line)) return
    this.#utterances.push(line)
    if (this.#utterances.length > MOST_UTTERANCES) this.#utterances.shift()
  }

  /** Holds the piece if it may, together with the held text, be the beginning of an utterance or all of it. */
  takes(fragment: Fragment): boolean {
    if (this.isWhole && this.#isBeginning(fragment.text) && !this.#isBeginning(this.#text + fragment.text)) this.#waiting = []
    const taken = this.#isBeginning(this.#text + fragment.text)
    if (taken) this.#waiting.push(fragment)
    return taken
  }

  /** The held text is a whole utterance. */
  get isWhole(): boolean {
    return this.#waiting.length > 0 && this.#utterances.some((line) => line.isRepetition(this.#text))
  }

  /** Returns the held text and stops holding it. */
  release(): readonly Fragment[] {
    return this.#waiting.splice(0)
  }

  /** True for a whole sentence that was said before. */
  isSentence(text: string): boolean {
    return this.#utterances.some((line) => line.length >= SENTENCE && line.isRepetition(text))
  }

  get #text(): string {
    return this.#waiting.map(({ text }) => text).join('')
  }

  #isBeginning(text: string): boolean {
    return this.#utterances.some((line) => line.mirrors(0, text))
  }
}
