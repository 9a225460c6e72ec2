import type { Clock } from '../../shared/lib/clock'
import type { JsonObject } from '../../shared/lib/json'
import { success } from '../../shared/lib/result'
import { asMessageText, type MessageText, messageText } from '../../shared/messages/message-text'
import type { Localized } from '../../shared/text/localized'
import { type FunctionDeclaration, functionDeclaration } from '../../shared/tools/function-declaration'
import type { RecordedResult } from '../replay/recorded-results'
import type { CallDecisionTable } from '../storage/database/call-decision-table'
import type { AnsweredExecution, ExecutionTable, ToolExecution } from '../storage/database/execution-table'
import type { ApprovalQueue } from './approvals/approval-queue'
import { inputHash } from './approvals/input-hash'
import type { AuditTrail } from './audit/audit-trail'
import { type ClaimedCall, claimCall } from './authorize-run'
import type { CheckedCall, ToolBox } from './tool-registry'
import { type MainTool, ToolError } from './tools/main-tool'

/** The app ends while a program outside runs the call: it may end it later, and the next start of the app takes that up. */
export class ClientCallAbandoned extends Error {
  override readonly name = 'ClientCallAbandoned'
}

/**
 * Runs `work` until it ends, `timeoutMs` have passed, or `outer` aborts: in the last two cases the signal that `work` got
 * aborts, and the promise rejects at once with a `ToolError` that says which it was (`late`: the words for the first of them),
 * or with the `ClientCallAbandoned` that `outer` was aborted with.
 */
export async function withDeadline<Value>(
  clock: Clock,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
  late: MessageText | undefined = messageText('too-slow', { seconds: timeoutMs / 1000 }),
): Promise<Value> {
  const controller = new AbortController()
  let reject: (reason: Error) => void = () => {}
  const stopped = new Promise<never>((_, rejectStopped) => {
    reject = rejectStopped
  })
  function stop(reason: Error): void {
    controller.abort(reason)
    reject(reason)
  }
  const timer = clock.after(timeoutMs, () => stop(new ToolError(late)))
  const takenBack = () => stop(reasonOf(outer))
  outer?.addEventListener('abort', takenBack, { once: true })
  try {
    return await Promise.race([work(controller.signal), stopped])
  } finally {
    timer.cancel()
    outer?.removeEventListener('abort', takenBack)
  }
}

/** Why a run is ended: what the signal carries, or that the call was taken back. */
function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof ToolError || reason instanceof ClientCallAbandoned
    ? reason
    : new ToolError(messageText('taken-back-and-stopped'))
}

/**
 * Ends the runs that were cut off when the program stopped, with the output that the tool remembers, or as failed, and
 * gives them as they are now. Runs that a program outside was given go on: it may have ended them meanwhile.
 */
function recoverExecutions(executions: ExecutionTable, now: number, find: (toolName: string) => MainTool | null): readonly ToolExecution[] {
  const given = new Set(executions.given().map(({ toolCallId }) => toolCallId))
  return executions.unfinished().flatMap(({ toolCallId, toolName }) => {
    if (given.has(toolCallId)) return []
    const output = find(toolName)?.recall(toolCallId) ?? null
    if (output === null) executions.fail(toolCallId, now, messageText('closed-without-end'))
    else executions.succeed(toolCallId, now, output)
    return executions.get(toolCallId) ?? []
  })
}

/** A call of the model, as it came. */
export interface ToolCall {
  readonly toolCallId: string
  readonly conversationId: string
  readonly toolName: string
  readonly input: JsonObject
}

/**
 * How a run ended. `errorText` is for the model, in English; `effect` words the line in the thread; `editedInput` are the
 * arguments that ran where the user changed them.
 */
export type ToolOutcome =
  | { readonly kind: 'result'; readonly output: JsonObject; readonly effect: Localized; readonly editedInput: JsonObject | null }
  | { readonly kind: 'error'; readonly errorText: string; readonly editedInput: JsonObject | null }

/** What the runner needs of the world. */
export interface ToolRunnerOptions {
  readonly toolBox: ToolBox
  readonly approvals: Pick<ApprovalQueue, 'stepsOfCall' | 'markExecuting' | 'markDone' | 'markFailed'>
  readonly decisions: Pick<CallDecisionTable, 'get'>
  readonly executions: ExecutionTable
  readonly audit: Pick<AuditTrail, 'record'>
  readonly clock: Clock
  /** Whether a program outside runs the calls of this tool, and how long it has at least, in ms; null where none does. */
  outside?(conversationId: string, toolName: string): number | null
  /** How a call of a recording ended when it was recorded: then it is not run. Null where it is to run. */
  recorded?(call: ToolCall): Promise<RecordedResult> | null
  /** Hears of faults inside tools, which the model is told only in general words. */
  readonly report: (error: unknown) => void
  /** Hears of a call whose run has ended, once that is stored. */
  readonly onEnd: (toolCallId: string) => void
  /** Writes all of `body` or nothing of it. */
  durably<Value>(body: () => Value): Value
}

/** Runs the calls that were allowed. */
export interface ToolRunner {
  declarations(dialect: 'json-schema' | 'open-api'): readonly FunctionDeclaration[]
  /**
   * Runs a call once, where this very call, with these arguments, was allowed; a yes of the user is used up by it. A call
   * that ran before is not run again: its outcome is given once more. Never rejects; never ends where the app ends before a
   * program outside that runs it.
   */
  run(call: ToolCall, signal?: AbortSignal): Promise<ToolOutcome>
  /** Goes on waiting for a run that a program outside was given before a restart, as long as it has time; like `run` in all else. */
  resume(given: AnsweredExecution, signal: AbortSignal): Promise<ToolOutcome>
  /** The picture that a call's run gave, as JPEG; null where it gave none or it is gone. Never rejects. */
  pictureOf(toolCallId: string): Promise<Uint8Array | null>
}

/** Makes the runner; runs that the last end of the program cut off get the end that their effect shows. */
export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const { toolBox, approvals, executions, audit, clock, report } = options
  const declared = new Map<string, readonly FunctionDeclaration[]>()
  options.durably(() => {
    for (const ended of recoverExecutions(executions, clock.now(), toolBox.find)) {
      const { conversationId, toolCallId, toolName, approvalId, output, errorText } = ended
      const outcome = output === null ? 'failed' : 'done'
      audit.record(
        { conversationId, toolCallId, toolName, approvalId },
        { kind: 'executed', outcome, result: output, errorText, durationMs: null },
      )
    }
  })

  async function runChecked(call: ToolCall, checked: CheckedCall, signal: AbortSignal | undefined): Promise<ToolOutcome> {
    const hash = inputHash(call.input)
    const earlier = executions.get(call.toolCallId)
    if (earlier !== null) {
      if (earlier.inputHash !== hash || earlier.toolName !== call.toolName) return refused(messageText('ran-with-other-arguments'))
      if (earlier.output === null) return refused(earlier.errorText ?? messageText('running-already'))
      const editedInput = editedInputOf(call.toolCallId)
      const ran = editedInput === null ? success(checked) : toolBox.check({ toolName: call.toolName, input: editedInput })
      if (!ran.ok) return refused(ran.error.message)
      return { kind: 'result', output: earlier.output, effect: ran.value.prepared.effectOf(earlier.output), editedInput }
    }
    if (signal?.aborted === true) return refused(messageText('taken-back-before-run'))
    const claim = claimCall(call, options)
    if (!claim.ok) return refused(claim.error.message)
    const claimed = claim.value
    const startedAt = clock.now()
    if (!executions.begin({ ...call, approvalId: claimed.approvalId, inputHash: hash, startedAt }))
      return refused(messageText('running-already'))
    const outcome = await attempt(call, claimed, signal, null)
    record(call, claimed.approvalId, startedAt, outcome)
    return outcome
  }

  /** The arguments that ran where the user changed them. */
  function editedInputOf(toolCallId: string): JsonObject | null {
    return approvals.stepsOfCall(toolCallId).findLast(({ editedInput }) => editedInput !== null)?.editedInput ?? null
  }

  async function attempt(
    call: ToolCall,
    { input, edited }: ClaimedCall,
    signal: AbortSignal | undefined,
    given: AnsweredExecution | null,
  ): Promise<ToolOutcome> {
    const { toolCallId, conversationId, toolName } = call
    const editedInput = edited ? input : null
    const checked = toolBox.check({ toolName, input })
    if (!checked.ok) return refused(checked.error.message)
    const { tool, prepared } = checked.value
    try {
      const recorded = given === null ? (options.recorded?.({ ...call, input }) ?? null) : null
      const work = (runSignal: AbortSignal) =>
        recorded === null ? prepared.run({ toolCallId, conversationId, signal: runSignal }) : recorded.then(outputOf)
      const time = recorded === null ? timeFor(call, tool, input, given) : { milliseconds: tool.timeoutMs }
      const output = await withDeadline(clock, time.milliseconds, signal, work, time.late)
      return { kind: 'result', output, effect: prepared.effectOf(output), editedInput }
    } catch (error) {
      if (error instanceof ClientCallAbandoned) throw error
      // a run that was stopped may have done it all the same
      const output = tool.recall(toolCallId)
      if (output !== null) return { kind: 'result', output, effect: prepared.effectOf(output), editedInput }
      if (error instanceof ToolError) return { kind: 'error', errorText: error.message, editedInput }
      report(error)
      return { kind: 'error', errorText: messageText('failed-inside', { tool: toolName }), editedInput }
    }
  }

  /** How long a run has. One that is given to a program outside is stored as such first: a restart does not end it. */
  function timeFor(
    { toolCallId, conversationId, toolName }: ToolCall,
    tool: MainTool,
    input: JsonObject,
    given: AnsweredExecution | null,
  ): { readonly milliseconds: number; readonly late?: MessageText } {
    const now = clock.now()
    if (given !== null) return { milliseconds: given.givenUntil - now, late: tooSlow(given.givenUntil - given.startedAt) }
    const outside = options.outside?.(conversationId, toolName) ?? null
    if (outside === null) return { milliseconds: tool.timeoutMs }
    const milliseconds = Math.max(tool.timeoutMs, outside)
    executions.give(toolCallId, input, now + milliseconds)
    return { milliseconds, late: tooSlow(milliseconds) }
  }

  /** What happened has happened: a record that can't be written is reported and changes no outcome. */
  function record(call: ToolCall, approvalId: string | null, startedAt: number, outcome: ToolOutcome): void {
    const { conversationId, toolCallId, toolName } = call
    const now = clock.now()
    const result = outcome.kind === 'result' ? outcome.output : null
    const errorText = outcome.kind === 'error' ? outcome.errorText : null
    try {
      options.durably(() => {
        if (outcome.kind === 'result') executions.succeed(toolCallId, now, outcome.output)
        else executions.fail(toolCallId, now, outcome.errorText)
        audit.record(
          { conversationId, toolCallId, toolName, approvalId },
          { kind: 'executed', outcome: result === null ? 'failed' : 'done', result, errorText, durationMs: now - startedAt },
        )
      })
      options.onEnd(toolCallId)
      if (approvalId === null) return
      const marked = outcome.kind === 'result' ? approvals.markDone(approvalId) : approvals.markFailed(approvalId, outcome.errorText)
      if (!marked.ok) report(new Error(marked.error.message))
    } catch (error) {
      report(error)
    }
  }

  function failed(call: ToolCall, error: unknown): ToolOutcome | Promise<never> {
    if (error instanceof ClientCallAbandoned) return noEnd()
    report(error)
    return refused(messageText('not-run-inside', { tool: call.toolName }))
  }

  /** Made once: schemas are reduced for the service by their identity. */
  function declarations(dialect: 'json-schema' | 'open-api'): readonly FunctionDeclaration[] {
    const before = declared.get(dialect)
    if (before !== undefined) return before
    const made = toolBox.tools.map((tool) => functionDeclaration(tool, dialect))
    declared.set(dialect, made)
    return made
  }

  return {
    declarations,
    async run(call, signal) {
      try {
        const checked = toolBox.check(call)
        if (!checked.ok) return refused(checked.error.message)
        return await runChecked(call, checked.value, signal)
      } catch (error) {
        return failed(call, error)
      }
    },
    async resume(given, signal) {
      const { toolCallId, conversationId, toolName, approvalId, startedAt, givenInput: input } = given
      const call = { toolCallId, conversationId, toolName, input }
      try {
        const claimed = { approvalId, input, edited: editedInputOf(toolCallId) !== null }
        const isLate = clock.now() >= given.givenUntil
        const outcome = isLate ? refused(tooSlow(given.givenUntil - startedAt)) : await attempt(call, claimed, signal, given)
        record(call, approvalId, startedAt, outcome)
        return outcome
      } catch (error) {
        return failed(call, error)
      }
    },
    async pictureOf(toolCallId) {
      try {
        const ran = executions.get(toolCallId)
        const tool = ran === null ? null : toolBox.find(ran.toolName)
        return ran?.output == null || tool === null ? null : await tool.pictureOf(ran.output)
      } catch (error) {
        report(error)
        return null
      }
    },
  }
}

function tooSlow(milliseconds: number): MessageText {
  return messageText('client-too-slow', { seconds: Math.round(milliseconds / 1000) })
}

/** Waits for ever. */
function noEnd(): Promise<never> {
  return new Promise(() => undefined)
}

function outputOf(recorded: RecordedResult): JsonObject {
  if ('output' in recorded) return recorded.output
  throw new ToolError(asMessageText(recorded.errorText))
}

function refused(errorText: string): ToolOutcome {
  return { kind: 'error', errorText, editedInput: null }
}
