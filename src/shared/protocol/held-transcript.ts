import type { Fragment } from './repeated-transcript'
import type { Turn } from './turn'

/** A longer text, in UTF-16 units, is not held any more: it counts as late. */
const LONGEST = 100_000

/** A transcript that could be late text of a turn, or new speech. */
export interface Held {
  readonly turn: Turn
  /** All of it only repeats the turn's text: unless an answer follows, it is not new speech. */
  readonly repetition: boolean
  readonly fragments: readonly Fragment[]
}

/** Holds the transcript of one turn until it is clear where it belongs. */
export class HeldTranscript {
  #turn: Turn | null = null
  #repetition = true
  #length = 0
  #fragments: Fragment[] = []

  /** The turn whose late text it could be; null if nothing is held. */
  get turn(): Turn | null {
    return this.#turn
  }

  /** False if the text has become too long to hold. */
  add(turn: Turn, fragment: Fragment): boolean {
    this.#turn ??= turn
    this.#repetition &&= turn.heard.isRepetition(fragment.text)
    this.#length += fragment.text.length
    this.#fragments.push(fragment)
    return this.#length <= LONGEST
  }

  /** Returns the held text and stops holding it. */
  take(): Held | null {
    const held = this.#turn === null ? null : { turn: this.#turn, repetition: this.#repetition, fragments: this.#fragments }
    this.#turn = null
    this.#repetition = true
    this.#length = 0
    this.#fragments = []
    return held
  }
}
