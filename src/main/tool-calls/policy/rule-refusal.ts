import { needsLimit, toolMatches } from '../../../shared/approvals/policy'
import type { ArgumentMatcher, RuleDraft } from '../../../shared/approvals/policy-rule'
import type { Failure } from '../../../shared/lib/result'
import type { MainTool } from '../tools/main-tool'
import { type ArgumentType, argumentTypes } from './argument-types'

/** Why a rule cannot be stored, as text for the user, or null. */
export function ruleRefusal(draft: Pick<RuleDraft, 'tool' | 'effect' | 'scope' | 'matchers'>, tools: readonly MainTool[]): Failure | null {
  const meant = tools.filter(({ name }) => toolMatches(draft.tool, name))
  if (meant.length === 0) {
    return {
      code: 'rule-tool-unknown',
      message: `No tool is called ${draft.tool}, so the rule would never apply. Choose a tool of the list.`,
    }
  }
  for (const matcher of draft.matchers) {
    const types = meant.flatMap((tool) =>
      argumentTypes(tool)
        .filter(({ key }) => key === matcher.argument)
        .map(({ type }) => type),
    )
    const refusal = matcherRefusal(matcher, types)
    if (refusal !== null) return refusal
  }
  const boundless = meant.find(({ risk }) => needsLimit(draft, risk))
  if (boundless === undefined) return null
  return {
    code: 'rule-needs-limit',
    message: `${boundless.name} can't be undone, so it is only allowed everywhere within a limit on an argument, for example an amount at most so much.`,
  }
}

function matcherRefusal({ argument, operator, value }: ArgumentMatcher, types: readonly ArgumentType[]): Failure | null {
  if (types.length === 0) {
    return {
      code: 'rule-argument-unknown',
      message: `The tool has no argument ${argument}, so the rule would never apply. Choose one of its arguments.`,
    }
  }
  const wanted =
    operator === 'at-most' || operator === 'at-least'
      ? 'number'
      : operator === 'equals' || operator === 'not-equals'
        ? typeof value
        : 'string'
  const blank = value === '' || ((operator === 'starts-with' || operator === 'contains') && String(value).trim() === '')
  const fits = typeof value === wanted && !blank && (types.includes('other') || types.some((type) => type === wanted))
  if (fits) return null
  return {
    code: 'rule-value-type',
    message: `The limit on ${argument} does not fit what the argument is (${types.join(' or ')}). Give a value of that kind.`,
  }
}
