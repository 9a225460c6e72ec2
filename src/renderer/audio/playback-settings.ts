import type { NamedTurn } from '../../shared/audio/turn-player'
import type { Clock } from '../../shared/lib/clock'
import type { LevelReading } from './levels'

export interface PlaybackSettings {
  /**
   * Takes the other end of the channel with the sound: `PlaybackChannelMessage`s are sent into it. Called once,
   * immediately.
   */
  readonly openLine: (port: MessagePort) => void
  /**
   * How much of this turn was played: samples at the turn's own rate, minus output latency. About every 40 ms and at
   * every start, stall, resume, flush and end; `done` once the turn was played or flushed to its end. A turn that
   * continues after `done` is reported again.
   */
  readonly onPosition: (turn: NamedTurn, playedSamples: number, done: boolean) => void
  /** Sound of this turn arrived: its length so far, in samples of its own rate. */
  readonly onReceived?: (turnId: string, total: number) => void
  /** True while sound is wanted but the system can't play it (no user gesture yet, device lost). */
  readonly onBlocked?: (blocked: boolean) => void
  /** By default passed to `subscribeLevels`. */
  readonly onLevel?: (reading: LevelReading) => void
  /** Connects the player to the next node; by default the context's destination. */
  readonly connectOutput?: (output: AudioNode, context: AudioContext) => void
  /** Receives the player's context when it is created, to select its output device. */
  readonly route?: (context: AudioContext) => void
  readonly clock?: Clock
}

/** Counts for diagnostics. */
export interface PlaybackStatistics {
  /** How often sound was missing and came later. */
  readonly stalls: number
  /** Refused chunks: without a usable rate, with another rate than their turn's, or with an odd number of bytes. */
  readonly refused: number
}

/** The only player; its sound comes through the channel. No method throws. */
export interface Playback {
  /** 0 to 1. */
  setVolume(volume: number): void
  /** 0.75 to 1.5: playback speed at the same pitch. */
  setSpeed(speed: number): void
  /** Muted sound continues silently. */
  setMuted(muted: boolean): void
  /** Lowers the volume while it is uncertain whether the user speaks. */
  setDucked(ducked: boolean): void
  /**
   * Sets whether sound is about to come. An output that was silent for long is suspended; an expected one already runs.
   */
  setExpected(expected: boolean): void
  statistics(): PlaybackStatistics
  /** Releases the loudspeaker for good. */
  close(): void
}
