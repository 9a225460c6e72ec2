import type { Approval } from '../../shared/approvals/approval'
import type { ApprovalOutcome } from '../../shared/approvals/outcome'
import { assertNever } from '../../shared/lib/assert-never'
import { messageText } from '../../shared/messages/message-text'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import type { CallOutcome } from '../../shared/protocol/converter-input'
import type { Converter } from '../../shared/protocol/from-gemini'
import type { ModelContent } from '../../shared/protocol/model-contents'
import type { OpenCall } from '../../shared/protocol/open-call'
import { shownArtifacts } from '../../shared/tools/shown-artifacts'
import { toolResponseFor } from '../../shared/tools/tool-response'
import type { ToolAnswer } from '../models/live/outbox'
import type { AnsweredExecution, ExecutionTable } from '../storage/database/execution-table'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { ToolOutcome, ToolRunner } from '../tool-calls/tool-runner'
import type { StatusTracker } from './conversation-status'
import type { Conversation } from './conversation-types'
import type { CallTracker } from './model-output'
import type { SwitchedSession } from './model-switch'
import type { ThreadObserver, ThreadWriter } from './thread-writer'
import type { ToolCallCoordinator } from './tool-call-coordinator'

/** What resuming needs. */
interface ResumeStoredQuestionsOptions {
  /** Questions that were settled at this start, because their time passed or their run was cut off while Parley was closed. */
  readonly recovered: readonly Approval[]
  readonly queue: ApprovalQueue
  readonly tools: ToolRunner
  readonly executions: ExecutionTable
  conversation(conversationId: string): Conversation
}

/** Settles in their threads the questions that ended while Parley was closed, and waits for the answers to the others, and for calls that clients run. */
export function resumeStoredApprovals({ recovered, queue, tools, executions, conversation }: ResumeStoredQuestionsOptions): void {
  /** The thread knows a call by its first question. */
  const settle = (approval: Approval, outcome: CallOutcome, goOn: boolean): void => {
    const approvalId = queue.stepsOfCall(approval.toolCallId)[0]?.approvalId ?? approval.approvalId
    conversation(approval.conversationId).settleStored({ ...approval, approvalId }, outcome, goOn)
  }
  for (const approval of recovered) settle(approval, recoveredOutcome(approval, executions), false)
  for (const { toolCallId } of queue.open()) {
    queue.whenSettled(toolCallId, (outcome, approval) => {
      const [first = approval] = queue.stepsOfCall(toolCallId)
      const byUser = outcome.kind === 'approved' || outcome.kind === 'denied'
      void answeredOutcome(outcome, first, tools).then((settled) => settle(approval, settled, byUser))
    })
  }
  for (const given of executions.given()) conversation(given.conversationId).takeUp(given)
}

/** `first` carries the arguments as the model sent them: those of later questions may have been changed by the user. */
async function answeredOutcome(outcome: ApprovalOutcome, first: Approval, tools: ToolRunner): Promise<CallOutcome> {
  switch (outcome.kind) {
    case 'approved': {
      const { toolCallId, conversationId, toolName, input } = first
      const run = await tools.run({ toolCallId, conversationId, toolName, input })
      return run.kind === 'result' ? { kind: 'result', output: run.output } : { kind: 'error', errorText: run.errorText }
    }
    case 'denied':
      return outcome.reason === null ? { kind: 'denied' } : { kind: 'denied', reason: outcome.reason }
    case 'expired':
      return { kind: 'expired' }
    case 'withdrawn':
      return { kind: 'withdrawn', reason: outcome.reason }
    default:
      return assertNever(outcome, 'approval outcome')
  }
}

function recoveredOutcome(approval: Approval, executions: ExecutionTable): CallOutcome {
  const stored = executions.get(approval.toolCallId)
  if (approval.state === 'done' && stored?.output != null) return { kind: 'result', output: stored.output }
  if (approval.state === 'done') return { kind: 'error', errorText: messageText('result-lost') }
  if (approval.state === 'expired') return { kind: 'expired' }
  if (approval.state === 'failed') return { kind: 'error', errorText: approval.reason ?? messageText('closed-while-running') }
  return { kind: 'withdrawn', reason: approval.reason ?? messageText('closed-before-run') }
}

/** Writes the end of a stored call into its thread: the answer to its question, then what came of it. */
function settleInThread(writer: ThreadWriter, approval: Approval, outcome: CallOutcome): void {
  const { turnId, messageId, approvalId, reason } = approval
  const answered = outcome.kind === 'withdrawn' ? null : outcome.kind !== 'denied' && outcome.kind !== 'expired'
  writer.answer(turnId, messageId, approvalId, answered, reason)
  writer.publish(storedSettlement(approval, outcome))
}

/** The same for the model. Its own id of the call is gone with the session, so that the end reaches it as words. */
function storedAnswer({ toolName, toolCallId, editedInput }: Approval, outcome: CallOutcome): ToolAnswer {
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

/** What the calls of an earlier run of the app need of their conversation. */
export interface StoredCallsOptions {
  readonly writer: ThreadWriter
  /** What a text model said in a message, as it is to be sent back. */
  contentsOf(messageId: string): readonly ModelContent[] | undefined
  readonly converter: Pick<Converter, 'push' | 'calls'>
  readonly tools: Pick<ToolRunner, 'resume'>
  readonly coordinator: Pick<ToolCallCoordinator, 'takeUp'>
  readonly calls: CallTracker
  readonly outside?: Pick<ThreadObserver, 'takesUp'> | undefined
  now(): number
  /** Gemini itself is on the line. */
  isLive(): boolean
  /** Opens the line to the model. */
  connect(): void
  session(): Pick<SwitchedSession, 'sendToolResponses'>
  readonly status: Pick<StatusTracker, 'userTurnEnded'>
  countApprovals(): void
}

/** The calls that were asked about, or given to clients, before a restart. */
export interface StoredCalls {
  /** Settles one in the thread. `goOn`: the user answered just now, so the model is told, and goes on. */
  settle(approval: Approval, outcome: CallOutcome, goOn: boolean): void
  /** Waits again for a call that a client was given. */
  takeUp(given: AnsweredExecution): void
  /** Whether the turn of this call goes on no more: it was a recording, or nobody answered in time. */
  endsWith(toolCallId: string): boolean
}

export function createStoredCalls(parts: StoredCallsOptions): StoredCalls {
  const last = new Set<string>()

  async function end(given: AnsweredExecution, signal: AbortSignal): Promise<ToolOutcome> {
    const outcome = await parts.tools.resume(given, signal)
    const isOver = outcome.kind === 'error' && outcome.errorText === messageText('conversation-ended')
    // the line opens first: the model's words belong behind the result
    if (parts.isLive() && !isOver && parts.now() < given.givenUntil) parts.connect()
    else last.add(given.toolCallId)
    return outcome
  }

  return {
    settle(approval, outcome, goOn) {
      settleInThread(parts.writer, approval, outcome)
      if (goOn && parts.isLive()) {
        parts.connect()
        parts.session().sendToolResponses([storedAnswer(approval, outcome)])
        parts.status.userTurnEnded()
      }
      parts.countApprovals()
    },
    endsWith: (toolCallId) => last.has(toolCallId),
    takeUp(given) {
      const { toolCallId, toolName: name, givenInput: input } = given
      const message = parts.writer
        .thread()
        .messages.find((one) => one.parts.some((part) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId))
      const part = message?.parts.find((one) => one.type === 'dynamic-tool' && one.toolCallId === toolCallId)
      const turnId = message?.metadata?.turnId
      if (message === undefined || part?.type !== 'dynamic-tool' || typeof turnId !== 'string') {
        // its words are gone: nobody can go on with it
        void parts.tools.resume({ ...given, givenUntil: given.startedAt }, new AbortController().signal)
        return
      }
      parts.outside?.takesUp()
      const approvalId = part.approval?.id ?? null
      const call = { toolCallId, turnId, messageId: message.id, name, input }
      const steps = message.parts.filter(({ type }) => type === 'step-start').length
      parts.converter.push({ type: 'call-taken-up', call: { ...call, approvalId, steps, contents: parts.contentsOf(message.id) ?? [] } })
      parts.calls.seen(parts.converter.calls())
      parts.coordinator.takeUp({ ...call, modelCallId: null, longRunning: false }, approvalId, (signal) => end(given, signal))
    },
  }
}
