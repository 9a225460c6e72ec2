import { assertNever } from '../lib/assert-never'
import type { JsonObject } from '../lib/json'
import type { CallOutcome } from '../protocol/converter-input'

/** What the model is told about one of its calls: how it ended, or that the user has not decided yet. */
export type ToolResponseOutcome = CallOutcome | { readonly kind: 'waiting' }

/**
 * The `response` object of one function response. `status` is always there and says what happened to the call:
 * `done | failed | denied | expired | withdrawn | waiting`. Only `failed` carries an `error`, so that a refusal is
 * never mistaken for something to try again.
 */
export function toolResponseFor(outcome: ToolResponseOutcome): JsonObject {
  switch (outcome.kind) {
    case 'result':
      return { status: 'done', result: outcome.output }
    case 'error':
      return { status: 'failed', error: outcome.errorText }
    case 'denied': {
      const denied = { status: 'denied', message: 'The user denied this call. It was not run and did not fail. Do not retry.' }
      return outcome.reason === undefined ? denied : { ...denied, reason: outcome.reason }
    }
    case 'expired':
      return {
        status: 'expired',
        message: 'The user did not answer in time, which counts as no. The call was not run. Ask the user before trying again.',
      }
    case 'withdrawn':
      return { status: 'withdrawn', message: `This call was taken back before it ran: ${outcome.reason}` }
    case 'waiting':
      return {
        status: 'waiting',
        message: 'The user is being asked. The result follows. Do not repeat the call and do not assume an answer.',
      }
    default:
      return assertNever(outcome, 'outcome')
  }
}
