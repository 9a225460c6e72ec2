import { assertNever } from '../lib/assert-never'
import type { JsonObject } from '../lib/json'
import { modelText } from '../messages/message'
import type { CallOutcome } from '../protocol/converter-input'

/**
 * What the model learns about one of its calls: how it ended, that a rule denied it, or that the user has not decided
 * yet.
 */
export type ToolResponseOutcome =
  | CallOutcome
  | { readonly kind: 'waiting' }
  | { readonly kind: 'denied-by-rule'; readonly number: number; readonly ruleName: string }

/** Text that keeps a model from trying the same again in another form. */
const DO_NOT_RETRY =
  'It was not run and did not fail. This is final: do not call it again, with the same or with other arguments, and do not reach the same end by other means, unless the user asks for it anew.'

/**
 * The `response` object of one function response. `status` is always present and says what happened to the call: `done
 * | failed | denied | expired | withdrawn | waiting`. Only `failed` has an `error`, so that the model does not retry a
 * refusal. `editedInput`: the arguments that ran, if the user changed them.
 */
export function toolResponseFor(outcome: ToolResponseOutcome, editedInput: JsonObject | null = null): JsonObject {
  const response = responseFor(outcome)
  if (editedInput === null) return response
  const note = 'The user changed the arguments before allowing the call. It ran with editedInput, not with what you sent; speak of those.'
  return { ...response, editedInput, note }
}

function responseFor(outcome: ToolResponseOutcome): JsonObject {
  switch (outcome.kind) {
    case 'result':
      return { status: 'done', result: outcome.output }
    case 'error':
      return { status: 'failed', error: modelText(outcome.errorText) }
    case 'denied': {
      const denied = { status: 'denied', message: `The user denied this call. ${DO_NOT_RETRY}` }
      if (outcome.reason === undefined) return denied
      return {
        ...denied,
        reason: modelText(outcome.reason),
        next: 'Take the reason into account: say what you can do instead, and wait for the user.',
      }
    }
    case 'denied-by-rule':
      return {
        status: 'denied',
        message: `A rule of the user denies this call: rule ${outcome.number}, “${outcome.ruleName}”. ${DO_NOT_RETRY}`,
        rule: outcome.ruleName,
      }
    case 'expired':
      return {
        status: 'expired',
        message: 'The user did not answer in time, which counts as no. The call was not run. Ask the user before trying again.',
      }
    case 'withdrawn':
      return { status: 'withdrawn', message: `This call was taken back before it ran: ${modelText(outcome.reason)}` }
    case 'waiting':
      return {
        status: 'waiting',
        message: 'The user is being asked. The result follows. Do not repeat the call and do not assume an answer.',
      }
    default:
      return assertNever(outcome, 'outcome')
  }
}
