/** Cuts consecutive frames into windows of equal length. A gap between frames starts a new window. */
export class WindowCutter {
  readonly #length: number
  readonly #onWindow: (samples: Float32Array<ArrayBuffer>, startSample: number) => void
  readonly #onGap: () => void
  #window: Float32Array<ArrayBuffer>
  #filled = 0
  #next: number | null = null

  /** `onWindow` receives samples in −1…1 and may keep them; `onGap` is called before the first window after a gap. */
  constructor(length: number, onWindow: (samples: Float32Array<ArrayBuffer>, startSample: number) => void, onGap: () => void) {
    this.#length = length
    this.#onWindow = onWindow
    this.#onGap = onGap
    this.#window = new Float32Array(length)
  }

  push(samples: Int16Array, startSample: number): void {
    if (this.#next !== null && this.#next !== startSample) {
      this.#filled = 0
      this.#onGap()
    }
    this.#next = startSample + samples.length
    for (let index = 0; index < samples.length; index += 1) {
      this.#window[this.#filled] = (samples[index] ?? 0) / 32_768
      this.#filled += 1
      if (this.#filled < this.#length) continue
      const window = this.#window
      this.#window = new Float32Array(this.#length)
      this.#filled = 0
      this.#onWindow(window, startSample + index + 1 - this.#length)
    }
  }
}
