import type { Localized } from '../../shared/ipc/schemas'
import type { Clock } from '../../shared/lib/clock'
import type { JsonObject } from '../../shared/lib/json'
import { failure, type Result, success } from '../../shared/lib/result'
import { type FunctionDeclaration, functionDeclaration } from '../../shared/tools/function-declaration'
import type { ApprovalQueue } from '../approvals/approval-queue'
import { inputHash } from '../approvals/input-hash'
import type { ExecutionTable } from '../store/execution-table'
import { claimCall } from './claim-call'
import { type MainTool, type PreparedCall, ToolError } from './main-tool'
import { recoverExecutions } from './recover-executions'
import { withDeadline } from './with-deadline'

/** A call of the model, as it came. */
export interface ToolCall {
  readonly toolCallId: string
  readonly conversationId: string
  readonly toolName: string
  readonly input: JsonObject
}

/** How a run ended. `errorText` is for the model, in English; `effect` words the line in the thread. */
export type ToolOutcome =
  | { readonly kind: 'result'; readonly output: JsonObject; readonly effect: Localized }
  | { readonly kind: 'error'; readonly errorText: string }

/** A call that may be asked about or run. */
export interface CheckedCall {
  readonly tool: MainTool
  readonly question: Localized
  readonly destination: string
}

/** What the runner needs of the world. */
export interface ToolRunnerOptions {
  readonly tools: readonly MainTool[]
  readonly approvals: Pick<ApprovalQueue, 'ofCall' | 'markExecuting' | 'markDone' | 'markFailed'>
  readonly executions: ExecutionTable
  readonly clock: Clock
  /** Hears of faults inside tools, which the model is told only in general words. */
  readonly report: (error: unknown) => void
}

/** Runs the tools that live in main. */
export interface ToolRunner {
  declarations(dialect: 'json-schema' | 'open-api'): readonly FunctionDeclaration[]
  /** Looks the tool up and checks the arguments, and runs nothing. The failure's message is for the model. */
  check(call: Pick<ToolCall, 'toolName' | 'input'>): Result<CheckedCall>
  /**
   * Runs a call once. A tool that needs approval runs only where this very call, with these arguments, was approved, and
   * uses that approval up. A call that ran before is not run again: its outcome is given once more. Never rejects.
   */
  run(call: ToolCall, signal?: AbortSignal): Promise<ToolOutcome>
}

/** Makes the runner; runs that the last end of the program cut off get the end that their effect shows. */
export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const { approvals, executions, clock, report } = options
  const tools = new Map(options.tools.map((tool) => [tool.name, tool]))
  recoverExecutions(executions, clock.now(), (toolName) => tools.get(toolName) ?? null)

  function prepare({ toolName, input }: Pick<ToolCall, 'toolName' | 'input'>): Result<{ tool: MainTool; prepared: PreparedCall }> {
    const tool = tools.get(toolName)
    if (tool === undefined) {
      const known = [...tools.keys()].join(', ')
      return failure('unknown-tool', `There is no such tool. The tools are: ${known}.`)
    }
    const prepared = tool.prepare(input)
    return prepared.ok ? success({ tool, prepared: prepared.value }) : prepared
  }

  async function runPrepared(
    call: ToolCall,
    tool: MainTool,
    prepared: PreparedCall,
    signal: AbortSignal | undefined,
  ): Promise<ToolOutcome> {
    const hash = inputHash(call.input)
    const earlier = executions.get(call.toolCallId)
    if (earlier !== null) {
      if (earlier.inputHash !== hash || earlier.toolName !== call.toolName)
        return refused('A call with this id ran before with other arguments.')
      if (earlier.output !== null) return { kind: 'result', output: earlier.output, effect: prepared.effectOf(earlier.output) }
      return refused(earlier.errorText ?? 'This call is running already.')
    }
    if (signal?.aborted === true) return refused('The call was taken back before it began. Nothing was run.')
    const claim = claimCall(call, tool, hash, approvals)
    if (!claim.ok) return refused(claim.error.message)
    const approvalId = claim.value
    const begun = { ...call, approvalId, inputHash: hash, startedAt: clock.now() }
    if (!executions.begin(begun)) return refused('This call is running already.')
    const outcome = await attempt(call, tool, prepared, signal)
    record(call.toolCallId, approvalId, outcome)
    return outcome
  }

  async function attempt(call: ToolCall, tool: MainTool, prepared: PreparedCall, signal: AbortSignal | undefined): Promise<ToolOutcome> {
    const { toolCallId, conversationId } = call
    try {
      const work = (runSignal: AbortSignal) => prepared.run({ toolCallId, conversationId, signal: runSignal })
      const output = await withDeadline(clock, tool.timeoutMs, signal, work)
      return { kind: 'result', output, effect: prepared.effectOf(output) }
    } catch (error) {
      if (error instanceof ToolError) return refused(error.message)
      report(error)
      return refused(`${call.toolName} failed inside Parley. The user's log has the details.`)
    }
  }

  /** What happened has happened: a record that can't be written is reported and changes no outcome. */
  function record(toolCallId: string, approvalId: string | null, outcome: ToolOutcome): void {
    try {
      if (outcome.kind === 'result') executions.succeed(toolCallId, clock.now(), outcome.output)
      else executions.fail(toolCallId, clock.now(), outcome.errorText)
      if (approvalId === null) return
      const marked = outcome.kind === 'result' ? approvals.markDone(approvalId) : approvals.markFailed(approvalId, outcome.errorText)
      if (!marked.ok) report(new Error(marked.error.message))
    } catch (error) {
      report(error)
    }
  }

  return {
    declarations: (dialect) => options.tools.map((tool) => functionDeclaration(tool, dialect)),
    check(call) {
      const checked = prepare(call)
      if (!checked.ok) return checked
      const { tool, prepared } = checked.value
      return success({ tool, question: prepared.question, destination: prepared.destination })
    },
    async run(call, signal) {
      try {
        const checked = prepare(call)
        if (!checked.ok) return refused(checked.error.message)
        return await runPrepared(call, checked.value.tool, checked.value.prepared, signal)
      } catch (error) {
        report(error)
        return refused(`${call.toolName} could not be run inside Parley. The user's log has the details.`)
      }
    },
  }
}

function refused(errorText: string): ToolOutcome {
  return { kind: 'error', errorText }
}
