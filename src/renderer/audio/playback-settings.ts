import type { Clock } from '../../shared/lib/clock'
import type { LevelReading } from './levels'

export interface PlaybackSettings {
  /**
   * How far this turn was heard: samples at the turn's own rate, what is still in the sound system taken off. About every
   * 40 ms and at every start, stall, resume, flush and end; `done` once the turn was played or flushed to its end. A turn
   * that goes on after `done` is reported on again.
   */
  readonly onPosition: (turnId: string, playedSamples: number, done: boolean) => void
  /** True while sound is wanted but the system gives no way to play it (no user gesture yet, device lost). */
  readonly onBlocked?: (blocked: boolean) => void
  /** By default told to `subscribeLevels`. */
  readonly onLevel?: (reading: LevelReading) => void
  /** Joins the player to what follows; by default the context's destination. */
  readonly connectOutput?: (output: AudioNode, context: AudioContext) => void
  /** Hears of the player's context once it is made: chooses where it sounds. */
  readonly route?: (context: AudioContext) => void
  readonly clock?: Clock
}

/** Sound of one turn: s16le mono. `startSample` counts from the turn's first sample, at `sampleRate`. */
export interface PlaybackChunk {
  readonly turnId: string
  readonly sampleRate: number
  readonly startSample: number
  readonly pcm: Uint8Array
}

/** Counts for diagnostics. */
export interface PlaybackStatistics {
  /** Times that sound was missing and came later. */
  readonly stalls: number
  /** Chunks refused: no usable rate, another rate than their turn's, or half a sample. */
  readonly refused: number
}

/** The one loudspeaker. No method throws. */
export interface Playback {
  /** Queues sound. Rates other than 24 kHz are converted. */
  push(chunk: PlaybackChunk): void
  /** No more sound for this turn for now: it plays to its last sample. Without it the last 3 ms fade out. */
  end(turnId: string): void
  /** Stops this turn now and drops what is queued and what still comes for it. */
  flush(turnId: string): void
  /** 0 to 1. */
  setVolume(volume: number): void
  /** Muted sound goes on being played, unheard. */
  setMuted(muted: boolean): void
  statistics(): PlaybackStatistics
  /** Releases the loudspeaker for good. */
  close(): void
}
