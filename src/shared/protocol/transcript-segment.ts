/** Spellings of one utterance differ in case, spaces and punctuation: only letters and digits are compared. */
export function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

// A whole sentence that comes twice in a row is a repetition even if unmarked; a short "yes" may well be said twice.
const SENTENCE = 12
// Shorter text that came in pieces and comes again as one may be laughter.
const PHRASE = 5

// Longer than anybody speaks in one turn (two hours): what follows is not compared, so that memory is bounded.
const LONGEST = 100_000

/**
 * The transcript of one speaker in one turn so far. Servers send fragments of a few letters and often the whole
 * utterance again at the end (`finished` is unreliable in both directions, live-spec §4 rows 22–24).
 */
export class TranscriptSegment {
  #letters = ''
  #fragments = 0

  get isEmpty(): boolean {
    return this.#fragments === 0
  }

  get #isFull(): boolean {
    return this.#letters.length >= LONGEST
  }

  /** Number of letters and digits so far. */
  get length(): number {
    return this.#letters.length
  }

  /** The letters and digits so far. */
  get letters(): string {
    return this.#letters
  }

  /** The new part of `fragment`, verbatim; empty if it only repeats. Only a space at the very beginning is left out. */
  fresh(fragment: string, finished: boolean): string {
    if (this.isEmpty) return fragment.trimStart()
    if (this.#isFull) return fragment
    const said = letters(fragment)
    if (said === '') return finished && fragment.trim() === '' ? '' : fragment
    if (this.#repeats(said, finished)) return ''
    const whole = finished && (this.#fragments > 1 || this.#letters.length >= SENTENCE) && said.startsWith(this.#letters)
    if (whole) return tailAfter(fragment, this.#letters.length)
    return fragment
  }

  /** True if `fragment` repeats the whole text; for text that comes after the speaker had finished. */
  isRepetition(fragment: string): boolean {
    return !this.isEmpty && !this.#isFull && this.#repeats(letters(fragment), true)
  }

  /** True if another channel had `fragment` at the same place before. */
  mirrors(position: number, fragment: string): boolean {
    if (this.#letters.length <= position || this.#isFull) return false
    const said = letters(fragment)
    return said !== '' && this.#letters.startsWith(said, position)
  }

  append(text: string): void {
    if (text === '' || this.#isFull) return
    this.#letters += letters(text)
    this.#fragments += 1
  }

  #repeats(said: string, finished: boolean): boolean {
    if (said.length !== this.#letters.length || said !== this.#letters) return false
    return finished || said.length >= (this.#fragments > 1 ? PHRASE : SENTENCE)
  }
}

/**
 * `text` without its first `count` letters and digits, and how many of them it had. A rest of punctuation alone counts
 * as empty.
 */
export function skipLetters(text: string, count: number): { readonly rest: string; readonly skipped: number } {
  const said = letters(text).length
  const skipped = Math.min(count, said)
  return { rest: skipped === said ? '' : tailAfter(text, skipped), skipped }
}

// the rest of `text` after its first `count` letters and digits
function tailAfter(text: string, count: number): string {
  let seen = 0
  let at = 0
  for (const character of text) {
    if (seen >= count) break
    seen += letters(character).length
    at += character.length
  }
  return text.slice(at)
}
