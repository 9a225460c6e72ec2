import type { Approval } from '../../shared/approvals/approval'
import { assertNever } from '../../shared/lib/assert-never'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import type { CallOutcome } from '../../shared/protocol/converter-input'
import { shownArtifacts } from '../../shared/tools/shown-artifacts'
import { toolResponseFor } from '../../shared/tools/tool-response'
import type { ToolAnswer } from '../live/outgoing'
import type { ThreadWriter } from './thread-writer'

/** Writes the end of a stored call into its thread: the answer to its question, then what came of it. */
export function settleInThread(writer: ThreadWriter, approval: Approval, outcome: CallOutcome): void {
  const { turnId, messageId, approvalId, reason } = approval
  const answered = outcome.kind === 'withdrawn' ? null : outcome.kind !== 'denied' && outcome.kind !== 'expired'
  writer.answer(turnId, messageId, approvalId, answered, reason)
  writer.publish(storedSettlement(approval, outcome))
}

/** The same for the model. Its own id of the call is gone with the session, so that the end reaches it as words. */
export function storedAnswer({ toolName, toolCallId, editedInput }: Approval, outcome: CallOutcome): ToolAnswer {
  return { modelCallId: null, name: toolName, toolCallId, response: toolResponseFor(outcome, editedInput) }
}

/** The continuation that settles one stored call, and nothing else: the session in which it was made is gone. */
function storedSettlement(approval: Approval, outcome: CallOutcome): readonly PlacedChunk[] {
  const { turnId, messageId, toolCallId, toolName } = approval
  const artifacts = outcome.kind === 'result' ? shownArtifacts(toolName, outcome.output) : []
  const chunks: readonly Chunk[] = [
    { type: 'start', messageId },
    settled(toolCallId, outcome),
    ...artifacts.map((data): Chunk => ({ type: 'data-artifact', data })),
    { type: 'finish', finishReason: 'other' },
  ]
  return chunks.map((chunk) => ({ turnId, messageId, role: 'assistant', chunk }))
}

function settled(toolCallId: string, outcome: CallOutcome): Chunk {
  switch (outcome.kind) {
    case 'result':
      return { type: 'tool-output-available', toolCallId, output: outcome.output }
    case 'error':
      return { type: 'tool-output-error', toolCallId, errorText: outcome.errorText }
    case 'denied':
    case 'expired':
      return { type: 'tool-output-denied', toolCallId }
    case 'withdrawn':
      return { type: 'tool-output-error', toolCallId, errorText: outcome.reason }
    default:
      return assertNever(outcome, 'call outcome')
  }
}
