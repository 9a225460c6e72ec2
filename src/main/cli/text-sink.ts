/**
 * Writes text and waits while the reader is slow; a reader that closed the output (`| head`) ends the work without an
 * error.
 */
export class TextSink {
  readonly #output: NodeJS.WritableStream
  readonly #close: () => void
  #closed = false

  constructor(output: NodeJS.WritableStream) {
    this.#output = output
    this.#close = () => {
      this.#closed = true
    }
    output.on('error', this.#close)
    output.on('close', this.#close)
  }

  get isClosed(): boolean {
    return this.#closed
  }

  async write(text: string): Promise<void> {
    if (text === '' || this.#closed) return
    if (this.#output.write(text)) return
    await this.#drained()
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const events = ['drain', 'close', 'error']
      const done = () => {
        for (const event of events) this.#output.off(event, done)
        resolve()
      }
      for (const event of events) this.#output.on(event, done)
    })
  }

  release(): void {
    this.#output.off('close', this.#close)
  }
}
