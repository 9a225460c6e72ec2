import type { Fixture } from '../../shared/fixtures/fixture'
import type { Clock } from '../../shared/lib/clock'
import type { FaultChoice } from '../fixtures/faults/fault-choice'
import { type FixtureServer, startFixtureServer } from '../fixtures/fixture-server'

/** The recording that stands in for Gemini in one conversation, behind a server of its own on loopback. */
export interface ReplaySource {
  fixture(): Fixture
  /** Address of the server; started at the first call and after each change of fixture or speed. */
  baseUrl(): Promise<string>
  /** Another recording, from its beginning. */
  choose(fixture: Fixture): Promise<void>
  close(): Promise<void>
}

/** Makes the source; nothing listens before `baseUrl` is asked for. `faults`: what goes wrong at each of its servers. */
export function createReplaySource(first: Fixture, speed: () => number, clock: Clock, faults: readonly FaultChoice[]): ReplaySource {
  let fixture = first
  let server: Promise<FixtureServer> | null = null

  async function close(): Promise<void> {
    const closing = server
    server = null
    await (await closing)?.close()
  }

  return {
    fixture: () => fixture,
    async baseUrl() {
      server ??= startFixtureServer({ fixture, speed: speed(), clock, faults })
      return (await server).baseUrl
    },
    async choose(next) {
      await close()
      fixture = next
    },
    close,
  }
}
