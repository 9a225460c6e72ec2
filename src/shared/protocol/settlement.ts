import { assertNever } from '../lib/assert-never'
import type { JsonValue } from '../lib/json'
import { toPlainJson } from '../lib/plain-json'
import { messageText } from '../messages/message-text'
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
      return { type: 'tool-output-error', toolCallId, errorText: outcome.errorText }
    case 'withdrawn':
      return { type: 'tool-output-error', toolCallId, errorText: outcome.reason }
    case 'denied':
      return asked ? { type: 'tool-output-denied', toolCallId } : refusal(toolCallId, outcome.reason ?? messageText('not-allowed'))
    case 'expired':
      return asked ? { type: 'tool-output-denied', toolCallId } : refusal(toolCallId, messageText('no-answer-in-time'))
    default:
      return assertNever(outcome, 'outcome')
  }
}

/** The chunk for the result of a call. */
export function resultChunk(toolCallId: string, output: JsonValue): Extract<Chunk, { readonly type: 'tool-output-available' }> {
  return { type: 'tool-output-available', toolCallId, output: toPlainJson(output) }
}

function refusal(toolCallId: string, reason: string): Chunk {
  return { type: 'tool-output-error', toolCallId, errorText: messageText('denied', { reason }) }
}
