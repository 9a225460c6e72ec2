import type { Approval } from '../../shared/approvals/approval'
import type { CallOutcome } from '../../shared/protocol/converter-input'
import type { Converter } from '../../shared/protocol/from-gemini'
import type { ModelContent } from '../../shared/protocol/model-contents'
import { tell } from '../../shared/told/tell'
import type { ExecutionTable, GivenExecution } from '../storage/database/execution-table'
import type { ToolOutcome, ToolRunner } from '../tool-calls/tool-runner'
import type { CallTracker } from './call-tracker'
import type { StatusBoard } from './conversation-status'
import type { ConversationLine } from './model-switch'
import type { OutsideEars } from './outside-ears'
import { settleInThread, storedAnswer } from './stored-settlement'
import type { ThreadWriter } from './thread-writer'
import type { CallDesk } from './tool-call-coordinator'

/** What the calls of an earlier run of the app need of their conversation. */
export interface StoredCallsParts {
  readonly writer: ThreadWriter
  /** What a text model said in a message, as it is to be sent back. */
  contentsOf(messageId: string): readonly ModelContent[] | undefined
  readonly converter: Pick<Converter, 'push' | 'calls'>
  readonly tools: Pick<ToolRunner, 'resume'>
  readonly desk: Pick<CallDesk, 'takeUp'>
  readonly calls: CallTracker
  readonly outside?: Pick<OutsideEars, 'takesUp'> | undefined
  now(): number
  /** Gemini itself is on the line. */
  isLive(): boolean
  /** Opens the line to the model. */
  connect(): void
  session(): Pick<ConversationLine, 'sendToolResponses'>
  readonly status: Pick<StatusBoard, 'userTurnEnded'>
  countQuestions(): void
}

/** The calls that were asked about, or given to clients, before a restart. */
export interface StoredCalls {
  /** Settles one in the thread. `goOn`: the user answered just now, so the model is told, and goes on. */
  settle(approval: Approval, outcome: CallOutcome, goOn: boolean): void
  /** Waits again for a call that a client was given. */
  takeUp(given: GivenExecution): void
  /** Whether the turn of this call goes on no more: it was a recording, or nobody answered in time. */
  endsWith(toolCallId: string): boolean
}

export function createStoredCalls(parts: StoredCallsParts): StoredCalls {
  const last = new Set<string>()

  async function end(given: GivenExecution, signal: AbortSignal): Promise<ToolOutcome> {
    const outcome = await parts.tools.resume(given, signal)
    const isOver = outcome.kind === 'error' && outcome.errorText === tell('conversation-ended')
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
      parts.countQuestions()
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
      parts.desk.takeUp({ ...call, modelCallId: null, longRunning: false }, approvalId, (signal) => end(given, signal))
    },
  }
}

/** Whether a client was given this call and still has it. */
export function isGiven(executions: Pick<ExecutionTable, 'given'>): (toolCallId: string) => boolean {
  return (toolCallId) => executions.given().some((given) => given.toolCallId === toolCallId)
}
