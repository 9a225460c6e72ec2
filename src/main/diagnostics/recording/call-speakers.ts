import { bytesToSamples } from '../../../shared/audio/pcm'
import { CAPTURE_RATE, PLAYBACK_RATE } from '../../../shared/audio/rates'
import { Resampler } from '../../../shared/audio/resample'
import type { CallTimeline } from './call-timeline'

/** The pre-roll of a talk arrives in one burst: after this time it is over, and sound arrives as it is spoken. */
const BURST_MS = 40
/** A talk or an answer that was silent for longer than this, apart from its own pauses, was interrupted. */
const GAP_MS = 200

/** Places the user's frames on the timeline: a talk ends when its newest frame arrives, and is in one piece. */
export class UserSpeaker {
  readonly #timeline: CallTimeline
  #talkId: string | null = null
  #resampler = new Resampler(CAPTURE_RATE, PLAYBACK_RATE)
  /** Frames of the burst, until it is known when they were spoken. */
  #burst: { readonly since: number; samples: number[] } | null = null
  #place = 0
  #lastAt = 0

  constructor(timeline: CallTimeline) {
    this.#timeline = timeline
  }

  /** Takes a frame, s16le mono 16 kHz, that came at `now`. */
  add(talkId: string, pcm: Uint8Array, now: number): void {
    const samples = this.#resampler.push(bytesToSamples(pcm))
    const stopped = now - this.#lastAt > GAP_MS + (pcm.byteLength / 2 / CAPTURE_RATE) * 1000
    this.#lastAt = now
    if (talkId !== this.#talkId || (stopped && this.#burst === null)) {
      this.settle()
      this.#talkId = talkId
      this.#burst = { since: now, samples: [] }
    }
    if (this.#burst === null) {
      this.#put(samples)
      return
    }
    this.#burst.samples.push(...samples)
    if (now - this.#burst.since >= BURST_MS) this.settle(now)
  }

  /** Places the waiting frames. `now`: when their end was spoken. */
  settle(now = this.#lastAt): void {
    const burst = this.#burst
    this.#burst = null
    if (burst === null) return
    const length = (burst.samples.length / PLAYBACK_RATE) * 1000
    this.#place = this.#timeline.placeOf(now - length)
    this.#put(Int16Array.from(burst.samples))
  }

  #put(samples: Int16Array): void {
    this.#timeline.put('user', this.#place, samples)
    this.#place += samples.length
  }
}

interface HeardTurn {
  readonly sampleRate: number
  readonly resampler: Resampler | null
  pieces: { readonly start: number; readonly samples: Int16Array }[]
  written: number
  place: number
  lastAt: number | null
}

/** Places the heard part of Parley's answers on the timeline, at the time it was heard. */
export class ParleySpeaker {
  readonly #timeline: CallTimeline
  readonly #turns = new Map<string, HeardTurn>()

  constructor(timeline: CallTimeline) {
    this.#timeline = timeline
  }

  /** Sound of a turn arrived, and will be played. */
  add(turnId: string, sampleRate: number, start: number, pcm: Uint8Array): void {
    const turn = this.#turns.get(turnId) ?? {
      sampleRate,
      resampler: sampleRate === PLAYBACK_RATE ? null : new Resampler(sampleRate, PLAYBACK_RATE),
      pieces: [],
      written: 0,
      place: 0,
      lastAt: null,
    }
    this.#turns.set(turnId, turn)
    turn.pieces.push({ start, samples: bytesToSamples(pcm) })
  }

  /** The turn was played up to sample `heard` at `now`; `done`: no more will be played. */
  heard(turnId: string, heard: number, done: boolean, now: number): void {
    const turn = this.#turns.get(turnId)
    if (turn === undefined) return
    const fresh = cut(turn, heard)
    const length = (fresh.length / turn.sampleRate) * 1000
    if (fresh.length > 0) {
      if (turn.lastAt === null) turn.place = this.#timeline.placeOf(now - length)
      else if (now - turn.lastAt > GAP_MS + length) turn.place = Math.max(turn.place, this.#timeline.placeOf(now - length))
      const samples = turn.resampler === null ? fresh : turn.resampler.push(fresh)
      this.#timeline.put('parley', turn.place, samples)
      turn.place += samples.length
      turn.lastAt = now
    }
    if (done) this.#turns.delete(turnId)
  }
}

/** Takes the samples up to `heard` out of the turn; silence where none arrived. */
function cut(turn: HeardTurn, heard: number): Int16Array {
  const result = new Int16Array(Math.max(0, heard - turn.written))
  for (const { start, samples } of turn.pieces) {
    const from = Math.max(start, turn.written)
    const to = Math.min(start + samples.length, heard)
    if (to > from) result.set(samples.subarray(from - start, to - start), from - turn.written)
  }
  turn.written = Math.max(turn.written, heard)
  turn.pieces = turn.pieces.filter(({ start, samples }) => start + samples.length > turn.written)
  return result
}
