/** A text of which every piece is sent both as a delta and as the whole so far, as the older TanStack dialect does. */
export class GrowingText {
  #text = ''
  #before = ''

  /** Adds a piece; returns the whole text so far. */
  add(delta: string): string {
    this.#text += delta
    return this.#text
  }

  /** A call comes here: what follows is a new text. */
  breakOff(): void {
    if (this.#text === '') return
    this.#before = this.#text
    this.#text = ''
  }

  /** Whether a new text begins with the whole previous one, so that a client would take it for a continuation. */
  needsBreak(delta: string): boolean {
    return this.#text === '' && this.#before !== '' && delta.startsWith(this.#before)
  }

  clear(): void {
    this.#text = ''
    this.#before = ''
  }
}
