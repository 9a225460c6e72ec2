const ZERO_CROSSINGS = 32
const BETA = 9
/** Part of the lower rate's band that is kept; the rest is the filter's slope. */
const PASS_BAND = 0.94

/**
 * Changes the sample rate of a stream by a windowed-sinc filter (Kaiser, β 9: images and aliases below −80 dB). Pieces may
 * be of any length: the output does not depend on how the input was cut. `push` gives what is certain so far, `end` the
 * rest; together `ceil(input × to ÷ from)` samples.
 */
export class Resampler {
  readonly #step: number
  readonly #cutoff: number
  readonly #reach: number
  readonly #scale: number
  #history: Float64Array<ArrayBuffer>
  /** Index in the stream of the first sample in `#history`. */
  #historyStart: number
  #received = 0
  #produced = 0

  constructor(from: number, to: number) {
    this.#step = from / to
    this.#cutoff = Math.min(1, to / from) * PASS_BAND
    this.#reach = Math.ceil(ZERO_CROSSINGS / this.#cutoff)
    this.#scale = 1 / bessel(BETA)
    this.#history = new Float64Array(this.#reach)
    this.#historyStart = -this.#reach
  }

  /** Takes the next samples and gives those of the new rate that no later input can change. */
  push(samples: Int16Array): Int16Array<ArrayBuffer> {
    const joined = new Float64Array(this.#history.length + samples.length)
    joined.set(this.#history)
    joined.set(samples, this.#history.length)
    this.#history = joined
    this.#received += samples.length
    return this.#produce(this.#received - this.#reach)
  }

  /** Gives the rest; afterwards the resampler stands at the beginning of a new stream. */
  end(): Int16Array<ArrayBuffer> {
    const joined = new Float64Array(this.#history.length + this.#reach + 1)
    joined.set(this.#history)
    this.#history = joined
    const rest = this.#produce(this.#received)
    this.#history = new Float64Array(this.#reach)
    this.#historyStart = -this.#reach
    this.#received = 0
    this.#produced = 0
    return rest
  }

  /** All samples whose centre lies before `limit` of the input. */
  #produce(limit: number): Int16Array<ArrayBuffer> {
    const total = Math.max(this.#produced, Math.ceil(limit / this.#step))
    const result = new Int16Array(total - this.#produced)
    for (let index = 0; index < result.length; index += 1) {
      const value = Math.round(this.#at((this.#produced + index) * this.#step))
      result[index] = Math.max(-32768, Math.min(32767, value))
    }
    this.#produced = total
    const keepFrom = Math.max(this.#historyStart, Math.floor(total * this.#step) - this.#reach)
    this.#history = this.#history.slice(keepFrom - this.#historyStart)
    this.#historyStart = keepFrom
    return result
  }

  #at(centre: number): number {
    const first = Math.max(this.#historyStart, Math.ceil(centre - this.#reach))
    const last = Math.min(this.#historyStart + this.#history.length - 1, Math.floor(centre + this.#reach))
    let sum = 0
    for (let index = first; index <= last; index += 1) {
      const distance = index - centre
      const window = bessel(BETA * Math.sqrt(Math.max(0, 1 - (distance / this.#reach) ** 2))) * this.#scale
      sum += (this.#history[index - this.#historyStart] ?? 0) * sinc(distance * this.#cutoff) * window
    }
    return sum * this.#cutoff
  }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
