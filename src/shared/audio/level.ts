/** Points of the small waveform that goes with every level. */
export const WAVEFORM_POINTS = 64

/**
 * Loudness and shape of one span of sound, without allocating: `rms` and `peak` are 0…1 of full scale, `waveform` has
 * the sample with the largest magnitude (−1…1) of each of `WAVEFORM_POINTS` equal slices of the span, in order.
 */
export class LevelMeter {
  readonly waveform = new Float32Array(WAVEFORM_POINTS)
  readonly #span: number
  #squares = 0
  #peak = 0
  #count = 0
  #rms = 0
  #lastPeak = 0
  readonly #building = new Float32Array(WAVEFORM_POINTS)

  /** `span`: samples per reading. */
  constructor(span: number) {
    this.#span = span
  }

  /** RMS of the last full span. */
  get rms(): number {
    return this.#rms
  }

  /** Largest magnitude of the last full span. */
  get peak(): number {
    return this.#lastPeak
  }

  /** Adds samples; returns true when they completed a span and the readings are new. */
  add(samples: Float32Array): boolean {
    let completed = false
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index] ?? 0
      const magnitude = Math.abs(sample)
      this.#squares += sample * sample
      if (magnitude > this.#peak) this.#peak = magnitude
      const point = Math.floor((this.#count * WAVEFORM_POINTS) / this.#span)
      if (magnitude > Math.abs(this.#building[point] ?? 0)) this.#building[point] = sample
      this.#count += 1
      if (this.#count === this.#span) {
        this.#complete()
        completed = true
      }
    }
    return completed
  }

  /** Discards the unfinished span. */
  reset(): void {
    this.#squares = 0
    this.#peak = 0
    this.#count = 0
    this.#building.fill(0)
  }

  #complete(): void {
    this.#rms = Math.sqrt(this.#squares / this.#span)
    this.#lastPeak = this.#peak
    this.waveform.set(this.#building)
    this.reset()
  }
}
