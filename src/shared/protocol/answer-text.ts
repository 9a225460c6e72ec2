import { playedCharacters } from './played-characters'

/** Only where a cut must not fall inside a character does the text itself matter, and nobody listens that long. */
const LONGEST_KEPT = 1_000_000

/** The text of one answer, over all its parts: its length, and the beginning of it. */
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

  /** How much of it was heard (docs/protocol.md). */
  heard(playedSamples: number, totalSamples: number): number {
    return playedCharacters(this.#kept, playedSamples, totalSamples, this.#length)
  }
}
