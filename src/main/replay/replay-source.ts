import type { Fixture } from '../../shared/fixtures/fixture'
import type { Clock } from '../../shared/lib/clock'
import type { ReplayPace } from './replay-pace'
import type { FaultName } from './simulator/faults/catalogue'
import type { FaultChoice } from './simulator/faults/fault-choice'
import { type FixtureServer, startFixtureServer } from './simulator/fixture-server'
import type { PlayerObserver } from './simulator/player-types'

/** The recording that stands in for Gemini in one conversation, behind a server of its own on loopback. */
export interface ReplaySource {
  fixture(): Fixture
  /** The one that answers what is spoken. */
  spoken(): Fixture
  /** Whether it answers typed words in writing; what is spoken is then answered by the recording of before. */
  isWritten(): boolean
  /** Address of the server; started at the first call and after each change of fixture or speed. */
  baseUrl(): Promise<string>
  /** Another recording, from its beginning. */
  choose(fixture: Fixture): Promise<void>
  /** What goes wrong beside the faults that it was made with; null where nothing does. */
  fault(): FaultName | null
  /** Begins the recording again, at this turn of the user, counted from 0. */
  restart(fromTurn: number): Promise<void>
  /** Frames that its server has sent. */
  framesSent(): number
  /** The recording from its beginning, and this goes wrong. */
  misbehave(fault: FaultName | null): Promise<void>
  close(): Promise<void>
}

/** What follows the replay. */
export interface ReplayFollower {
  readonly pace: Pick<ReplayPace, 'speed' | 'clock'>
  readonly observer: PlayerObserver
}

/** Makes the source; nothing listens before `baseUrl` is asked for. `faults`: what goes wrong at each of its servers. */
export function createReplaySource(
  first: Fixture,
  speed: () => number,
  clock: Clock,
  faults: readonly FaultChoice[],
  follower: ReplayFollower,
): ReplaySource {
  let fromTurn = 0
  let running: FixtureServer | null = null
  let spoken = first
  let written = first.protocol === 'gemini-text' ? first : undefined
  let server: Promise<FixtureServer> | null = null
  let fault: FaultName | null = null

  async function close(): Promise<void> {
    const closing = server
    server = null
    running = null
    await (await closing)?.close()
  }

  return {
    fixture: () => written ?? spoken,
    spoken: () => spoken,
    isWritten: () => written !== undefined,
    async baseUrl() {
      const all = fault === null ? faults : [...faults, fault]
      server ??= startFixtureServer({
        fixture: spoken,
        ...(written !== undefined && { text: written }),
        speed: speed(),
        clock,
        faults: all,
        ...follower,
        fromTurn,
      })
      running = await server
      return running.baseUrl
    },
    async choose(next) {
      await close()
      fromTurn = 0
      if (next.protocol === 'gemini-text') written = next
      else {
        spoken = next
        written = undefined
      }
    },
    fault: () => fault,
    framesSent: () => running?.framesSent() ?? 0,
    async restart(turn) {
      await close()
      fromTurn = turn
    },
    async misbehave(next) {
      await close()
      fromTurn = 0
      fault = next
    },
    close,
  }
}
