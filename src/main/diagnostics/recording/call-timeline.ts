/** Longer silence of both speakers is cut to this: an hour of thinking is no hour of recording. */
const LONGEST_PAUSE_SECONDS = 10

/** Who speaks on which channel. */
export type Speaker = 'user' | 'parley'

/**
 * Two channels on one timeline. Sound is placed where it was heard, in any order; `take` returns settled sound, interleaved (user,
 * Parley) and in order, each position once.
 */
export class CallTimeline {
  readonly #sampleRate: number
  #startedAt: number | null = null
  readonly #lead: number
  /** Samples that long pauses were shortened by. */
  #cut = 0
  /** Position of the first sample not taken yet, and after the last one placed. */
  #taken = 0
  #end = 0
  readonly #sides: Record<Speaker, Int16Array>

  /** `leadSeconds`: silence before the first sound, when it continues an earlier part. */
  constructor(sampleRate: number, leadSeconds: number) {
    this.#sampleRate = sampleRate
    this.#lead = Math.round(leadSeconds * sampleRate)
    this.#sides = { user: new Int16Array(sampleRate), parley: new Int16Array(sampleRate) }
  }

  /** The position of a moment (ms since the epoch); a longer pause before it is cut here. */
  placeOf(time: number): number {
    this.#startedAt ??= time
    const place = Math.round(((time - this.#startedAt) * this.#sampleRate) / 1000) + this.#lead - this.#cut
    const longest = this.#end + LONGEST_PAUSE_SECONDS * this.#sampleRate
    if (this.#end === 0 || place <= longest) return place
    this.#cut += place - longest
    return longest
  }

  /** Places samples of one speaker at a position; the part before what was already taken is dropped. */
  put(side: Speaker, place: number, samples: Int16Array): void {
    const late = Math.max(0, this.#taken - place)
    const rest = samples.subarray(late)
    if (rest.length === 0) return
    const from = place + late - this.#taken
    if (from + rest.length > this.#sides[side].length) this.#sides[side] = grown(this.#sides[side], 2 * (from + rest.length))
    this.#sides[side].set(rest, from)
    this.#end = Math.max(this.#end, place + samples.length)
  }

  /** Everything but the last `keepSeconds`, interleaved; nothing if that is less than `leastSeconds`. */
  take(keepSeconds: number, leastSeconds: number): Int16Array {
    const length = this.#end - Math.round(keepSeconds * this.#sampleRate) - this.#taken
    if (length <= 0 || length < leastSeconds * this.#sampleRate) return new Int16Array(0)
    const { user, parley } = this.#sides
    const result = new Int16Array(2 * length)
    for (let index = 0; index < length; index += 1) {
      result[2 * index] = user[index] ?? 0
      result[2 * index + 1] = parley[index] ?? 0
    }
    this.#sides.user = user.slice(length)
    this.#sides.parley = parley.slice(length)
    this.#taken += length
    return result
  }
}

function grown(samples: Int16Array, length: number): Int16Array {
  const result = new Int16Array(length)
  result.set(samples)
  return result
}
