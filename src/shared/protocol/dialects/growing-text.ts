/** A text that is told with every piece both alone and whole, as the older TanStack dialect does. */
export class GrowingText {
  #text = ''
  #before = ''

  /** Adds a piece; returns the whole text so far. */
  add(delta: string): string {
    this.#text += delta
    return this.#text
  }

  /** A call stands here: what follows is a text of its own. */
  breakOff(): void {
    if (this.#text === '') return
    this.#before = this.#text
    this.#text = ''
  }

  /** Whether a new text begins with the whole of the one before it, so that it can't be told from more of the same. */
  needsBreak(delta: string): boolean {
    return this.#text === '' && this.#before !== '' && delta.startsWith(this.#before)
  }

  clear(): void {
    this.#text = ''
    this.#before = ''
  }
}
