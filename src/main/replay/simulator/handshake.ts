import type { Fixture, FixtureStep } from '../../../shared/fixtures/fixture'
import type { JsonObject } from '../../../shared/lib/json'

/** The start of each connection: the required setup, and its answer. */
export interface Handshake {
  readonly match: JsonObject | undefined
  readonly frame: JsonObject
  readonly afterMs: number
}

const DEFAULT_DELAY_MS = 40

/**
 * Removes the setup and a recorded `setupComplete` from the front of a recording: they belong to every connection, while the rest is
 * played once.
 */
export function splitHandshake(fixture: Fixture): { readonly handshake: Handshake; readonly steps: readonly FixtureStep[] } {
  const [first, ...afterFirst] = fixture.steps
  const expected = first?.kind === 'expect' && first.expectation.kind === 'setup' ? first.expectation : null
  const steps = expected === null ? fixture.steps : afterFirst
  const [answer, ...afterAnswer] = steps
  if (answer?.kind === 'send' && 'setupComplete' in answer.frame) {
    return { handshake: { match: expected?.match, frame: answer.frame, afterMs: answer.afterMs }, steps: afterAnswer }
  }
  return { handshake: { match: expected?.match, frame: { setupComplete: {} }, afterMs: DEFAULT_DELAY_MS }, steps }
}
