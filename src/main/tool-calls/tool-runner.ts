import type { AuditEvent } from '../../shared/audit/audit-entry'
import type { Clock } from '../../shared/lib/clock'
import type { JsonObject } from '../../shared/lib/json'
import { success, textOf } from '../../shared/lib/result'
import { type DisplayText, type Message, messageOf } from '../../shared/messages/message'
import type { Localized } from '../../shared/text/localized'
import { type FunctionDeclaration, functionDeclaration } from '../../shared/tools/function-declaration'
import type { CallDecisionTable } from '../storage/database/call-decision-table'
import type { AnsweredExecution, ExecutionTable, RunEnd, ToolExecution } from '../storage/database/execution-table'
import type { ApprovalQueue } from './approvals/approval-queue'
import type { AuditTrail } from './audit/audit-trail'
import { type ClaimedCall, claimCall } from './authorize-run'
import type { RecordedResult } from './recorded-calls'
import type { CheckedCall, ToolBox } from './tool-registry'
import { type MainTool, ToolError } from './tools/main-tool'

/** The app ends while a client runs the call: the client may end it later, and the next start of the app resumes it. */
export class ClientCallAbandoned extends Error {
  override readonly name = 'ClientCallAbandoned'
}

/**
 * Runs `work` until it ends, `timeoutMs` have passed, or `outer` aborts. In the last two cases the signal given to `work` aborts, and
 * the promise rejects at once: with a `ToolError` that says which it was (`late`: the text for a timeout), or with the
 * `ClientCallAbandoned` that `outer` was aborted with.
 */
export async function withDeadline<Value>(
  clock: Clock,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
  late: Message | undefined = messageOf('too-slow', { seconds: timeoutMs / 1000 }),
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

/** Why a run is ended: the signal's reason, or that the call was withdrawn. */
function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof ToolError || reason instanceof ClientCallAbandoned ? reason : new ToolError(messageOf('taken-back-and-stopped'))
}

/**
 * Ends the runs that were interrupted when the app stopped, with the output that the tool recalls or as failed. Runs that were given to a client continue: the client may have ended them meanwhile.
 */
function recoverExecutions(
  executions: ExecutionTable,
  now: number,
  find: (toolName: string) => MainTool | null,
  record: (run: ToolExecution, end: RunEnd) => void,
): void {
  const given = new Set(executions.given().map(({ toolCallId }) => toolCallId))
  for (const run of executions.unfinished()) {
    const { toolCallId, toolName } = run
    if (given.has(toolCallId)) continue
    const output = find(toolName)?.recall(toolCallId) ?? null
    const end = output === null ? { errorText: whenClosed(find(toolName)) } : { output }
    executions.end(toolCallId, now, end, () => record(run, end))
  }
}

/** Nobody knows what a tool of a server did that is gone by now. */
function whenClosed(tool: MainTool | null): Message {
  return tool === null ? messageOf('outcome-unknown') : (tool.whenStopped ?? messageOf('closed-without-end'))
}

/** A call as the model sent it. */
export interface ToolCall {
  readonly toolCallId: string
  readonly conversationId: string
  readonly toolName: string
  readonly input: JsonObject
}

/**
 * How a run ended. `errorText` says why it failed; `effect` describes it in the thread; `editedInput`: the arguments that
 * ran, if the user changed them.
 */
export type ToolOutcome =
  | { readonly kind: 'result'; readonly output: JsonObject; readonly effect: Localized; readonly editedInput: JsonObject | null }
  | { readonly kind: 'error'; readonly errorText: DisplayText; readonly editedInput: JsonObject | null }

/** Dependencies of the runner. */
export interface ToolRunnerOptions {
  readonly toolBox: ToolBox
  readonly approvals: Pick<ApprovalQueue, 'stepsOfCall' | 'markExecuting' | 'markDone' | 'markFailed'>
  readonly decisions: Pick<CallDecisionTable, 'get'>
  readonly executions: ExecutionTable
  readonly audit: Pick<AuditTrail, 'record'>
  readonly clock: Clock
  /** How long a client that runs this tool has at least, in ms; null if no client runs it. */
  outside?(conversationId: string, toolName: string): number | null
  /** The recorded outcome of a call, which is then not run. Null: run it. */
  recorded?(call: ToolCall): Promise<RecordedResult> | null
  /** Called with errors inside tools, which the model sees only in general words. */
  readonly report: (error: unknown) => void
  /** Called when the run of a call has ended. */
  readonly onEnd: (toolCallId: string) => void
}

/** Runs allowed calls. */
export interface ToolRunner {
  declarations(dialect: 'json-schema' | 'open-api'): readonly FunctionDeclaration[]
  /**
   * Runs a call once, if this exact call with these arguments was allowed; this uses up the user's yes. A call that ran before is not
   * run again: its outcome is returned again. Never rejects; never resolves if the app ends before the client that runs the call.
   */
  run(call: ToolCall, signal?: AbortSignal): Promise<ToolOutcome>
  /** Waits again for a run that was given to a client before a restart, within its time limit; otherwise like `run`. */
  resume(given: AnsweredExecution, signal: AbortSignal): Promise<ToolOutcome>
  /** The picture in the result of a call, as JPEG; null if there was none or it is gone. Never rejects. */
  pictureOf(toolCallId: string): Promise<Uint8Array | null>
}

/** Runs one claimed call, within its time limit. `given`: a client was given it before a restart. */
type RunClaimed = (
  call: ToolCall,
  claimed: ClaimedCall,
  signal: AbortSignal | undefined,
  given: AnsweredExecution | null,
) => Promise<ToolOutcome>

/** The run rejects only if the app ends before the client that runs the call. */
function createRun({ toolBox, executions, clock, report, ...options }: ToolRunnerOptions): RunClaimed {
  /** The time limit of a run. A run that is given to a client is stored as such first, so that a restart does not end it. */
  function timeFor(
    { toolCallId, conversationId, toolName }: ToolCall,
    tool: MainTool,
    input: JsonObject,
    given: AnsweredExecution | null,
  ): { readonly milliseconds: number; readonly late?: Message } {
    const now = clock.now()
    if (given !== null) return { milliseconds: given.givenUntil - now, late: tooSlow(given.givenUntil - given.startedAt) }
    const outside = options.outside?.(conversationId, toolName) ?? null
    if (outside === null) return { milliseconds: tool.timeoutMs }
    const milliseconds = Math.max(tool.timeoutMs, outside)
    executions.give(toolCallId, input, now + milliseconds)
    return { milliseconds, late: tooSlow(milliseconds) }
  }

  return async (call, { input, edited }, signal, given) => {
    const { toolCallId, conversationId, toolName } = call
    const editedInput = edited ? input : null
    const checked = toolBox.check({ toolName, input })
    if (!checked.ok) return refused(textOf(checked.error))
    const { tool, prepared } = checked.value
    try {
      const recorded = given === null ? (options.recorded?.({ ...call, input }) ?? null) : null
      const work = (runSignal: AbortSignal) =>
        recorded === null ? prepared.run({ toolCallId, conversationId, signal: runSignal }) : recorded.then(outputOf)
      const time = recorded === null ? timeFor(call, tool, input, given) : { milliseconds: tool.timeoutMs }
      const output = await withDeadline(clock, time.milliseconds, signal, work, time.late ?? tool.whenStopped ?? undefined)
      return { kind: 'result', output, effect: prepared.effectOf(output), editedInput }
    } catch (error) {
      if (error instanceof ClientCallAbandoned) throw error
      // a stopped run may still have had its effect
      const output = tool.recall(toolCallId)
      if (output !== null) return { kind: 'result', output, effect: prepared.effectOf(output), editedInput }
      if (signal?.aborted === true && tool.whenStopped !== null) return { kind: 'error', errorText: tool.whenStopped, editedInput }
      if (error instanceof ToolError) return { kind: 'error', errorText: error.text, editedInput }
      report(error)
      return { kind: 'error', errorText: messageOf('failed-inside', { tool: toolName }), editedInput }
    }
  }
}

/** Stores how runs ended. */
interface RunRecords {
  /** A record that cannot be written is reported and does not change the outcome. */
  add(call: ToolCall, approvalId: string | null, startedAt: number, outcome: ToolOutcome): void
}

/** Stores how the runs ended that were interrupted when the app stopped. */
function createRunRecords(options: ToolRunnerOptions): RunRecords {
  const { toolBox, approvals, executions, audit, clock, report } = options
  recoverExecutions(executions, clock.now(), toolBox.find, ({ conversationId, toolCallId, toolName, approvalId }, end) =>
    audit.record({ conversationId, toolCallId, toolName, approvalId }, { kind: 'executed', ...auditedEnd(end), durationMs: null }),
  )

  return {
    add(call, approvalId, startedAt, outcome) {
      const { conversationId, toolCallId, toolName } = call
      const now = clock.now()
      const end = outcome.kind === 'result' ? { output: outcome.output } : { errorText: outcome.errorText }
      try {
        executions.end(toolCallId, now, end, () =>
          audit.record(
            { conversationId, toolCallId, toolName, approvalId },
            { kind: 'executed', ...auditedEnd(end), durationMs: now - startedAt },
          ),
        )
        options.onEnd(toolCallId)
        if (approvalId === null) return
        const marked = outcome.kind === 'result' ? approvals.markDone(approvalId) : approvals.markFailed(approvalId, outcome.errorText)
        if (!marked.ok) report(new Error(marked.error.message))
      } catch (error) {
        report(error)
      }
    },
  }
}

function auditedEnd(end: RunEnd): Pick<Extract<AuditEvent, { readonly kind: 'executed' }>, 'outcome' | 'result' | 'errorText'> {
  return 'output' in end
    ? { outcome: 'done', result: end.output, errorText: null }
    : { outcome: 'failed', result: null, errorText: end.errorText }
}

/** Creates the runner; runs interrupted when the app stopped end as their effect shows. */
export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const { toolBox, approvals, executions, clock, report } = options
  const runClaimed = createRun(options)
  const records = createRunRecords(options)

  async function runChecked(call: ToolCall, checked: CheckedCall, signal: AbortSignal | undefined): Promise<ToolOutcome> {
    const hash = toolBox.hash(call)
    const earlier = executions.get(call.toolCallId)
    if (earlier !== null) {
      if (earlier.inputHash !== hash || earlier.toolName !== call.toolName) return refused(messageOf('ran-with-other-arguments'))
      if (earlier.output === null) return refused(earlier.errorText ?? messageOf('running-already'))
      const editedInput = editedInputOf(call.toolCallId)
      const ran = editedInput === null ? success(checked) : toolBox.check({ toolName: call.toolName, input: editedInput })
      if (!ran.ok) return refused(textOf(ran.error))
      return { kind: 'result', output: earlier.output, effect: ran.value.prepared.effectOf(earlier.output), editedInput }
    }
    if (signal?.aborted === true) return refused(messageOf('taken-back-before-run'))
    const claim = claimCall(call, options)
    if (!claim.ok) return refused(textOf(claim.error))
    const claimed = claim.value
    const startedAt = clock.now()
    if (!executions.begin({ ...call, approvalId: claimed.approvalId, inputHash: hash, startedAt }))
      return refused(messageOf('running-already'))
    const outcome = await runClaimed(call, claimed, signal, null)
    records.add(call, claimed.approvalId, startedAt, outcome)
    return outcome
  }

  /** The arguments that ran, if the user changed them. */
  function editedInputOf(toolCallId: string): JsonObject | null {
    return approvals.stepsOfCall(toolCallId).findLast(({ editedInput }) => editedInput !== null)?.editedInput ?? null
  }

  function failed(call: ToolCall, error: unknown): ToolOutcome | Promise<never> {
    if (error instanceof ClientCallAbandoned) return noEnd()
    report(error)
    return refused(messageOf('not-run-inside', { tool: call.toolName }))
  }

  return {
    declarations: createDeclarations(toolBox),
    async run(call, signal) {
      try {
        const checked = toolBox.check(call)
        if (!checked.ok) return refused(textOf(checked.error))
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
        const outcome = isLate ? refused(tooSlow(given.givenUntil - startedAt)) : await runClaimed(call, claimed, signal, given)
        records.add(call, approvalId, startedAt, outcome)
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

/** Each tool is declared once: schemas are reduced for the service by identity. */
function createDeclarations(toolBox: Pick<ToolBox, 'tools'>): ToolRunner['declarations'] {
  const declared = { 'json-schema': new WeakMap<MainTool, FunctionDeclaration>(), 'open-api': new WeakMap<MainTool, FunctionDeclaration>() }
  return (dialect) =>
    toolBox.tools.map((tool) => {
      const created = declared[dialect].get(tool) ?? functionDeclaration(tool, dialect)
      declared[dialect].set(tool, created)
      return created
    })
}

function tooSlow(milliseconds: number): Message {
  return messageOf('client-too-slow', { seconds: Math.round(milliseconds / 1000) })
}

/** Never resolves. */
function noEnd(): Promise<never> {
  return new Promise(() => undefined)
}

function outputOf(recorded: RecordedResult): JsonObject {
  if ('output' in recorded) return recorded.output
  throw new ToolError(recorded.errorText)
}

function refused(errorText: DisplayText): ToolOutcome {
  return { kind: 'error', errorText, editedInput: null }
}
