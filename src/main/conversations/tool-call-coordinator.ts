import type { Approval } from '../../shared/approvals/approval'
import type { ApprovalOutcome } from '../../shared/approvals/approval-outcome'
import { assertNever } from '../../shared/lib/assert-never'
import type { JsonObject } from '../../shared/lib/json'
import { messageOf, modelText } from '../../shared/messages/message'
import type { CallOutcome, ConverterInput } from '../../shared/protocol/converter-input'
import type { OpenCall } from '../../shared/protocol/open-call'
import { shownArtifacts } from '../../shared/tools/shown-artifacts'
import { type ToolResponseOutcome, toolResponseFor } from '../../shared/tools/tool-response'
import type { ToolAnswer } from '../models/live/outbox'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { CallJudge, DecidingRule, Judgement, PlayedCall } from '../tool-calls/policy/policy-decision'
import { ClientCallAbandoned, type ToolOutcome, type ToolRunner } from '../tool-calls/tool-runner'
import { ToolError } from '../tool-calls/tools/main-tool'
import { noObserver, type ThreadObserver } from './thread-writer'

/**
 * The response sent to the model about a call. A blocking call is answered once, at its end: null for `waiting`. A non-blocking call
 * is silently answered at once that it waits; `willContinue` keeps it open for the end that follows. `editedInput`: the arguments that
 * ran, if the user changed them. `picture`: the picture in the result, as JPEG.
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

/** Dependencies of the coordinator of one conversation. */
export interface ToolCallCoordinatorOptions {
  readonly conversationId: string
  readonly judge: CallJudge
  readonly queue: ApprovalQueue
  readonly tools: ToolRunner
  /** Passes input to the converter, which writes the thread. */
  push(input: ConverterInput): void
  /** Writes into the thread how a run ended that the model had cancelled meanwhile: its effects remain. */
  endedLate(call: OpenCall, outcome: CallOutcome): void
  /** Writes the user's answer into the stored message; null withdraws the approval. */
  answer(approval: Approval, approved: boolean | null, reason: string | null): void
  /**
   * Sends the model how a call ended, or that the user is being asked. `editedInput`: the arguments that ran, if the user changed
   * them. `picture`: the picture in the result, as JPEG.
   */
  respond(call: OpenCall, outcome: ToolResponseOutcome, editedInput: JsonObject | null, picture: Uint8Array | null): void
  /** A rule has decided about a call. */
  decided(toolCallId: string): void
  /** Seconds an approval stays open. */
  approvalSeconds(): number
  /** Hears of a call that was not run because it could not be written down. */
  report?(error: unknown): void
  readonly outside?: Pick<ThreadObserver, 'speaks' | 'runs' | 'answered' | 'takesAnswers'> | undefined
}

/** Settles every call of the model: run, refused, denied, expired or withdrawn. */
export interface ToolCallCoordinator {
  /** Takes the calls opened by the last frame. Their approvals are requested together, then the response pauses. */
  open(calls: readonly OpenCall[]): void
  /** The model cancelled these calls: runs are ended and open approvals withdrawn; no response is sent. */
  cancelled(toolCallIds: readonly string[]): void
  /** The user stops a call: an open approval is withdrawn, a run is ended, and the model is informed. False if there is no such call. */
  stop(toolCallId: string): boolean
  /** A client's answers were all taken: the response pauses if all that is still open waits for somebody. */
  answersTaken(): void
  /** Waits again for a call that a client was given before a restart. */
  takeUp(call: OpenCall, threadApprovalId: string | null, run: (signal: AbortSignal) => Promise<ToolOutcome>): void
  /** Waits again for the answers to the questions of before a restart in one message, or takes those that were given just now. */
  takeUpApprovals(asked: readonly { readonly call: OpenCall; readonly threadApprovalId: string }[]): void
  /** The conversation ends: what runs is ended. `leavesOutside`: what clients run waits for the next start of the app. */
  stopRuns(leavesOutside: boolean): void
}

interface Entry {
  readonly call: OpenCall
  readonly abort: AbortController
  /** the id of the first approval, by which the thread identifies the call; null if none was requested */
  readonly threadApprovalId: string | null
  /** Whether the call waits for the user's answer or for the client that runs it. */
  readonly waits: boolean
}

/** The outcome of a run, with its extra data. */
interface Ran {
  readonly editedInput: JsonObject | null
  readonly picture: Uint8Array | null
}

const nothing: Ran = { editedInput: null, picture: null }

/** Sent to the model about a call that the user stopped. */
const STOPPED = messageOf('stopped-by-user')

/** The calls that are not settled yet. */
interface OpenCalls {
  get(toolCallId: string): Entry | undefined
  all(): readonly Entry[]
  set(entry: Entry): void
  /** The call ends without an outcome for the model. */
  remove(toolCallId: string): void
  /** Ends an open call: the thread gets the outcome, the model the response. Nothing happens if it is not open any more. */
  settle(call: OpenCall, outcome: CallOutcome, response?: ToolResponseOutcome, ran?: Ran): void
  /** A client continues by itself as soon as nothing runs here any more. */
  pauseForClients(): void
}

function createOpenCalls(options: ToolCallCoordinatorOptions): OpenCalls {
  const { outside = noObserver } = options
  const open = new Map<string, Entry>()

  function pauseForClients(): void {
    if (outside.takesAnswers()) return
    if (open.size > 0 && [...open.values()].every(({ call, waits }) => waits && !outside.answered(call.toolCallId)))
      options.push({ type: 'pause' })
  }

  return {
    get: (toolCallId) => open.get(toolCallId),
    all: () => [...open.values()],
    set: (entry) => void open.set(entry.call.toolCallId, entry),
    remove: (toolCallId) => void open.delete(toolCallId),
    settle(call, outcome, response = outcome, ran = nothing) {
      if (!open.delete(call.toolCallId)) return
      options.push({ type: 'call-settled', toolCallId: call.toolCallId, outcome })
      options.respond(call, response, ran.editedInput, ran.picture)
      if (outside.speaks()) pauseForClients()
    },
    pauseForClients,
  }
}

/** Runs the calls that are allowed. */
interface CallRuns {
  begin(call: OpenCall, signal: AbortSignal): void
  /** Settles the call with the outcome of a run that was begun elsewhere. */
  follow(call: OpenCall, running: Promise<ToolOutcome>): void
  /** The call ends as it was recorded, when its time has come; nothing runs. */
  play(call: OpenCall, played: PlayedCall, signal: AbortSignal): void
  /** The model has cancelled a call that runs: it gets no response any more. */
  takeBack(toolCallId: string): void
}

function createCallRuns(options: ToolCallCoordinatorOptions, open: OpenCalls): CallRuns {
  const { tools, conversationId, outside = noObserver } = options
  /** calls cancelled after they were allowed to run */
  const takenBack = new Set<string>()

  async function end(call: OpenCall, running: Promise<ToolOutcome>): Promise<void> {
    const { toolCallId, name } = call
    const ran = await running
    const outcome: CallOutcome =
      ran.kind === 'result'
        ? { kind: 'result', output: ran.output, artifacts: shownArtifacts(name, ran.output) }
        : { kind: 'error', errorText: ran.errorText }
    // the call may be taken back until its result is sent, also while its picture is read
    const picture = ran.kind === 'result' && !takenBack.has(toolCallId) ? await tools.pictureOf(toolCallId) : null
    if (takenBack.delete(toolCallId)) {
      options.endedLate(call, outcome)
      return
    }
    open.settle(call, outcome, outcome, { editedInput: ran.editedInput, picture })
  }

  async function play(call: OpenCall, { outcome, due }: PlayedCall, signal: AbortSignal): Promise<void> {
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    await Promise.race([due, stopped])
    if (takenBack.delete(call.toolCallId)) return
    const reason: unknown = signal.reason
    open.settle(call, reason instanceof ToolError ? { kind: 'error', errorText: reason.text } : outcome)
  }

  return {
    begin(call, signal) {
      const entry = open.get(call.toolCallId)
      if (entry !== undefined) open.set({ ...entry, waits: outside.runs(call.name) })
      const { toolCallId, name, input } = call
      void end(call, tools.run({ toolCallId, conversationId, toolName: name, input }, signal))
    },
    follow: (call, running) => void end(call, running),
    play: (call, played, signal) => void play(call, played, signal),
    takeBack: (toolCallId) => void takenBack.add(toolCallId),
  }
}

/** Decides about calls: by a rule, or by asking the user. */
interface CallDecisions {
  /** Takes a call of the model. True when the user is asked about it. */
  take(call: OpenCall): boolean
  /** The user has answered, or no answer comes any more. `approval` has the id of the first approval, by which the thread identifies the call. */
  answered(call: OpenCall, signal: AbortSignal, outcome: ApprovalOutcome, approval: Approval): void
}

function createCallDecisions(options: ToolCallCoordinatorOptions, open: OpenCalls, runs: CallRuns): CallDecisions {
  const { judge, queue, conversationId } = options

  /** A rule decides about a call. True when it became a question. */
  function decide(call: OpenCall, abort: AbortController): boolean {
    const { turnId, toolCallId, name, input } = call
    const judgement = judge.judge({ conversationId, turnId, toolCallId, toolName: name, input })
    if (judgement.kind === 'refused') {
      open.settle(call, { kind: 'error', errorText: judgement.text })
      return false
    }
    if (judgement.kind === 'played') {
      runs.play(call, judgement.played, abort.signal)
      return false
    }
    options.decided(toolCallId)
    switch (judgement.kind) {
      case 'allow':
        runs.begin(call, abort.signal)
        return false
      case 'deny':
        deny(call, judgement.rule)
        return false
      case 'ask':
        ask(call, abort, judgement)
        return true
      default:
        return assertNever(judgement, 'judgement')
    }
  }

  function deny(call: OpenCall, { number, name }: DecidingRule): void {
    open.settle(
      call,
      { kind: 'denied', reason: messageOf('denied-by-rule', { number, name }) },
      { kind: 'denied-by-rule', number, ruleName: modelText(name) },
    )
  }

  function ask(call: OpenCall, abort: AbortController, { rule, checked, copied }: Extract<Judgement, { readonly kind: 'ask' }>): void {
    const { tool, prepared } = checked
    const { questions, destination } = prepared
    const { turnId, messageId, toolCallId, name, input } = call
    const [question] = questions
    if (question === undefined) throw new Error(`${name} has no question`)
    const { approvalId } = queue.ask({
      conversationId,
      turnId,
      messageId,
      toolCallId,
      toolName: name,
      risk: tool.risk,
      question,
      destination,
      input,
      definitionHash: tool.definitionHash,
      rule,
      copied,
      questions: questions.length,
      expiresInMs: options.approvalSeconds() * 1000,
    })
    open.set({ call, abort, threadApprovalId: approvalId, waits: true })
    options.push({ type: 'approval-requested', toolCallId, approvalId })
    options.respond(call, { kind: 'waiting' }, null, null)
    queue.whenSettled(toolCallId, (outcome, approval) => answered(call, abort.signal, outcome, { ...approval, approvalId }))
  }

  function answered(call: OpenCall, signal: AbortSignal, outcome: ApprovalOutcome, approval: Approval): void {
    if (open.get(call.toolCallId) === undefined) return
    switch (outcome.kind) {
      case 'approved':
        options.answer(approval, true, null)
        runs.begin(call, signal)
        return
      case 'denied':
        options.answer(approval, false, outcome.reason)
        open.settle(call, outcome.reason === null ? { kind: 'denied' } : { kind: 'denied', reason: outcome.reason })
        return
      case 'expired':
        options.answer(approval, false, 'expired')
        open.settle(call, { kind: 'expired' })
        return
      case 'withdrawn':
        options.answer(approval, null, null)
        open.settle(call, { kind: 'withdrawn', reason: outcome.reason })
        return
      default:
        assertNever(outcome, 'approval outcome')
    }
  }

  return {
    take(call) {
      const abort = new AbortController()
      open.set({ call, abort, threadApprovalId: null, waits: false })
      try {
        return decide(call, abort)
      } catch (error) {
        // what can't be written down is not run; without an answer the model, and whoever reads it, would wait for ever
        options.report?.(error)
        open.settle(call, { kind: 'error', errorText: messageOf('call-not-stored') })
        return false
      }
    },
    answered,
  }
}

/** Creates the coordinator of one conversation. */
export function createToolCallCoordinator(options: ToolCallCoordinatorOptions): ToolCallCoordinator {
  const { queue, outside = noObserver } = options
  const open = createOpenCalls(options)
  const runs = createCallRuns(options, open)
  const decisions = createCallDecisions(options, open, runs)

  function cancel(toolCallId: string): void {
    const entry = open.get(toolCallId)
    if (entry === undefined) return
    open.remove(toolCallId)
    entry.abort.abort()
    const [withdrawn] = queue.withdraw({ toolCallId }, messageOf('taken-back-by-model'))
    if (withdrawn === undefined) runs.takeBack(toolCallId)
    else if (entry.threadApprovalId !== null) options.answer({ ...withdrawn, approvalId: entry.threadApprovalId }, null, null)
  }

  return {
    open(calls) {
      // every frame comes here; one without calls must not pause, or each piece of text would become a response of its own
      if (calls.length === 0) return
      const asked = calls.map(decisions.take)
      if (outside.speaks()) open.pauseForClients()
      else if (asked.includes(true)) options.push({ type: 'pause' })
    },
    cancelled: (toolCallIds) => toolCallIds.forEach(cancel),
    stop(toolCallId) {
      const entry = open.get(toolCallId)
      if (entry === undefined) return false
      if (queue.withdraw({ toolCallId }, STOPPED).length === 0) entry.abort.abort(new ToolError(STOPPED))
      return true
    },
    answersTaken() {
      if (outside.speaks()) open.pauseForClients()
    },
    takeUp(call, threadApprovalId, run) {
      const abort = new AbortController()
      open.set({ call, abort, threadApprovalId, waits: true })
      runs.follow(call, run(abort.signal))
    },
    takeUpApprovals(asked) {
      const entries = asked.map((one) => ({ ...one, abort: new AbortController(), waits: true }))
      // all of them first: a call that is settled at once pauses the response where the others still wait
      for (const entry of entries) open.set(entry)
      for (const { call, abort, threadApprovalId } of entries)
        queue.whenSettled(call.toolCallId, (outcome, approval) =>
          decisions.answered(call, abort.signal, outcome, { ...approval, approvalId: threadApprovalId }),
        )
    },
    stopRuns(leavesOutside) {
      for (const { abort, waits } of open.all())
        abort.abort(leavesOutside && waits ? new ClientCallAbandoned() : new ToolError(messageOf('conversation-ended')))
    },
  }
}
