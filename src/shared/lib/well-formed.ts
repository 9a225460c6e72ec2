const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const ANY_SURROGATE = /[\uD800-\uDFFF]/

/** The text with U+FFFD in the place of each half of a character that has lost its other half. */
export function wellFormed(text: string): string {
  return ANY_SURROGATE.test(text) ? text.replace(LONE_SURROGATE, '\uFFFD') : text
}

/** The first half of a character that ends this text; empty where the text ends with a whole one. */
export function openHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : ''
}

/** Joins text that comes in pieces: each piece it gives back is well-formed, and their sum is the sum of what it was given. */
export class WellFormedPieces {
  #half = ''

  /** The next piece, with what the one before left over; empty while only half a character has come. */
  take(piece: string): string {
    const text = this.#half === '' ? piece : this.#half + piece
    this.#half = openHalf(text)
    return wellFormed(this.#half === '' ? text : text.slice(0, -1))
  }

  /** Nothing more comes: U+FFFD for a half that was never completed, otherwise nothing. */
  end(): string {
    const rest = wellFormed(this.#half)
    this.#half = ''
    return rest
  }
}
