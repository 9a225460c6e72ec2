import type { NamedTurn } from '../../shared/audio/turn-player'
import type { Clock } from '../../shared/lib/clock'
import type { LevelReading } from './levels'

export interface PlaybackSettings {
  /** Takes the other end of the line on which the sound comes: `PlaybackChannelMessage`s are sent into it. Called once, at once. */
  readonly openLine: (port: MessagePort) => void
  /**
   * How far this turn was heard: samples at the turn's own rate, what is still in the sound system taken off. About every
   * 40 ms and at every start, stall, resume, flush and end; `done` once the turn was played or flushed to its end. A turn
   * that goes on after `done` is reported on again.
   */
  readonly onPosition: (turn: NamedTurn, playedSamples: number, done: boolean) => void
  /** Sound of this turn came: its length so far, in samples of its own rate. */
  readonly onReceived?: (turnId: string, total: number) => void
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

/** Counts for diagnostics. */
export interface PlaybackStatistics {
  /** Times that sound was missing and came later. */
  readonly stalls: number
  /** Chunks refused: no usable rate, another rate than their turn's, or half a sample. */
  readonly refused: number
}

/** The one loudspeaker; its sound comes down the line. No method throws. */
export interface Playback {
  /** 0 to 1. */
  setVolume(volume: number): void
  /** 0.75 to 1.5: how fast turns are played, at the pitch they have. */
  setSpeed(speed: number): void
  /** Muted sound goes on being played, unheard. */
  setMuted(muted: boolean): void
  /** Steps back while it is not sure whether the user speaks. */
  setDucked(ducked: boolean): void
  /** Is sound about to come? A loudspeaker that has long been silent rests; one that is expected to sound runs by then. */
  setExpected(expected: boolean): void
  statistics(): PlaybackStatistics
  /** Releases the loudspeaker for good. */
  close(): void
}
