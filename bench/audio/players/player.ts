import type { Thread } from '../thread'

/** Rate of the answers' sound. */
export const SOURCE_RATE = 24_000

/** One way to play an answer, on a simulated sound card. */
export interface Player {
  /** Rate of what comes out. */
  readonly sampleRate: number
  /** The next samples of a turn have come. */
  push(turn: number, samples: Int16Array): void
  end(turn: number): void
  /** The user cuts in. */
  flush(turn: number): void
  /** Fills the next block of the sound card. */
  process(out: Float32Array): void
}

/** Makes a player; `page` is the thread on which its page runs. */
export type MakePlayer = (page: Thread) => Player
