/** Buffers the newest samples up to a fixed number, in order; older ones are overwritten. */
export class SampleRing {
  readonly #samples: Int16Array
  #end = 0
  #length = 0

  constructor(capacity: number) {
    this.#samples = new Int16Array(capacity)
  }

  /** Number of buffered samples. */
  get length(): number {
    return this.#length
  }

  /** Adds one sample. Allocates nothing. */
  push(sample: number): void {
    if (this.#samples.length === 0) return
    this.#samples[this.#end] = sample
    this.#end = (this.#end + 1) % this.#samples.length
    if (this.#length < this.#samples.length) this.#length += 1
  }

  /** Removes and returns the newest `length` samples (all, if there are fewer), oldest first, and empties the ring. */
  drain(length = this.#length): Int16Array<ArrayBuffer> {
    this.#length = Math.min(this.#length, Math.max(0, length))
    const result = new Int16Array(this.#length)
    const start = this.#end - this.#length + this.#samples.length
    for (let index = 0; index < result.length; index += 1) result[index] = this.#samples[(start + index) % this.#samples.length] ?? 0
    this.#length = 0
    return result
  }
}
