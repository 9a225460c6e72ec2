/** The text that partial events have streamed: the whole event that follows has it once more (ag-ui#742). */
export class StreamedText {
  #text = ''
  #thoughts = ''

  add(text: string, thought: boolean): void {
    if (thought) this.#thoughts += text
    else this.#text += text
  }

  /** What of a whole text has not been streamed yet. */
  rest(text: string, thought: boolean): string {
    const streamed = thought ? this.#thoughts : this.#text
    const left = streamed.startsWith(text) ? streamed.slice(text.length) : ''
    if (thought) this.#thoughts = left
    else this.#text = left
    if (streamed.startsWith(text)) return ''
    return text.startsWith(streamed) ? text.slice(streamed.length) : text
  }

  clear(): void {
    this.#text = ''
    this.#thoughts = ''
  }
}
