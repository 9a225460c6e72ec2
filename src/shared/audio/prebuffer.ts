const TARGET_MS = { first: 120, min: 80, max: 400 }
const CALM_MS = 5000

/**
 * How much sound must be buffered before a turn starts: 120 ms at first, more after each stall, less after 5 s without
 * one; 80 to 400 ms.
 */
export class Prebuffer {
  readonly #sampleRate: number
  #target: number
  #before: number
  #calmFor = 0

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate
    this.#target = this.#samples(TARGET_MS.first)
    this.#before = this.#target
  }

  /** Samples that must be buffered. */
  get target(): number {
    return this.#target
  }

  /** Sound ran out before the turn's end. */
  stalled(): void {
    this.#before = this.#target
    this.#target = Math.min(this.#samples(TARGET_MS.max), Math.round(this.#target * 1.5) + this.#samples(10))
  }

  /** The last stall turned out to be a pause of the speaker. */
  takeBack(): void {
    this.#target = this.#before
  }

  /** Playback begins. */
  started(): void {
    this.#calmFor = 0
  }

  /** This many samples were played without a stall. */
  played(length: number): void {
    this.#calmFor += length
    if (this.#calmFor < this.#samples(CALM_MS)) return
    this.#calmFor = 0
    this.#target = Math.max(this.#samples(TARGET_MS.min), Math.round(this.#target * 0.9))
  }

  #samples(milliseconds: number): number {
    return Math.round((milliseconds * this.#sampleRate) / 1000)
  }
}
