import { assertNever } from '../../shared/lib/assert-never'
import { messageOf, modelText } from '../../shared/messages/message'
import type { CallOutcome } from '../../shared/protocol/converter-input'
import { foldAnswer, foldChunk, type Thread, threadFromMessages } from '../../shared/protocol/fold'
import type { UIMessage, UIPart } from '../../shared/protocol/ui-message'
import { isGiven } from '../storage/database/execution-table'
import type { Store } from '../storage/database/store'
import { endOf } from './resumed-calls'

type ToolPart = Extract<UIPart, { readonly type: 'dynamic-tool' }>
type Records = Pick<Store, 'approvals' | 'executions'>

/**
 * The stored messages of a conversation, as it goes on: what was cut off with the app is closed. A kill may have come between the record of
 * a call's end and the message that shows it: the record stands, and the message says the same.
 */
export function mendedMessages(stored: readonly UIMessage[], records: Records): readonly UIMessage[] {
  const { messages } = withRecordedEnds(threadFromMessages(stored), records)
  return messages.map((message) => closeCutOff(message, isGiven(records.executions)))
}

function withRecordedEnds(thread: Thread, records: Records): Thread {
  let ended = thread
  for (const { id: messageId, parts } of thread.messages)
    for (const part of parts) {
      if (part.type !== 'dynamic-tool' || !isOpen(part)) continue
      const { toolCallId, toolName } = part
      const outcome = recordedEnd(toolCallId, records)
      if (outcome === null) continue
      if (part.approval !== undefined) ended = foldAnswer(ended, { messageId, approvalId: part.approval.id, ...answerTo(outcome) })
      for (const chunk of endOf({ toolCallId, toolName }, outcome))
        ended = foldChunk(ended, { turnId: '', messageId, role: 'assistant', chunk })
    }
  return ended
}

function isOpen({ state }: ToolPart): boolean {
  return state === 'input-streaming' || state === 'input-available' || state === 'approval-requested' || state === 'approval-responded'
}

/** How a call ended by what is recorded of it; null where it is open, or nothing of its end is known. */
function recordedEnd(toolCallId: string, { approvals, executions }: Records): CallOutcome | null {
  const ran = executions.get(toolCallId)
  if (ran?.state === 'done' && ran.output !== null) return { kind: 'result', output: ran.output }
  if (ran?.state === 'failed') return { kind: 'error', errorText: ran.errorText ?? messageOf('closed-while-running') }
  const asked = ran === null ? approvals.ofCall(toolCallId) : null
  if (asked?.state === 'denied') return asked.reason === null ? { kind: 'denied' } : { kind: 'denied', reason: asked.reason }
  if (asked?.state === 'expired') return { kind: 'expired' }
  if (asked?.state === 'withdrawn') return { kind: 'withdrawn', reason: asked.reason ?? messageOf('closed-before-run') }
  return null
}

function answerTo(outcome: CallOutcome): { readonly approved: boolean | null; readonly reason: string | null } {
  switch (outcome.kind) {
    case 'result':
    case 'error':
      return { approved: true, reason: null }
    case 'denied':
      return { approved: false, reason: outcome.reason === undefined ? null : modelText(outcome.reason) }
    case 'expired':
      return { approved: false, reason: 'expired' }
    case 'withdrawn':
      return { approved: null, reason: null }
    default:
      return assertNever(outcome, 'call outcome')
  }
}

/**
 * Closes a stored message whose answer was cut off when the app ended or crashed: ends its open parts and marks it as incomplete. A
 * call that was about to run fails with that reason, because nothing waits for its result any more. Approvals stay open, and so do
 * calls that were given to a client (`isGiven`): both outlive the app. Finished messages are returned unchanged.
 */
export function closeCutOff(message: UIMessage, isGiven: (toolCallId: string) => boolean): UIMessage {
  const isLost = (part: UIPart): boolean => isUnderWay(part) && !isGiven(part.toolCallId)
  if (isBarelyBegun(message)) return { ...message, metadata: { ...message.metadata, truncated: true }, parts: [{ type: 'step-start' }] }
  if (!message.parts.some((part) => isStreaming(part) || isLost(part))) return message
  const truncated = message.parts.some(isStreaming)
  return {
    ...message,
    ...(truncated && { metadata: { ...message.metadata, truncated } }),
    parts: message.parts.map((part) => (isStreaming(part) || isLost(part) ? closed(part) : part)),
  }
}

/** Whether an answer was cut off before its first content. Without a step, it would not be valid for a client. */
function isBarelyBegun({ role, metadata = {}, parts }: UIMessage): boolean {
  const begins = Object.keys(metadata).every((key) => key === 'turnId')
  return role === 'assistant' && begins && parts.every(({ type }) => type === 'step-start')
}

function isStreaming(part: UIPart): boolean {
  return 'state' in part && part.state === 'streaming'
}

function isUnderWay(part: UIPart): part is ToolPart {
  return part.type === 'dynamic-tool' && (part.state === 'input-streaming' || part.state === 'input-available')
}

function closed(part: UIPart): UIPart {
  if (part.type === 'text' || part.type === 'reasoning') return part.state === 'streaming' ? { ...part, state: 'done' } : part
  if (part.type !== 'dynamic-tool' || (part.state !== 'input-streaming' && part.state !== 'input-available')) return part
  const message = messageOf('closed-while-running')
  return { ...part, input: part.input ?? {}, state: 'output-error', errorText: modelText(message), toolMetadata: { message } }
}
