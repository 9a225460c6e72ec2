import type { Approval } from '../../shared/approvals/approval'
import type { ApprovalOutcome } from '../../shared/approvals/approval-outcome'
import { assertNever } from '../../shared/lib/assert-never'
import { isMessageOf, messageOf } from '../../shared/messages/message'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import type { CallOutcome } from '../../shared/protocol/converter-input'
import type { Converter } from '../../shared/protocol/from-gemini'
import type { ModelContent } from '../../shared/protocol/model-contents'
import type { OpenCall } from '../../shared/protocol/open-call'
import { errorChunk } from '../../shared/protocol/settlement'
import type { UIMessage } from '../../shared/protocol/ui-message'
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
interface ResumeStoredApprovalsOptions {
  /** Questions that were settled at this start, because their time passed or their run was cut off while Parley was closed. */
  readonly recovered: readonly Approval[]
  readonly queue: Pick<ApprovalQueue, 'open' | 'stepsOfCall' | 'whenSettled'>
  readonly executions: ExecutionTable
  /** Whether there is such a conversation, which was not deleted. */
  exists(conversationId: string): boolean
  conversation(conversationId: string): Conversation
}

/** Settles in their threads the questions that ended while Parley was closed, and waits for the answers to the others, and for calls that clients run. */
export function resumeStoredApprovals({ recovered, queue, executions, exists, conversation }: ResumeStoredApprovalsOptions): void {
  /** The thread knows a call by its first question. */
  const first = (approval: Approval): Approval => ({
    ...approval,
    approvalId: queue.stepsOfCall(approval.toolCallId)[0]?.approvalId ?? approval.approvalId,
  })
  // the calls of a deleted conversation are settled in the store, and have no thread to settle them in
  for (const approval of recovered.filter(({ conversationId }) => exists(conversationId)))
    conversation(approval.conversationId).settleStored(first(approval), recoveredOutcome(approval, executions))
  for (const { toolCallId } of queue.open())
    queue.whenSettled(toolCallId, (outcome, approval) => {
      if (exists(approval.conversationId)) conversation(approval.conversationId).resumeStored(first(approval), outcome)
    })
  for (const given of executions.given()) conversation(given.conversationId).takeUp(given)
}

function recoveredOutcome(approval: Approval, executions: ExecutionTable): CallOutcome {
  const stored = executions.get(approval.toolCallId)
  if (approval.state === 'done' && stored?.output != null) return { kind: 'result', output: stored.output }
  if (approval.state === 'done') return { kind: 'error', errorText: messageOf('result-lost') }
  if (approval.state === 'expired') return { kind: 'expired' }
  if (approval.state === 'failed') return { kind: 'error', errorText: approval.reason ?? messageOf('closed-while-running') }
  return { kind: 'withdrawn', reason: approval.reason ?? messageOf('closed-before-run') }
}

/** Writes the end of a stored call into its thread: the answer to its approval, then the result. */
function settleInThread(writer: ThreadWriter, approval: Approval, outcome: CallOutcome): void {
  const { turnId, messageId, approvalId, reason } = approval
  const answered = outcome.kind === 'withdrawn' ? null : outcome.kind !== 'denied' && outcome.kind !== 'expired'
  writer.answer(turnId, messageId, approvalId, answered, typeof reason === 'string' ? reason : null)
  writer.publish(storedSettlement(approval, outcome))
}

/** The same for the model. The model's call id ended with its session, so it receives the result as text. */
function storedAnswer({ toolName, toolCallId, editedInput }: Approval, outcome: CallOutcome): ToolAnswer {
  return { modelCallId: null, name: toolName, toolCallId, response: toolResponseFor(outcome, editedInput) }
}

/** `first` carries the arguments as the model sent them: those of later questions may have been changed by the user. */
async function answeredOutcome(outcome: ApprovalOutcome, first: Approval, tools: Pick<ToolRunner, 'run'>): Promise<CallOutcome> {
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

type SettledCall = Pick<Approval, 'turnId' | 'messageId' | 'toolCallId' | 'toolName'>

/** The continuation that only settles one stored call: the session that made it is gone. */
function storedSettlement(call: SettledCall, outcome: CallOutcome): readonly PlacedChunk[] {
  return placed(call, [{ type: 'start', messageId: call.messageId }, ...endOf(call, outcome), { type: 'finish', finishReason: 'other' }])
}

/**
 * Writes into the thread how a run ended whose call the model had cancelled. `isOpen`: the call's message is still being written;
 * otherwise it is reopened only for this.
 */
export function settleLate(writer: Pick<ThreadWriter, 'publish'>, call: OpenCall, outcome: CallOutcome, isOpen: boolean): void {
  const settledCall = { ...call, toolName: call.name }
  writer.publish(isOpen ? placed(settledCall, endOf(settledCall, outcome)) : storedSettlement(settledCall, outcome))
}

/** What a thread gets of the end of a call: its outcome, and the results that it shows. */
export function endOf({ toolCallId, toolName }: Pick<SettledCall, 'toolCallId' | 'toolName'>, outcome: CallOutcome): readonly Chunk[] {
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
      return errorChunk(toolCallId, outcome.errorText)
    case 'denied':
    case 'expired':
      return { type: 'tool-output-denied', toolCallId }
    case 'withdrawn':
      return errorChunk(toolCallId, outcome.reason)
    default:
      return assertNever(outcome, 'call outcome')
  }
}

/** What the calls of an earlier run of the app need from their conversation. */
export interface StoredCallsOptions {
  readonly writer: ThreadWriter
  /** What a text model said in a message, to be sent back. */
  contentsOf(messageId: string): readonly ModelContent[] | undefined
  readonly converter: Pick<Converter, 'push' | 'calls'>
  readonly tools: Pick<ToolRunner, 'run' | 'resume'>
  readonly queue: Pick<ApprovalQueue, 'open' | 'stepsOfCall'>
  readonly coordinator: Pick<ToolCallCoordinator, 'takeUp' | 'takeUpApprovals'>
  readonly calls: CallTracker
  readonly outside?: Pick<ThreadObserver, 'takesUp'> | undefined
  now(): number
  /** Whether Gemini itself answers. */
  isLive(): boolean
  /** Opens the connection to the model. */
  connect(): void
  session(): Pick<SwitchedSession, 'sendToolResponses'>
  readonly status: Pick<StatusTracker, 'userTurnEnded'>
  countApprovals(): void
}

/** The calls that were asked about, or given to clients, before a restart. */
export interface StoredCalls {
  /** Settles one in the thread that ended while the app was closed. */
  settle(approval: Approval, outcome: CallOutcome): void
  /**
   * A question was answered, or its time is over: the turn goes on in its own message, once all that it asked is answered. Where more was
   * said since, the call is settled there and the model gets it in words. `approval` carries the id of the call's first question.
   */
  resume(approval: Approval, outcome: ApprovalOutcome): void
  /** Waits again for a call that a client was given. */
  takeUp(given: AnsweredExecution): void
  /** Whether the turn of this call does not continue: it was a recording, or nobody answered in time. */
  endsWith(toolCallId: string): boolean
}

export function createStoredCalls(options: StoredCallsOptions): StoredCalls {
  const last = new Set<string>()
  /** Calls whose questions were taken up since the start. */
  const resumed = new Map<string, OpenCall>()
  /** Messages that the model goes on with: an answer to one of their questions was given. */
  const goesOn = new Set<string>()

  async function end(given: AnsweredExecution, signal: AbortSignal): Promise<ToolOutcome> {
    const outcome = await options.tools.resume(given, signal)
    const isOver = outcome.kind === 'error' && isMessageOf(outcome.errorText, 'conversation-ended')
    // the connection opens first, because the model's text follows the result
    if (options.isLive() && !isOver && options.now() < given.givenUntil) options.connect()
    else last.add(given.toolCallId)
    return outcome
  }

  /** The question's message, where it is the last of the thread: what the model says next belongs to it. */
  function lastMessageOf({ messageId }: Approval): UIMessage | null {
    const message = options.writer.messages().at(-1)
    return message?.id === messageId ? message : null
  }

  function stepsOf({ parts: known }: UIMessage): number {
    return known.filter(({ type }) => type === 'step-start').length
  }

  function settle(approval: Approval, outcome: CallOutcome): void {
    settleInThread(options.writer, approval, outcome)
    options.countApprovals()
  }

  async function settleBehind(approval: Approval, outcome: ApprovalOutcome): Promise<void> {
    const [first = approval] = options.queue.stepsOfCall(approval.toolCallId)
    const settled = await answeredOutcome(outcome, first, options.tools)
    settle(approval, settled)
    if (!isAnswer(outcome) || !options.isLive()) return
    options.connect()
    options.session().sendToolResponses([storedAnswer(approval, settled)])
    options.status.userTurnEnded()
  }

  function takeUpApproval(approval: Approval, message: UIMessage): void {
    const { toolCallId } = approval
    const [first = approval] = options.queue.stepsOfCall(toolCallId)
    const { turnId, messageId, toolName: name, input, approvalId } = first
    const call = { toolCallId, turnId, messageId, name, input }
    const contents = options.contentsOf(message.id) ?? []
    options.converter.push({ type: 'call-taken-up', call: { ...call, approvalId, approved: false, steps: stepsOf(message), contents } })
    resumed.set(toolCallId, { ...call, modelCallId: null, longRunning: false })
  }

  /** Waits again for these questions, and for the others of their message: its turn goes on once all are answered. */
  function takeUpQuestions(message: UIMessage, asked: readonly Approval[]): void {
    const isNew = ({ messageId, toolCallId }: Approval): boolean =>
      messageId === message.id && !resumed.has(toolCallId) && asked.every((one) => one.toolCallId !== toolCallId)
    const together = [...asked, ...options.queue.open().filter(isNew)]
    for (const one of together) takeUpApproval(one, message)
    options.calls.seen(options.converter.calls())
    options.coordinator.takeUpApprovals(
      together.flatMap((one) => {
        const call = resumed.get(one.toolCallId)
        const [first = one] = options.queue.stepsOfCall(one.toolCallId)
        return call === undefined ? [] : [{ call, threadApprovalId: first.approvalId }]
      }),
    )
  }

  return {
    settle,
    resume(approval, outcome) {
      const { toolCallId, messageId } = approval
      // the line opens first: the model's words belong behind the result
      if (isAnswer(outcome) && options.isLive()) {
        options.connect()
        goesOn.add(messageId)
      } else if (!goesOn.has(messageId)) last.add(toolCallId)
      if (resumed.has(toolCallId)) return
      const message = lastMessageOf(approval)
      if (message === null) {
        last.delete(toolCallId)
        void settleBehind(approval, outcome)
        return
      }
      takeUpQuestions(message, [approval])
    },
    endsWith: (toolCallId) => last.has(toolCallId),
    takeUp(given) {
      const { toolCallId, toolName: name, givenInput: input } = given
      const message = options.writer
        .messages()
        .find((one) => one.parts.some((part) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId))
      const part = message?.parts.find((one) => one.type === 'dynamic-tool' && one.toolCallId === toolCallId)
      const turnId = message?.metadata?.turnId
      if (message === undefined || part?.type !== 'dynamic-tool' || typeof turnId !== 'string') {
        // its text is gone: nobody can continue it
        void options.tools.resume({ ...given, givenUntil: given.startedAt }, new AbortController().signal)
        return
      }
      options.outside?.takesUp()
      const approvalId = part.approval?.id ?? null
      const call = { toolCallId, turnId, messageId: message.id, name, input }
      const contents = options.contentsOf(message.id) ?? []
      const approved = approvalId !== null
      options.converter.push({ type: 'call-taken-up', call: { ...call, approvalId, approved, steps: stepsOf(message), contents } })
      options.calls.seen(options.converter.calls())
      options.coordinator.takeUp({ ...call, modelCallId: null, longRunning: false }, approvalId, (signal) => end(given, signal))
      // a question of the same message keeps its turn open
      takeUpQuestions(message, [])
    },
  }
}

/** Somebody answered; the other ends of a question come by themselves. */
function isAnswer({ kind }: ApprovalOutcome): boolean {
  return kind === 'approved' || kind === 'denied'
}
