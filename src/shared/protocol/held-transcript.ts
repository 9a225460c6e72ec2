import type { Fragment } from './repeated-transcript'
import type { Turn } from './turn'

/** Words of this many UTF-16 units are not held any longer: they are late ones. */
const LONGEST = 100_000

/** Words that could be late ones of a turn, or new. */
export interface Held {
  readonly turn: Turn
  /** All that was held only repeats what the turn has: unless an answer follows, nobody said it again. */
  readonly repetition: boolean
  readonly fragments: readonly Fragment[]
}

/** Keeps words of one turn until it is clear where they belong. */
export class HeldTranscript {
  #turn: Turn | null = null
  #repetition = true
  #length = 0
  #fragments: Fragment[] = []

  /** The turn that they could be late ones of; null while none are held. */
  get turn(): Turn | null {
    return this.#turn
  }

  /** False where so much is held now that it is no longer to be held. */
  add(turn: Turn, fragment: Fragment): boolean {
    this.#turn ??= turn
    this.#repetition &&= turn.heard.isRepetition(fragment.text)
    this.#length += fragment.text.length
    this.#fragments.push(fragment)
    return this.#length <= LONGEST
  }

  /** What was held, which then is held no more. */
  take(): Held | null {
    const held = this.#turn === null ? null : { turn: this.#turn, repetition: this.#repetition, fragments: this.#fragments }
    this.#turn = null
    this.#repetition = true
    this.#length = 0
    this.#fragments = []
    return held
  }
}
