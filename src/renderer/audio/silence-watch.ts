import type { Clock } from '../../shared/lib/clock'

const SILENCE_PEAK = 0.002
const SILENCE_MS = 3000

/** Detects a microphone that is silent from the start of a talk: muted by a switch or by the system. */
export class SilenceWatch {
  readonly #clock: Clock
  #since: number | null = null
  #decided = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A new talk. */
  reset(): void {
    this.#since = null
    this.#decided = false
  }

  /**
   * Takes the peak (0…1) of the newest sound; returns true once, after 3 s of silence. Any sound disables it for the
   * rest of the talk.
   */
  hear(peak: number): boolean {
    if (this.#decided) return false
    if (peak >= SILENCE_PEAK) {
      this.#decided = true
      return false
    }
    this.#since ??= this.#clock.now()
    this.#decided = this.#clock.now() - this.#since >= SILENCE_MS
    return this.#decided
  }
}
