import type { Approval } from '../../shared/approvals/approval'
import { assertNever } from '../../shared/lib/assert-never'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import type { CallOutcome } from '../../shared/protocol/converter-input'

/** The continuation that settles one stored call, and nothing else: the session in which it was made is gone. */
export function storedSettlement(approval: Approval, outcome: CallOutcome): readonly PlacedChunk[] {
  const { turnId, messageId, toolCallId } = approval
  const chunks: readonly Chunk[] = [{ type: 'start', messageId }, settled(toolCallId, outcome), { type: 'finish', finishReason: 'other' }]
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
