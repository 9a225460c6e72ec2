import type { MakePlayer } from './players/player'
import { SOURCE_RATE } from './players/player'
import { type HeldUp, Thread } from './thread'
import type { Arrival } from './traces'

const BLOCK = 128

/** What came out of a player. */
export interface Played {
  readonly out: Float32Array
  readonly sampleRate: number
}

/** How one design gets its sound. */
export interface Design {
  readonly name: string
  readonly make: MakePlayer
  /** Sound and commands come past the page's thread. */
  readonly isDirect: boolean
}

/** What happens to a player beside the sound that comes: the user cuts in, and another answer begins. */
export interface Happening {
  readonly atMs: number
  readonly run: 'flush' | { readonly nextTurn: Int16Array }
}

/** Plays a tone that comes as the trace says until `untilMs` of simulated time. */
export function play(
  design: Design,
  arrivals: readonly Arrival[],
  heldUp: HeldUp | null,
  untilMs: number,
  happenings: readonly Happening[] = [],
): Played {
  const page = new Thread(heldUp)
  const network = design.isDirect ? new Thread(null) : page
  const player = design.make(page)
  const total = arrivals.reduce((sum, { samples }) => sum + samples, 0)
  let sent = 0
  for (const [index, { atMs, samples }] of arrivals.entries()) {
    const piece = tone(samples, sent, total)
    sent += samples
    network.at(atMs, () => {
      player.push(1, piece)
      if (index === arrivals.length - 1) player.end(1)
    })
  }
  for (const { atMs, run } of happenings) {
    network.at(atMs, () => {
      if (run === 'flush') player.flush(1)
      else {
        player.push(2, run.nextTurn)
        player.end(2)
      }
    })
  }
  const out = new Float32Array(Math.ceil((untilMs * player.sampleRate) / 1000 / BLOCK) * BLOCK)
  for (let at = 0; at < out.length; at += BLOCK) {
    const now = (at / player.sampleRate) * 1000
    network.advance(now)
    if (page !== network) page.advance(now)
    player.process(out.subarray(at, at + BLOCK))
  }
  return { out, sampleRate: player.sampleRate }
}

/** A part of a tone of 220 Hz at 0.8 of full scale that begins and ends softly, so that every click in what is played of it is the player's. */
export function tone(length: number, from: number, total: number): Int16Array {
  return Int16Array.from({ length }, (_, index) => {
    const edge = Math.min(1, (from + index + 1) / 240, (total - from - index) / 240)
    const shape = 0.5 - 0.5 * Math.cos(Math.PI * edge)
    return Math.round(26_000 * shape * Math.sin((2 * Math.PI * 220 * (from + index + 0.5)) / SOURCE_RATE))
  })
}
