import type { Fixture } from '../../shared/fixtures/fixture'
import type { Clock } from '../../shared/lib/clock'
import type { FaultName } from '../fixtures/faults/catalogue'
import type { FaultChoice } from '../fixtures/faults/fault-choice'
import { type FixtureServer, startFixtureServer } from '../fixtures/fixture-server'

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
  /** The recording from its beginning, and this goes wrong. */
  misbehave(fault: FaultName | null): Promise<void>
  close(): Promise<void>
}

/** Makes the source; nothing listens before `baseUrl` is asked for. `faults`: what goes wrong at each of its servers. */
export function createReplaySource(first: Fixture, speed: () => number, clock: Clock, faults: readonly FaultChoice[]): ReplaySource {
  let spoken = first
  let written = first.protocol === 'gemini-text' ? first : undefined
  let server: Promise<FixtureServer> | null = null
  let fault: FaultName | null = null

  async function close(): Promise<void> {
    const closing = server
    server = null
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
      })
      return (await server).baseUrl
    },
    async choose(next) {
      await close()
      if (next.protocol === 'gemini-text') written = next
      else {
        spoken = next
        written = undefined
      }
    },
    fault: () => fault,
    async misbehave(next) {
      await close()
      fault = next
    },
    close,
  }
}
