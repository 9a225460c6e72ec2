import { assertNever } from '../lib/assert-never'
import type { JsonValue } from '../lib/json'
import { toPlainJson } from '../lib/plain-json'
import { type DisplayText, messageOf, modelText } from '../messages/message'
import type { Chunk } from './chunks'
import type { CallOutcome } from './converter-input'

/**
 * The chunk for the end of a call. A denial needs an approval request: without one (`asked` false) a reader would
 * refuse it, so it is written as an error.
 */
export function settlementChunk(toolCallId: string, outcome: CallOutcome, asked: boolean): Chunk {
  switch (outcome.kind) {
    case 'result':
      return resultChunk(toolCallId, outcome.output)
    case 'error':
      return errorChunk(toolCallId, outcome.errorText)
    case 'withdrawn':
      return errorChunk(toolCallId, outcome.reason)
    case 'denied':
      return asked ? { type: 'tool-output-denied', toolCallId } : refusal(toolCallId, outcome.reason ?? messageOf('not-allowed'))
    case 'expired':
      return asked ? { type: 'tool-output-denied', toolCallId } : refusal(toolCallId, messageOf('no-answer-in-time'))
    default:
      return assertNever(outcome, 'outcome')
  }
}

/** The chunk for the result of a call. */
export function resultChunk(toolCallId: string, output: JsonValue): Extract<Chunk, { readonly type: 'tool-output-available' }> {
  return { type: 'tool-output-available', toolCallId, output: toPlainJson(output) }
}

/** The chunk that says why a call failed: in English, as the model gets it, and as the message that the user sees. */
export function errorChunk(toolCallId: string, error: DisplayText): Extract<Chunk, { readonly type: 'tool-output-error' }> {
  const chunk = { type: 'tool-output-error', toolCallId, errorText: modelText(error) } as const
  return typeof error === 'string' ? chunk : { ...chunk, toolMetadata: { message: error } }
}

function refusal(toolCallId: string, reason: DisplayText): Chunk {
  return errorChunk(toolCallId, messageOf('denied', { reason }))
}
