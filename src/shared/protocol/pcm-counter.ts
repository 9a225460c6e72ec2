import { base64Length, decodeBase64, encodeBase64 } from '../lib/base64'
import type { JsonObject } from '../lib/json'
import { parseMediaType } from '../lib/media-type'

const BYTES_PER_SAMPLE = 2
const DEFAULT_RATE = 24_000

/** A piece of the model's speech: whole samples, and the place of its first sample in the turn. */
export interface PcmPiece {
  readonly chunk: string
  readonly startSample: number
}

/** Counts the speech of one turn. A frame may split a 16-bit sample: the odd byte waits for the next frame. */
export class PcmCounter {
  #chunks = 0
  #samples = 0
  #seconds = 0
  #oddByte: number | null = null

  /** Number of whole samples so far. */
  get samples(): number {
    return this.#samples
  }

  /** Takes one frame of s16le in standard base64; a piece without a whole sample has an empty `chunk`. */
  take(standard: string, sampleRate: number): PcmPiece {
    const whole = this.#oddByte === null && base64Length(standard) % BYTES_PER_SAMPLE === 0 ? standard : this.#align(standard)
    const startSample = this.#samples
    const samples = base64Length(whole) / BYTES_PER_SAMPLE
    if (samples > 0) this.#chunks += 1
    this.#samples += samples
    this.#seconds += samples / sampleRate
    return { chunk: whole, startSample }
  }

  /** Chunks, bytes and duration for the message's metadata; undefined without speech. */
  toJson(): JsonObject | undefined {
    if (this.#samples === 0) return undefined
    return { chunks: this.#chunks, bytes: this.#samples * BYTES_PER_SAMPLE, durationMs: Math.round(this.#seconds * 1000) }
  }

  #align(standard: string): string {
    const fresh = decodeBase64(standard)
    const carried = this.#oddByte === null ? [] : [this.#oddByte]
    const bytes = new Uint8Array(carried.length + fresh.length)
    bytes.set(carried)
    bytes.set(fresh, carried.length)
    const even = bytes.length - (bytes.length % BYTES_PER_SAMPLE)
    this.#oddByte = even === bytes.length ? null : (bytes[even] ?? null)
    return encodeBase64(bytes.subarray(0, even))
  }
}

const PCM_TYPES = new Set(['audio/pcm', 'audio/l16', 'audio/x-raw'])
/** Parameters of 16-bit little-endian mono; anything else is another format. */
const SAYS_THE_SAME: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['channels', new Set(['1'])],
  ['codec', new Set(['pcm', 'l16', 'pcm_s16le', 's16le'])],
  ['encoding', new Set(['pcm', 'linear16', 'pcm_s16le', 's16le', 'signed-integer'])],
  ['format', new Set(['pcm', 's16le', 's16_le', 'pcm_s16le'])],
  ['bits', new Set(['16'])],
  ['bitdepth', new Set(['16'])],
  ['bit_depth', new Set(['16'])],
  ['layout', new Set(['interleaved'])],
])

/**
 * The rate in a media type of raw 16-bit mono PCM: 24,000 Hz if it has no valid one. Null for anything else (an mp3 would
 * play as noise, two channels at half speed).
 */
export function pcmRateOf(mimeType: string): number | null {
  const type = parseMediaType(mimeType)
  if (type === null || !PCM_TYPES.has(type.essence)) return null
  for (const [name, value] of type.parameters) {
    if (SAYS_THE_SAME.get(name)?.has(value.trim().toLowerCase()) === false) return null
  }
  const said = type.parameters.get('rate')?.trim() ?? ''
  const rate = /^\d{4,6}$/.test(said) ? Number(said) : DEFAULT_RATE
  return rate >= 1000 ? rate : DEFAULT_RATE
}
