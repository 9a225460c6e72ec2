import type { Clock } from '../../shared/lib/clock'

const SILENCE_PEAK = 0.002
const SILENCE_MS = 3000

/** Detects a microphone that is silent from the start of a talk: muted by a switch or by the system. */
export class SilenceWatch {
  readonly #clock: Clock
  #since: number | null = null
  #decided = false
  /** silence was reported, and no sound was heard since */
  #silent = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A new talk. */
  reset(): void {
    this.#since = null
    this.#decided = false
  }

  /**
   * Takes the peak (0…1) of the newest sound. Returns `silent` once in a talk, after 3 s of silence from its start, and `heard` at the
   * first sound after that, also in a later talk; otherwise null.
   */
  hear(peak: number): 'silent' | 'heard' | null {
    if (peak >= SILENCE_PEAK) {
      this.#decided = true
      if (!this.#silent) return null
      this.#silent = false
      return 'heard'
    }
    if (this.#decided) return null
    this.#since ??= this.#clock.now()
    if (this.#clock.now() - this.#since < SILENCE_MS) return null
    this.#decided = true
    this.#silent = true
    return 'silent'
  }
}
