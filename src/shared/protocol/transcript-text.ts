/**
 * In UTF-16 units. A `data-transcript` holds all words of one message each time: longer ones are told by their beginning, so
 * that memory has an end.
 */
const LONGEST = 100_000

/** Gathers words for a `data-transcript`. */
export class TranscriptText {
  #words = ''

  add(text: string): void {
    if (this.#words.length <= LONGEST) this.#words += text
  }

  /** All words, or the beginning of very many. */
  get text(): string {
    if (this.#words.length <= LONGEST) return this.#words
    // half a character at the end is none
    return `${this.#words.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`
  }
}
