import { toolMatches } from '../../../shared/approvals/policy'
import type { ArgumentMatcher, NumberedRule, PolicyRule, RuleDraft } from '../../../shared/approvals/policy-rule'
import type { MainTool } from '../tools/main-tool'
import { isChoice } from './argument-types'

/** What the breadth of a rule depends on. */
export type RuleFacts = Pick<RuleDraft, 'tool' | 'effect' | 'scope' | 'matchers'>

/** The facts of a tool that the breadth of a rule depends on. */
export type RuledTool = Pick<MainTool, 'name' | 'risk' | 'input' | 'parameters'>

/** The tools that a rule may be about. */
export interface RuledTools {
  readonly tools: readonly RuledTool[]
}

/** A change of the list of rules. `place` counts from 1, as in `NumberedRule`. */
export type RuleListChange =
  | { readonly kind: 'remove' | 'replace'; readonly ruleId: string }
  | { readonly kind: 'move'; readonly ruleId: string; readonly place: number }

/**
 * Whether a rule lets calls with an effect run that nobody has seen: each rule that allows a high risk, and one that allows a medium risk
 * everywhere without naming a value or a host. The state of a switch, or one of a few values that the tool lists, names nothing.
 */
export function isBroad({ tool, effect, scope, matchers }: RuleFacts, { tools }: RuledTools): boolean {
  if (effect !== 'allow') return false
  const isHere = scope.kind === 'conversation'
  const isNarrow = (one: RuledTool): boolean => isHere || matchers.some((matcher) => namesOne(matcher, one))
  const meant = tools.filter(({ name }) => toolMatches(tool, name))
  return meant.some((one) => one.risk === 'high' || (one.risk === 'medium' && !isNarrow(one)))
}

/**
 * The broad rules of the user that would decide more calls after this change, because a rule that asks or denies no longer stands before
 * them.
 */
export function uncoveredRules(list: readonly NumberedRule[], change: RuleListChange, toolBox: RuledTools): readonly PolicyRule[] {
  const changed = list.find(({ rule }) => rule.ruleId === change.ruleId)
  if (changed === undefined || changed.rule.origin !== 'user') return []
  const stricter = (rule: PolicyRule): boolean => rule.effect !== 'allow'
  const broad = (rule: PolicyRule): boolean => rule.origin === 'user' && isBroad(rule, toolBox)
  const common = (one: PolicyRule, other: PolicyRule): boolean =>
    toolBox.tools.some(({ name }) => toolMatches(one.tool, name) && toolMatches(other.tool, name))
  const { rule, number } = changed
  if (change.kind === 'move' && change.place < number) {
    const passed = list.filter((one) => one.number >= change.place && one.number < number && one.rule.origin === 'user')
    return broad(rule) && passed.some((one) => stricter(one.rule) && common(one.rule, rule)) ? [rule] : []
  }
  if (!stricter(rule)) return []
  const last = change.kind === 'move' ? change.place : list.length
  return list.flatMap((one) => (one.number > number && one.number <= last && broad(one.rule) && common(one.rule, rule) ? [one.rule] : []))
}

/** Whether a limit names one value, or the whole host of an address. */
function namesOne({ argument, operator, value }: ArgumentMatcher, tool: RuledTool): boolean {
  if (operator === 'equals') return typeof value !== 'boolean' && !isChoice(tool, argument)
  return operator === 'starts-with' && typeof value === 'string' && WHOLE_HOST.test(value)
}

const WHOLE_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i
