import type { JsonObject } from '../../../shared/lib/json'
import type { ToolPart } from '../../../shared/protocol/ui-message'
import { type ToolResponseOutcome, toolResponseFor } from '../../../shared/tools/tool-response'

/**
 * The response to a call in the thread: every call has one, and an open call's says that it waits. `editedInput`: the arguments that
 * ran, if the user changed them.
 */
export function callResponse(part: ToolPart, editedInput: JsonObject | null): JsonObject {
  return toolResponseFor(outcomeOf(part), editedInput)
}

/** Whether a call has ended. */
export function isSettled({ state }: ToolPart): boolean {
  return state === 'output-available' || state === 'output-error' || state === 'output-denied'
}

function outcomeOf(part: ToolPart): ToolResponseOutcome {
  switch (part.state) {
    case 'output-available':
      return { kind: 'result', output: part.output }
    case 'output-error':
      return { kind: 'error', errorText: part.errorText }
    case 'output-denied': {
      const reason = part.approval?.reason
      if (reason === 'expired') return { kind: 'expired' }
      return reason === undefined ? { kind: 'denied' } : { kind: 'denied', reason }
    }
    default:
      return { kind: 'waiting' }
  }
}
