import type { Approval } from '../../shared/approvals/approval'
import { builtInRules } from '../../shared/approvals/built-in-rules'
import type { PolicyRule } from '../../shared/approvals/policy-rule'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { isGiven } from '../storage/database/execution-table'
import type { Store } from '../storage/database/store'
import { type ApprovalQueue, createApprovalQueue } from './approvals/approval-queue'
import { createDecisionReview } from './approvals/review-decision'
import { type AuditTrail, createAuditTrail } from './audit/audit-trail'
import { type CallSummaries, createCallSummaries } from './call-summaries'
import { type CallJudge, type CallJudgeOptions, createCallJudge } from './policy/policy-decision'
import { createPolicyStore, type PolicyStore } from './policy/policy-store'
import { createSeenFrames, type SeenFrames } from './policy/seen-frames'
import { createToolBox, type ToolBox } from './tool-registry'
import { createToolRunner, type ToolRunner, type ToolRunnerOptions } from './tool-runner'
import type { MainTool } from './tools/main-tool'

/** The path from the model's calls to the tools: rules, approvals, audit trail, and the runner. */
export interface ToolGate {
  readonly toolBox: ToolBox
  readonly policy: PolicyStore
  readonly judge: CallJudge
  readonly queue: ApprovalQueue
  readonly runner: ToolRunner
  readonly audit: AuditTrail
  /** The turns that saw what the user shows. */
  readonly seen: SeenFrames
  readonly summaries: CallSummaries
  /** Writes all of `body` to the disk or nothing, for records outside these parts. */
  durably<Value>(body: () => Value): Value
}

/** Dependencies of the pipeline. */
export interface ToolGateOptions {
  readonly store: Store
  readonly tools: readonly MainTool[]
  /** Tools that come and go, such as those of servers: the same list until it changes. */
  readonly addedTools?: () => readonly MainTool[]
  readonly clock: Clock
  readonly newId: NewId
  /** Parley's built-in rules; only tests override them */
  readonly rules?: readonly PolicyRule[]
  /** Called with every approval after each step, and with the rule created from the answer. */
  readonly onApproval: (approval: Approval, rememberedRuleId: string | null) => void
  readonly onRules: () => void
  /** Called when the run of a call has ended. */
  readonly onEnd: (toolCallId: string) => void
  /** Runs calls at clients. */
  readonly outside?: ToolRunnerOptions['outside']
  /** How calls of recordings ended. */
  readonly recorded?: ToolRunnerOptions['recorded']
  /** Calls of recordings that end as they were recorded, and those that no rule lets run. */
  readonly replays?: Required<Pick<CallJudgeOptions, 'played' | 'isFromFile'>>
  readonly report: (event: string) => (error: unknown) => void
}

/** Connects the parts over one store. */
export function createToolGate(options: ToolGateOptions): ToolGate {
  const { store, clock, newId, report } = options
  const { approvals, attachments, executions, callDecisions: decisions, durably, atomically } = store
  const toolBox = createToolBox(options.tools, options.addedTools)
  const audit = createAuditTrail({ table: store.audit, clock, secretsOf: toolBox.find })
  const policy = createPolicyStore({
    rules: store.rules,
    defaults: store.toolDefaults,
    builtIn: options.rules ?? builtInRules,
    toolBox,
    clock,
    newId,
    uses: decisions.uses,
    onChange: options.onRules,
  })
  const queue = createApprovalQueue({
    approvals,
    audit,
    review: createDecisionReview(toolBox, policy),
    clock,
    newId,
    durably,
    report: report('approval failed'),
    wasDone: ({ toolName, toolCallId }) => toolBox.find(toolName)?.wasDone(toolCallId) ?? false,
    isGiven: isGiven(executions),
    onChange: options.onApproval,
  })
  const runner = createToolRunner({
    toolBox,
    approvals: queue,
    decisions,
    executions,
    audit,
    clock,
    report: report('tool failed'),
    onEnd: options.onEnd,
    ...(options.outside && { outside: options.outside }),
    ...(options.recorded && { recorded: options.recorded }),
  })
  const seen = createSeenFrames(clock)
  const judge = createCallJudge({
    toolBox,
    policy,
    decisions,
    executions,
    approvals,
    attachments,
    audit,
    clock,
    seen,
    durably,
    atomically,
    isReadWithout: (conversationId, scope) => store.gatewayThreads.scopesOf(conversationId).some((scopes) => !scopes.includes(scope)),
    ...options.replays,
  })
  return {
    toolBox,
    policy,
    judge,
    queue,
    runner,
    audit,
    seen,
    durably,
    summaries: createCallSummaries({ decisions, approvals, executions }),
  }
}
