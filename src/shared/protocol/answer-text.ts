import { playedCharacters } from './played-characters'

/** The text itself is needed only to avoid a cut inside a character, and nobody listens this long. */
const LONGEST_KEPT = 1_000_000

/** The length of one answer's text over all its parts, and the beginning of it. */
export class AnswerText {
  #kept = ''
  #length = 0

  /** In UTF-16 units. */
  get length(): number {
    return this.#length
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  add(text: string): void {
    this.#length += text.length
    if (this.#kept.length < LONGEST_KEPT) this.#kept += text
  }

  /** How many characters of it were played (docs/protocol.md). */
  heard(playedSamples: number, totalSamples: number): number {
    return playedCharacters(this.#kept, playedSamples, totalSamples, this.#length)
  }
}
