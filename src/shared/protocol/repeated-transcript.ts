import type { TranscriptSegment } from './transcript-segment'

/** A piece of a transcript as it came. */
export interface Fragment {
  readonly text: string
  readonly finished: boolean
}

const MOST_UTTERANCES = 8
/** Letters from which on nobody says the same by chance. */
const SENTENCE = 12

/**
 * Servers transcribe an utterance once more, long after it was said and answered (live-spec §4 row 24). Words that could be
 * that wait here until it is clear: more words may show that they are others.
 */
export class RepeatedTranscript {
  readonly #utterances: TranscriptSegment[] = []
  #waiting: Fragment[] = []

  /** The words of an utterance, which may still grow. */
  remember(line: TranscriptSegment): void {
    if (this.#utterances.includes(line)) return
    this.#utterances.push(line)
    if (this.#utterances.length > MOST_UTTERANCES) this.#utterances.shift()
  }

  /** Keeps words that, with those that wait, may be the beginning of an utterance or all of it. */
  takes(fragment: Fragment): boolean {
    if (this.isWhole && this.#isBeginning(fragment.text) && !this.#isBeginning(this.#text + fragment.text)) this.#waiting = []
    const taken = this.#isBeginning(this.#text + fragment.text)
    if (taken) this.#waiting.push(fragment)
    return taken
  }

  /** The words that wait are a whole utterance. */
  get isWhole(): boolean {
    return this.#waiting.length > 0 && this.#utterances.some((line) => line.isRepetition(this.#text))
  }

  /** The words that wait, which then wait no more. */
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
