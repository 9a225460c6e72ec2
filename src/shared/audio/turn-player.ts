import { PcmEngine, type PlaybackEventKind } from './pcm-engine'
import { PLAYBACK_RATE } from './rates'
import { type PlaybackChunk, TurnRates } from './turn-rates'

/**
 * How much of a turn was played, in samples of its own rate. `received`: its length so far; `stalls` counts over all
 * turns.
 */
export interface TurnReport {
  readonly kind: PlaybackEventKind | 'progress'
  readonly conversationId: string
  readonly turnId: string
  readonly position: number
  readonly sampleRate: number
  readonly received: number
  readonly stalls: number
  /** current playback speed */
  readonly speed: number
}

/** Sound of a turn, and the conversation it belongs to. */
export type TurnChunk = PlaybackChunk & { readonly conversationId: string }

/** A turn by name. */
export interface NamedTurn {
  readonly conversationId: string
  readonly turnId: string
}

/** The engine together with each turn's conversation and sample rate. No method throws. */
export class TurnPlayer {
  readonly #engine: PcmEngine
  readonly #rates = new TurnRates()
  readonly #conversations = new Map<string, string>()
  readonly #onReport: (report: TurnReport) => void
  #refused = 0

  /** Reports every event of a turn to `onReport`, at the sample where it happens. */
  constructor(onReport: (report: TurnReport) => void) {
    this.#onReport = onReport
    this.#engine = new PcmEngine({
      sampleRate: PLAYBACK_RATE,
      onEvent: (kind, turnId, position) => {
        this.#report(kind, turnId, position)
        if (kind === 'end' || kind === 'flush') this.#forget(turnId)
      },
    })
  }

  /**
   * Chunks refused so far: without a usable rate, with another rate than their turn's, or with an odd number of bytes.
   */
  get refused(): number {
    return this.#refused
  }

  /** True while samples come out. */
  get playing(): boolean {
    return this.#engine.playing
  }

  /** Changes the playback speed; the pitch stays the same. */
  setSpeed(speed: number): void {
    this.#engine.setSpeed(speed)
  }

  /**
   * Queues sound; rates other than the player's are converted. Returns the turn's length so far, or null for sound that
   * is dropped.
   */
  push(chunk: TurnChunk): number | null {
    if (this.#engine.isFlushed(chunk.turnId)) return null
    const sound = this.#rates.convert(chunk)
    if (sound === null) {
      this.#refused += 1
      return null
    }
    this.#conversations.set(chunk.turnId, chunk.conversationId)
    this.#engine.push(sound.samples, chunk.turnId, sound.startSample)
    return this.#rates.facts(chunk.turnId)?.received ?? null
  }

  /** Marks the turn as complete for now: it plays to its last sample. Without this the last 3 ms fade out. */
  end({ conversationId, turnId }: NamedTurn): void {
    const rest = this.#rates.rest(turnId)
    if (rest) this.#engine.push(rest.samples, turnId, rest.startSample)
    this.#conversations.set(turnId, conversationId)
    this.#engine.end(turnId)
  }

  /** Stops this turn now and drops its queue and everything that still arrives for it. */
  flush({ conversationId, turnId }: NamedTurn): void {
    this.#conversations.set(turnId, conversationId)
    this.#engine.flush(turnId)
  }

  /** Fills `out` with the next samples, or with silence. */
  process(out: Float32Array): void {
    this.#engine.process(out)
  }

  /** Reports the position of the current turn. */
  postProgress(): void {
    const turn = this.#engine.currentTurn
    if (turn !== null && this.#engine.playing) this.#report('progress', turn.turnId, turn.position)
  }

  #report(kind: TurnReport['kind'], turnId: string, played: number): void {
    const { sampleRate, received } = this.#rates.facts(turnId) ?? { sampleRate: PLAYBACK_RATE, received: 0 }
    const conversationId = this.#conversations.get(turnId) ?? ''
    const position = this.#rates.position(turnId, played)
    this.#onReport({ kind, conversationId, turnId, position, sampleRate, received, stalls: this.#engine.stalls, speed: this.#engine.speed })
  }

  #forget(turnId: string): void {
    this.#rates.forget(turnId)
    this.#conversations.delete(turnId)
  }
}
