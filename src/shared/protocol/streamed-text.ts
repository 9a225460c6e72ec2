// (in UTF-16 units) a longer text is not compared with the whole event, which then adds nothing
const LONGEST = 16 * 1024 * 1024

/** The text that partial events have streamed: the whole event that follows repeats it (ag-ui#742). */
export class StreamedText {
  #text = ''
  #thoughts = ''

  add(text: string, thought: boolean): void {
    const streamed = thought ? this.#thoughts : this.#text
    if (streamed.length >= LONGEST) return
    if (thought) this.#thoughts += text
    else this.#text += text
  }

  /** The part of a whole text that was not streamed yet. */
  rest(text: string, thought: boolean): string {
    const streamed = thought ? this.#thoughts : this.#text
    const left = streamed.startsWith(text) ? streamed.slice(text.length) : ''
    if (thought) this.#thoughts = left
    else this.#text = left
    if (streamed.startsWith(text) || (streamed.length >= LONGEST && text.startsWith(streamed))) return ''
    return text.startsWith(streamed) ? text.slice(streamed.length) : text
  }

  clear(): void {
    this.#text = ''
    this.#thoughts = ''
  }
}
