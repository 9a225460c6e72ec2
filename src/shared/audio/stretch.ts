import type { TurnAudio } from './turn-audio'

/** Slowest and fastest speed. */
export const SPEEDS = { min: 0.75, max: 1.5 }
/**
 * Milliseconds: one step of the output, which is also the length of its cross-fade, and how far ahead the next one is
 * searched for.
 */
const STEP_MS = 12
const REACH_MS = 15

/**
 * Plays a turn faster or slower at the same pitch, by overlap-add of the waveform's own periods (WSOLA): each step continues
 * at its nominal place, or up to 15 ms further on where it best matches the continuation of the previous step. The place never
 * drifts: after n output samples, n × speed samples of the turn count as played, and at its end all of them. At speed 1
 * samples pass unchanged. `read` allocates nothing.
 */
export class Stretcher {
  readonly #step: number
  readonly #reach: number
  readonly #ramp: Float32Array
  /** The continuation of the previous step; the step that is played now; the samples ahead. */
  readonly #onward: Float32Array
  readonly #out: Float32Array
  readonly #region: Float32Array
  #outAt = 0
  #outLength = 0
  /** The fraction of a sample that was played and is not counted yet. */
  #owed = 0
  #stretching = false
  #speed = 1
  /** Speed of the step that is played now. */
  #stepSpeed = 1

  constructor(sampleRate: number) {
    this.#step = Math.round((STEP_MS * sampleRate) / 1000)
    this.#reach = Math.round((REACH_MS * sampleRate) / 1000)
    this.#ramp = Float32Array.from({ length: this.#step }, (_, index) => 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / this.#step))
    this.#onward = new Float32Array(this.#step)
    this.#out = new Float32Array(this.#step)
    this.#region = new Float32Array(this.#reach + 2 * this.#step)
  }

  get speed(): number {
    return this.#speed
  }

  /** Takes effect at the next step. NaN is ignored; values out of range are clamped. */
  setSpeed(speed: number): void {
    if (Number.isFinite(speed)) this.#speed = Math.min(SPEEDS.max, Math.max(SPEEDS.min, speed))
  }

  /** The next read does not continue the previous one. */
  reset(): void {
    this.#stretching = false
    this.#outAt = 0
    this.#outLength = 0
    this.#owed = 0
  }

  /**
   * Plays up to `count` samples of the turn into `out` from index `at`; returns the number played. Leaves the last `keep`
   * samples of the queue untouched: fewer than `count` are returned only when nothing else is left.
   */
  read(turn: TurnAudio, out: Float32Array, at: number, count: number, keep: number): number {
    let done = 0
    while (done < count) {
      if (this.#outAt === this.#outLength && !this.#makeStep(turn, keep)) {
        const spare = Math.max(0, turn.buffered - keep)
        return done + turn.read(out, at + done, Math.min(count - done, spare))
      }
      const take = Math.min(count - done, this.#outLength - this.#outAt)
      for (let index = 0; index < take; index += 1) out[at + done + index] = this.#out[this.#outAt + index] ?? 0
      this.#outAt += take
      done += take
      this.#owed += take * this.#stepSpeed
      const whole = Math.floor(this.#owed + 1e-6)
      turn.skip(whole)
      this.#owed -= whole
    }
    return done
  }

  /** False if samples should pass unchanged: at speed 1, and when too few are left to search in. */
  #makeStep(turn: TurnAudio, keep: number): boolean {
    const left = turn.buffered - keep
    const enough = left >= this.#region.length
    if (this.#speed === 1 || !enough) return this.#stretching && this.#leave(turn, left)
    if (!this.#stretching) turn.peek(0, this.#onward, this.#step)
    this.#stretching = true
    turn.peek(0, this.#region, this.#region.length)
    this.#crossFade(this.#bestPlace(), this.#step)
    this.#stepSpeed = this.#speed
    return true
  }

  /** The step that leads back to unchanged samples. */
  #leave(turn: TurnAudio, left: number): boolean {
    this.reset()
    const length = Math.min(this.#step, left)
    if (length <= 0) return false
    turn.peek(0, this.#region, length)
    this.#crossFade(0, length)
    this.#stepSpeed = 1
    return true
  }

  #crossFade(place: number, length: number): void {
    for (let index = 0; index < length; index += 1) {
      const share = this.#ramp[Math.floor((index * this.#step) / length)] ?? 1
      this.#out[index] = (this.#onward[index] ?? 0) * (1 - share) + (this.#region[place + index] ?? 0) * share
    }
    for (let index = 0; index < this.#step; index += 1) this.#onward[index] = this.#region[place + length + index] ?? 0
    this.#outAt = 0
    this.#outLength = length
  }

  /**
   * The place in the region that best matches the continuation of the previous step. Comparing every second sample is
   * enough.
   */
  #bestPlace(): number {
    let best = 0
    let bestLikeness = Number.NEGATIVE_INFINITY
    for (let place = 0; place <= this.#reach; place += 1) {
      let product = 0
      let energy = 1e-9
      for (let index = 0; index < this.#step; index += 2) {
        const sample = this.#region[place + index] ?? 0
        product += (this.#onward[index] ?? 0) * sample
        energy += sample * sample
      }
      const likeness = product / Math.sqrt(energy)
      if (likeness > bestLikeness) {
        bestLikeness = likeness
        best = place
      }
    }
    return best
  }
}
