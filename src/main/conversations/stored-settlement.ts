import type { Approval } from '../../shared/approvals/approval'
import { assertNever } from '../../shared/lib/assert-never'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import type { CallOutcome } from '../../shared/protocol/converter-input'
import type { OpenCall } from '../../shared/protocol/open-call'
import { shownArtifacts } from '../../shared/tools/shown-artifacts'
import { toolResponseFor } from '../../shared/tools/tool-response'
import type { ToolAnswer } from '../models/live/outgoing'
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

type SettledCall = Pick<Approval, 'turnId' | 'messageId' | 'toolCallId' | 'toolName'>

/** The continuation that settles one stored call, and nothing else: the session in which it was made is gone. */
function storedSettlement(call: SettledCall, outcome: CallOutcome): readonly PlacedChunk[] {
  return placed(call, [{ type: 'start', messageId: call.messageId }, ...endOf(call, outcome), { type: 'finish', finishReason: 'other' }])
}

/**
 * Tells the thread how a run ended whose call the model had taken back. `isOpen`: the message of the call is still being
 * written; else it is opened for this alone.
 */
export function settleLate(writer: Pick<ThreadWriter, 'publish'>, call: OpenCall, outcome: CallOutcome, isOpen: boolean): void {
  const settledCall = { ...call, toolName: call.name }
  writer.publish(isOpen ? placed(settledCall, endOf(settledCall, outcome)) : storedSettlement(settledCall, outcome))
}

function endOf({ toolCallId, toolName }: SettledCall, outcome: CallOutcome): readonly Chunk[] {
  const artifacts = outcome.kind === 'result' ? shownArtifacts(toolName, outcome.output) : []
  return [settled(toolCallId, outcome), ...artifacts.map((data): Chunk => ({ type: 'data-artifact', data }))]
}

function placed({ turnId, messageId }: SettledCall, chunks: readonly Chunk[]): readonly PlacedChunk[] {
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
