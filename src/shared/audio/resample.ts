const ZERO_CROSSINGS = 32
const BETA = 9
/** Part of the lower rate's band that passes; the rest is the filter's slope. */
const PASS_BAND = 0.94
/** Limits the memory for kernels: rates without a common divisor would need too many. */
const MOST_KERNELS = 1000

/**
 * Changes the sample rate of a stream with a windowed-sinc filter (Kaiser, β 9: images and aliases below −80 dB). Pieces
 * may have any length: the output does not depend on how the input was cut. `push` returns the samples that are final so
 * far, `end` the rest; together `ceil(input × to ÷ from)` samples.
 */
export class Resampler {
  readonly #step: number
  /**
   * An output sample lies at an input sample plus a fraction in units of `1 / #parts`: each fraction has its kernel.
   */
  readonly #parts: number
  readonly #stride: number
  readonly #kernels = new Map<number, Float64Array>()
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
    const common = divisor(Math.round(from), Math.round(to))
    this.#parts = Math.round(to) / common
    this.#stride = Math.round(from) / common
    this.#cutoff = Math.min(1, to / from) * PASS_BAND
    this.#reach = Math.ceil(ZERO_CROSSINGS / this.#cutoff)
    this.#scale = 1 / bessel(BETA)
    this.#history = new Float64Array(this.#reach)
    this.#historyStart = -this.#reach
  }

  /** Adds the next samples and returns those of the new rate that no later input can change. */
  push(samples: Int16Array): Int16Array<ArrayBuffer> {
    const joined = new Float64Array(this.#history.length + samples.length)
    joined.set(this.#history)
    joined.set(samples, this.#history.length)
    this.#history = joined
    this.#received += samples.length
    return this.#produce(this.#received - this.#reach)
  }

  /** Returns the rest; afterwards the resampler is ready for a new stream. */
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
      const value = Math.round(this.#at(this.#produced + index))
      result[index] = Math.max(-32768, Math.min(32767, value))
    }
    this.#produced = total
    const keepFrom = Math.max(this.#historyStart, Math.floor(total * this.#step) - this.#reach)
    this.#history = this.#history.slice(keepFrom - this.#historyStart)
    this.#historyStart = keepFrom
    return result
  }

  /** The value of an output sample. */
  #at(sample: number): number {
    const whole = Math.floor((sample * this.#stride) / this.#parts)
    const part = (sample * this.#stride) % this.#parts
    const kernel = this.#kernels.get(part) ?? this.#makeKernel(part)
    const first = whole - this.#reach - this.#historyStart
    let sum = 0
    for (let tap = Math.max(0, -first); tap < kernel.length && first + tap < this.#history.length; tap += 1) {
      sum += (this.#history[first + tap] ?? 0) * (kernel[tap] ?? 0)
    }
    return sum
  }

  #makeKernel(part: number): Float64Array {
    const kernel = new Float64Array(2 * this.#reach + 2)
    for (let tap = 0; tap < kernel.length; tap += 1) {
      const distance = tap - this.#reach - part / this.#parts
      const inside = 1 - (distance / this.#reach) ** 2
      if (inside >= 0) kernel[tap] = sinc(distance * this.#cutoff) * bessel(BETA * Math.sqrt(inside)) * this.#scale * this.#cutoff
    }
    if (this.#kernels.size < MOST_KERNELS) this.#kernels.set(part, kernel)
    return kernel
  }
}

/** Greatest common divisor. */
function divisor(first: number, second: number): number {
  return second === 0 ? first : divisor(second, first % second)
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
