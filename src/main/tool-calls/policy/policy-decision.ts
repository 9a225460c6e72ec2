import type { CopiedText } from '../../../shared/approvals/copied-text'
import type { PolicyDecision } from '../../../shared/approvals/policy'
import type { PolicyEffect, PolicyRule, RuleName } from '../../../shared/approvals/policy-rule'
import type { AuditSubject, Decider } from '../../../shared/audit/audit-entry'
import { assertNever } from '../../../shared/lib/assert-never'
import type { Clock } from '../../../shared/lib/clock'
import type { JsonObject } from '../../../shared/lib/json'
import { textOf } from '../../../shared/lib/result'
import { type DisplayText, messageOf } from '../../../shared/messages/message'
import type { CallOutcome } from '../../../shared/protocol/converter-input'
import type { ApprovalTable } from '../../storage/database/approval-table'
import type { AttachmentTable } from '../../storage/database/attachment-table'
import type { CallDecision, CallDecisionTable } from '../../storage/database/call-decision-table'
import type { ExecutionTable } from '../../storage/database/execution-table'
import type { AuditTrail } from '../audit/audit-trail'
import type { CheckedCall, ToolBox } from '../tool-registry'
import type { MainTool } from '../tools/main-tool'
import type { PolicyStore } from './policy-store'
import type { SeenFrames } from './seen-frames'
import { createUntrustedText } from './untrusted-text'

/** A call as the model sent it. */
export interface JudgedCall {
  readonly conversationId: string
  /** left out for a call of no turn */
  readonly turnId?: string
  readonly toolCallId: string
  readonly toolName: string
  readonly input: JsonObject
}

/** The rule that decided, as the thread and the approval cards show it. */
export interface DecidingRule {
  readonly number: number
  readonly name: RuleName
}

/** How a call of a recording ended when it was recorded: nothing runs. `due` resolves when its time has come. */
export interface PlayedCall {
  readonly fixtureId: string
  readonly decision: 'approved' | 'denied' | 'expired' | 'withdrawn' | null
  readonly outcome: CallOutcome
  readonly due: Promise<void>
}

/**
 * What becomes of a call. `refused`: it is not fit to be decided about, and `text` says what to correct. `played`: it
 * ends as it was recorded. `copied`: arguments with text that somebody else wrote.
 */
export type Judgement =
  | { readonly kind: 'refused'; readonly text: DisplayText }
  | { readonly kind: 'played'; readonly played: PlayedCall }
  | { readonly kind: 'allow' | 'deny'; readonly rule: DecidingRule; readonly checked: CheckedCall }
  | { readonly kind: 'ask'; readonly rule: DecidingRule; readonly checked: CheckedCall; readonly copied: readonly CopiedText[] }

/** Dependencies of the policy decision. */
export interface CallJudgeOptions {
  readonly toolBox: ToolBox
  readonly policy: PolicyStore
  readonly decisions: CallDecisionTable
  readonly executions: Pick<ExecutionTable, 'get' | 'list'>
  readonly approvals: Pick<ApprovalTable, 'stepsOfCall'>
  readonly attachments: Pick<AttachmentTable, 'list' | 'content' | 'servers' | 'lastOfServer'>
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly seen: Pick<SeenFrames, 'lastSeen'>
  /** How a call ends that a recording makes while it plays its user, too; null where the call is to be decided about. */
  played?(call: JudgedCall): PlayedCall | null
  /** Whether a recording from a file makes the calls of this conversation: then no rule lets one run. */
  isFromFile?(conversationId: string): boolean
  /** Whether a program that lacks this scope reads what is said in the conversation. */
  isReadWithout?(conversationId: string, scope: NonNullable<MainTool['resultScope']>): boolean
  durably<Value>(body: () => Value): Value
  /** The same for what need not be on the disk yet when it returns. */
  atomically<Value>(body: () => Value): Value
}

/** Decides about every call before anything happens, and stores the decision and its reason before returning it. */
export interface CallJudge {
  judge(call: JudgedCall): Judgement
}

/** The name of the rule that a call repeated word for word asks, where a rule of the user would let it run. */
const repeatsAsk = (): RuleName => messageOf('rule-repeated')

/** The name of the rule that a recording from a file asks by, where a rule would let its call run. */
const fileAsks = (): RuleName => messageOf('rule-from-file')

/** The name of the rule that calls ask by which a rule of the user lets run, but whose results the program may not have. */
const withoutDataAsks = (): RuleName => messageOf('rule-no-data')

/** The name of the rule that effects ask by in a turn that read what somebody else may have written. */
const untrustedAsks = (): RuleName => messageOf('rule-untrusted')

/** The name of the rule that effects ask by in a turn that saw what the user shows. */
const seenAsks = (): RuleName => messageOf('rule-seen')

/** The name of the rule that tools ask by whose calls no rule lets run. */
const eachTimeAsks = (): RuleName => messageOf('rule-each-time')

/** A rule lets a tool of high risk run so many times in 24 hours: that bounds what it can do together, too. Then it asks. */
export const mostByRule = 10
const BY_RULE_MS = 24 * 60 * 60_000

const usedUpAsks = (most: number): RuleName => messageOf('rule-used-up', { most })

/** How often a rule lets this tool run in 24 hours. */
function mostOf({ mostPerDay = Number.POSITIVE_INFINITY }: PolicyRule, { risk }: MainTool): number {
  return risk === 'high' ? Math.min(mostPerDay, mostByRule) : mostPerDay
}

export function createCallJudge(options: CallJudgeOptions): CallJudge {
  const { toolBox, policy, decisions, audit, clock, seen, durably, atomically } = options
  const untrusted = createUntrustedText(options)

  /** Whether a call ran with these arguments: allowed by a rule, or by the user, who may have changed them. */
  function ranWith({ toolCallId, toolName, effect, inputHash: came }: CallDecision, hash: string): boolean {
    if (effect === 'allow') return came === hash
    if (options.executions.get(toolCallId) === null) return false
    if (came === hash) return true
    return options.approvals
      .stepsOfCall(toolCallId)
      .some(({ editedInput }) => editedInput !== null && toolBox.hash({ toolName, input: editedInput }) === hash)
  }

  /** What the question says about where its arguments may come from. */
  function copiedInto(call: JudgedCall): readonly CopiedText[] {
    const copied = untrusted.copiedInto(call)
    return seen.lastSeen(call) === null ? copied : [...copied, { argument: '', source: { kind: 'sight' } }]
  }

  /**
   * After a reconnect the model may repeat a call that has already run. A rule lets a call with unsafe-to-repeat effects run once; if
   * it is repeated exactly in the same conversation, the user is asked, even if the first yes was their own.
   */
  function guarded(decision: PolicyDecision, tool: MainTool, call: JudgedCall, hash: string): PolicyDecision {
    if (decision.effect !== 'allow') return decision
    if (options.isFromFile?.(call.conversationId) === true) return { ...decision, effect: 'ask', name: fileAsks() }
    if (isTold(options, decision, tool, call)) return { ...decision, effect: 'ask', name: withoutDataAsks() }
    if (tool.asksEachTime) return { ...decision, effect: 'ask', name: eachTimeAsks() }
    const { rule } = decision
    const most = rule === null ? Number.POSITIVE_INFINITY : mostOf(rule, tool)
    if (rule !== null && Number.isFinite(most) && decisions.allowedSince(rule.ruleId, clock.now() - BY_RULE_MS) >= most)
      return { ...decision, effect: 'ask', name: usedUpAsks(most) }
    if (tool.risk === 'low') return decision
    if (isUnderInfluence(untrusted.lastRead(call), rule)) return { ...decision, effect: 'ask', name: untrustedAsks() }
    if (isUnderInfluence(seen.lastSeen(call), rule)) return { ...decision, effect: 'ask', name: seenAsks() }
    if (tool.idempotent) return decision
    const ran = decisions
      .ofConversation(call.conversationId)
      .some((earlier) => earlier.toolName === call.toolName && ranWith(earlier, hash))
    return ran ? { ...decision, effect: 'ask', name: repeatsAsk() } : decision
  }

  function stored({ effect, number, name, rule }: PolicyDecision, call: JudgedCall, hash: string, subject: AuditSubject): CallDecision {
    const { conversationId, turnId = null, toolCallId, toolName } = call
    const ruleId = rule?.ruleId ?? null
    const decision = { conversationId, toolCallId, toolName, inputHash: hash, effect, number, name, ruleId, turnId, decidedAt: clock.now() }
    decisions.insert(decision)
    audit.record(subject, {
      kind: 'decided',
      decision: wordFor(effect),
      by: { kind: 'rule', number, name, ruleId } satisfies Decider,
      reason: null,
      editedInput: null,
      rememberedRuleId: null,
    })
    return decision
  }

  /** The trail says that the recording decided; no decision is stored, so that nothing can run by it. */
  function recordPlayed(subject: AuditSubject, { fixtureId, decision, outcome }: PlayedCall): void {
    const failed = outcome.kind === 'error' ? outcome.errorText : null
    const denied = decision === 'denied' || decision === 'expired' || decision === 'withdrawn' ? decision : null
    audit.record(subject, {
      kind: 'decided',
      decision: denied ?? (failed === null ? 'allowed' : 'refused'),
      by: { kind: 'recording', fixtureId },
      reason: failed,
      editedInput: null,
      rememberedRuleId: null,
    })
  }

  return {
    judge(call) {
      const { conversationId, toolCallId, toolName, input } = call
      const subject = { conversationId, toolCallId, toolName, approvalId: null }
      const hash = toolBox.hash(call)
      const checked = toolBox.check(call)
      const earlier = decisions.get(toolCallId)
      const played = earlier === null ? (options.played?.(call) ?? null) : null
      const decide = (tool: MainTool) => guarded(policy.decide(call), tool, call, hash)
      const decided = earlier === null && played === null && checked.ok ? decide(checked.value.tool) : null
      // the run flushes what allowed it, before its effect
      const write = decided?.effect === 'allow' ? atomically : durably
      return write((): Judgement => {
        const refuse = (text: DisplayText): Judgement => {
          audit.record(subject, {
            kind: 'decided',
            decision: 'refused',
            by: null,
            reason: text,
            editedInput: null,
            rememberedRuleId: null,
          })
          return { kind: 'refused', text }
        }
        if (earlier === null) audit.record(subject, { kind: 'requested', risk: toolBox.find(toolName)?.risk ?? null, input })
        if (played !== null) {
          recordPlayed(subject, played)
          return { kind: 'played', played }
        }
        if (!checked.ok) return refuse(textOf(checked.error))
        if (earlier !== null && (earlier.inputHash !== hash || earlier.toolName !== toolName)) {
          return refuse(messageOf('made-with-other-arguments'))
        }
        const { effect, number, name } = earlier ?? stored(decided ?? decide(checked.value.tool), call, hash, subject)
        const judged = { rule: { number, name }, checked: checked.value }
        return effect === 'ask' ? { kind: effect, ...judged, copied: copiedInto(call) } : { kind: effect, ...judged }
      })
    },
  }
}

/**
 * Whether what the turn has read or seen at `at` may want the model to make this call. A rule that the user made after that was made
 * with it in sight.
 */
function isUnderInfluence(at: number | null, rule: PolicyRule | null): boolean {
  return at !== null && (rule === null || rule.origin === 'built-in' || rule.createdAt <= at)
}

/**
 * Whether the model would tell the program of this conversation what it must not have. The user's rules and choices for what is theirs were
 * made for their own conversations; one that is for this conversation alone holds.
 */
function isTold(
  { isReadWithout }: CallJudgeOptions,
  { rule }: PolicyDecision,
  { approval, resultScope }: MainTool,
  { conversationId }: JudgedCall,
): boolean {
  if (resultScope === null || approval === 'allow' || rule?.scope.kind === 'conversation') return false
  return isReadWithout?.(conversationId, resultScope) === true
}

function wordFor(effect: PolicyEffect): 'allowed' | 'asked' | 'denied' {
  switch (effect) {
    case 'allow':
      return 'allowed'
    case 'ask':
      return 'asked'
    case 'deny':
      return 'denied'
    default:
      return assertNever(effect, 'policy effect')
  }
}
