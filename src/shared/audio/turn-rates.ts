import { bytesToSamples } from './pcm'
import { PLAYBACK_RATE } from './rates'
import { Resampler } from './resample'

/** Sound of one turn: s16le mono. `startSample` counts from the turn's first sample, at `sampleRate`. */
export interface PlaybackChunk {
  readonly turnId: string
  readonly sampleRate: number
  readonly startSample: number
  readonly pcm: Uint8Array
}

/** Samples at the player's rate, and their place in the turn at that rate. */
export interface ConvertedSound {
  readonly samples: Int16Array<ArrayBuffer>
  readonly startSample: number
}

interface TurnRate {
  readonly sampleRate: number
  readonly resampler: Resampler | null
  /** Samples returned, at the player's rate. */
  sent: number
  /** Samples received, at the turn's own rate. */
  received: number
}

const RATES = { min: 8000, max: 192_000 }

/** Converts every turn's sound to the player's rate, and positions of the player back to the turn's rate. */
export class TurnRates {
  readonly #turns = new Map<string, TurnRate>()

  /**
   * Null for a chunk that can't be played: without a valid rate, with another rate than its turn's, or with an odd
   * number of bytes.
   */
  convert(chunk: PlaybackChunk): ConvertedSound | null {
    const { turnId, sampleRate, pcm } = chunk
    const usable = sampleRate >= RATES.min && sampleRate <= RATES.max && pcm.byteLength % 2 === 0
    if (!usable) return null
    const turn = this.#turns.get(turnId) ?? newTurn(sampleRate)
    if (turn.sampleRate !== sampleRate) return null
    this.#turns.set(turnId, turn)
    const samples = bytesToSamples(pcm)
    turn.received = Math.max(turn.received, chunk.startSample) + samples.length
    return turn.resampler ? take(turn, turn.resampler.push(samples)) : { samples, startSample: chunk.startSample }
  }

  /** The sound still inside the converter, or null. */
  rest(turnId: string): ConvertedSound | null {
    const turn = this.#turns.get(turnId)
    return turn?.resampler ? take(turn, turn.resampler.end()) : null
  }

  /** Converts a position of the player to samples of the turn's own rate, between 0 and the samples received. */
  position(turnId: string, played: number): number {
    const turn = this.#turns.get(turnId)
    const samples = Math.round(Math.max(0, played) * ((turn?.sampleRate ?? PLAYBACK_RATE) / PLAYBACK_RATE))
    return turn ? Math.min(samples, turn.received) : samples
  }

  /** The turn's own rate and its length so far at that rate; null for a turn without sound. */
  facts(turnId: string): { readonly sampleRate: number; readonly received: number } | null {
    return this.#turns.get(turnId) ?? null
  }

  /** Forgets this turn. */
  forget(turnId: string): void {
    this.#turns.delete(turnId)
  }
}

function newTurn(sampleRate: number): TurnRate {
  return { sampleRate, resampler: sampleRate === PLAYBACK_RATE ? null : new Resampler(sampleRate, PLAYBACK_RATE), sent: 0, received: 0 }
}

function take(turn: TurnRate, samples: Int16Array<ArrayBuffer>): ConvertedSound {
  const startSample = turn.sent
  turn.sent += samples.length
  return { samples, startSample }
}
