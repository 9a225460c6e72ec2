import type { JsonObject } from '../../shared/lib/json'
import type { OpenCall } from '../../shared/protocol/open-call'
import { type ToolResponseOutcome, toolResponseFor } from '../../shared/tools/tool-response'
import type { ToolAnswer } from '../models/live/outgoing'

/**
 * What the model is sent about a call. A call that blocks is answered once, with its end: for `waiting` that is null. One
 * that does not is told at once that it waits, silently; `willContinue` keeps the model open for the end that follows.
 * `editedInput`: the arguments that ran where the user changed them. `picture`: what the result shows, as JPEG.
 */
export function toolAnswer(
  { modelCallId, name, toolCallId }: OpenCall,
  outcome: ToolResponseOutcome,
  editedInput: JsonObject | null,
  picture: Uint8Array | null,
  nonBlocking: boolean,
): ToolAnswer | null {
  const answer = { modelCallId, name, toolCallId, response: toolResponseFor(outcome, editedInput), ...(picture !== null && { picture }) }
  if (!nonBlocking) return outcome.kind === 'waiting' ? null : answer
  return outcome.kind === 'waiting' ? { ...answer, scheduling: 'SILENT', willContinue: true } : { ...answer, scheduling: 'WHEN_IDLE' }
}
