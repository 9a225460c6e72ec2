/** The text with U+FFFD instead of each lone surrogate. */
export function wellFormed(text: string): string {
  return text.toWellFormed()
}

/** The high surrogate at the end of this text; empty if the text ends with a whole character. */
export function openHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : ''
}

/** Joins text that comes in pieces: each returned piece is well-formed, and together they equal the input. */
export class WellFormedPieces {
  #half = ''

  /** The next piece, with the rest of the previous one; empty while only a high surrogate has come. */
  take(piece: string): string {
    const text = this.#half === '' ? piece : this.#half + piece
    this.#half = openHalf(text)
    return wellFormed(this.#half === '' ? text : text.slice(0, -1))
  }

  /** The end of the text: U+FFFD for an incomplete character, otherwise empty. */
  end(): string {
    const rest = wellFormed(this.#half)
    this.#half = ''
    return rest
  }
}
