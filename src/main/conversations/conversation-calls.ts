import type { JsonObject } from '../../shared/lib/json'
import type { OpenCall } from '../../shared/protocol/open-call'
import type { ToolResponseOutcome } from '../../shared/tools/tool-response'
import type { ConversationOptions } from './conversation-options'
import type { StatusTracker } from './conversation-status'
import type { ConversationThread } from './conversation-thread'
import { type CallTracker, createCallTracker } from './model-output'
import type { SwitchedSession } from './model-switch'
import { createStoredCalls, type StoredCalls, settleLate } from './resumed-calls'
import { createToolCallCoordinator, type ToolCallCoordinator, toolAnswer } from './tool-call-coordinator'

/** The tool calls of one conversation: those of this run of the app, and those of earlier ones. */
export interface ConversationCalls {
  readonly coordinator: ToolCallCoordinator
  /** What is known of the calls that are open now. */
  readonly tracker: CallTracker
  readonly stored: StoredCalls
  /** Shows how many approvals of this conversation are open. */
  countApprovals(): void
}

/** Dependencies of a conversation's calls. */
export interface ConversationCallsOptions
  extends Pick<
    ConversationOptions,
    | 'conversationId'
    | 'judge'
    | 'queue'
    | 'tools'
    | 'clock'
    | 'outside'
    | 'approvalSeconds'
    | 'onCallDecided'
    | 'report'
    | 'isLive'
    | 'isNonBlocking'
  > {
  readonly thread: ConversationThread
  readonly status: StatusTracker
  session(): SwitchedSession
  /** Opens the connection to the model. */
  connect(): void
}

/** Creates the calls of one conversation; those of earlier runs wait to be taken up. */
export function createConversationCalls(options: ConversationCallsOptions): ConversationCalls {
  const { conversationId, queue, thread, status } = options
  const { converter, writer } = thread
  const tracker = createCallTracker()
  const coordinator = createToolCallCoordinator({
    conversationId,
    judge: options.judge,
    queue,
    tools: options.tools,
    push: thread.push,
    answer(approval, approved, reason) {
      writer.answer(approval.turnId, approval.messageId, approval.approvalId, approved, reason)
      if (approved !== null) status.userTurnEnded()
      countApprovals()
    },
    endedLate: (call, outcome) => settleLate(writer, call, outcome, thread.isOpen(call.messageId)),
    respond,
    decided: options.onCallDecided,
    approvalSeconds: options.approvalSeconds,
    ...(options.report && { report: options.report }),
    outside: options.outside,
  })
  const stored = createStoredCalls({
    ...{ writer, converter, tools: options.tools, queue, coordinator, calls: tracker, outside: options.outside, status },
    contentsOf: thread.contents.ofText,
    now: options.clock.now,
    isLive: options.isLive,
    connect: options.connect,
    session: options.session,
    countApprovals,
  })

  function respond(call: OpenCall, outcome: ToolResponseOutcome, editedInput: JsonObject | null, picture: Uint8Array | null): void {
    const answer = toolAnswer(call, outcome, editedInput, picture, options.isNonBlocking(options.session(), call.name))
    if (answer === null) return
    tracker.seen(converter.calls())
    if (stored.endsWith(call.toolCallId)) return thread.push({ type: converter.calls().length === 0 ? 'end' : 'pause' })
    options.session().sendToolResponses([answer])
    if (outcome.kind !== 'waiting') status.callAnswered()
    countApprovals()
  }

  function countApprovals(): void {
    status.openApprovals(queue.open().filter((approval) => approval.conversationId === conversationId).length)
  }

  return { coordinator, tracker, stored, countApprovals }
}
