import type { Approval, Decision } from '../../../shared/approvals/approval'
import type { Remember } from '../../../shared/approvals/policy-rule'
import { ruleName } from '../../../shared/approvals/rule-name'
import type { JsonObject } from '../../../shared/lib/json'
import { failure, type Result, success } from '../../../shared/lib/result'
import { modelText } from '../../../shared/messages/message'
import type { Localized } from '../../../shared/text/localized'
import type { PolicyStore } from '../policy/policy-store'
import type { ToolBox } from '../tool-registry'
import type { DecisionFailure } from './answerable-approval'

/** A further approval for the same call. `of`: how many these arguments need. */
export interface NextApproval {
  readonly question: Localized
  readonly destination: string
  readonly input: JsonObject
  readonly of: number
}

/** Details of an answer that counts. */
export interface ReviewedDecision {
  /** arguments to run instead of those shown; null if nothing was changed */
  readonly editedInput: JsonObject | null
  /** the approval that follows a yes to this one, for the arguments that would run; null after the last */
  readonly next: NextApproval | null
  /** the rule to store with the answer */
  readonly remembered: { readonly ruleId: string; keep(): void } | null
}

/** Checks the details of an answer. A failure means that the answer does not count and nothing changed. */
export type ReviewDecision = (approval: Approval, decision: Decision) => Result<ReviewedDecision, DecisionFailure>

/** Reviews answers by the tools' schemas and the current rules. */
export function createDecisionReview(toolBox: ToolBox, policy: PolicyStore): ReviewDecision {
  function edited(
    { toolName, conversationId, inputHash: shown }: Approval,
    decision: Decision,
  ): Result<JsonObject | null, DecisionFailure> {
    const { editedInput } = decision
    if (editedInput === undefined) return success(null)
    if (!decision.approved) return failure('edit-refused', 'Arguments can only be changed together with a yes. Nothing was decided.')
    if (toolBox.hash({ toolName, input: editedInput }) === shown) return success(null)
    const checked = toolBox.check({ toolName, input: editedInput })
    if (!checked.ok) return failure('edit-refused', `The changed arguments can't be used. ${checked.error.message}`)
    const { effect, number, name } = policy.decide({ toolName, conversationId, input: editedInput })
    if (effect !== 'deny') return success(editedInput)
    return failure(
      'edit-refused',
      `Rule ${number}, “${modelText(name)}”, denies these arguments. Change them again, or answer for the ones shown.`,
    )
  }

  function remembered(
    { toolName, conversationId }: Approval,
    approved: boolean,
    remember: Remember,
    input: JsonObject,
  ): Result<ReviewedDecision['remembered'], DecisionFailure> {
    const scope = remember.scope === 'always' ? ({ kind: 'always' } as const) : ({ kind: 'conversation', conversationId } as const)
    const perDay = approved && remember.mostPerDay !== undefined ? { mostPerDay: remember.mostPerDay } : {}
    const facts = { tool: toolName, matchers: remember.matchers, scope, effect: approved ? 'allow' : 'deny', ...perDay } as const
    const prepared = policy.prepareRemembered({ ...facts, ruleId: null, name: ruleName(facts) }, { toolName, conversationId, input })
    if (!prepared.ok) return failure('rule-refused', prepared.error.message)
    const { rule, keep } = prepared.value
    return success({ ruleId: rule.ruleId, keep })
  }

  function nextQuestion({ toolName, conversationId, step }: Approval, input: JsonObject): NextApproval | null {
    const checked = toolBox.check({ toolName, input, conversationId })
    if (!checked.ok) return null
    const { questions, destination } = checked.value.prepared
    const question = questions[step.index]
    return question === undefined ? null : { question, destination, input, of: questions.length }
  }

  return (approval, decision) => {
    const edit = edited(approval, decision)
    if (!edit.ok) return edit
    const input = edit.value ?? approval.input
    const next = decision.approved ? nextQuestion(approval, input) : null
    if (decision.remember === undefined) return success({ editedInput: edit.value, next, remembered: null })
    if (next !== null) return failure('rule-refused', 'This call has another question. Make a rule of the answer to its last one.')
    const rule = remembered(approval, decision.approved, decision.remember, input)
    return rule.ok ? success({ editedInput: edit.value, next, remembered: rule.value }) : rule
  }
}
