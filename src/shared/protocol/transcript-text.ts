/**
 * In UTF-16 units. A `data-transcript` contains the whole text of one message each time: longer texts are cut, so that
 * memory is bounded.
 */
const LONGEST = 100_000

/** Collects text for a `data-transcript`. */
export class TranscriptText {
  #words = ''

  add(text: string): void {
    if (this.#words.length <= LONGEST) this.#words += text
  }

  /** The whole text, or the beginning of a very long one. */
  get text(): string {
    if (this.#words.length <= LONGEST) return this.#words
    // without a lone surrogate at the end
    return `${this.#words.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`
  }
}
