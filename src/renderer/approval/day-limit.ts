import type { Risk } from '../../shared/approvals/approval'
import { longestDayLimit, type PolicyRule } from '../../shared/approvals/policy-rule'
import { numberText, readNumber } from './number-text'

/** The limit of a rule on its runs in 24 hours, while it is being edited. */
export interface DayLimit {
  readonly on: boolean
  readonly text: string
}

/** What a new rule is limited to, unless the user says otherwise. */
const USUAL_MOST = 20

/** The limit to begin with: that of the rule, or for a new one the usual limit, which is on unless the risk is low. */
export function dayLimitFor(risk: Risk, rule: Pick<PolicyRule, 'mostPerDay'> | null = null): DayLimit {
  const on = rule === null ? risk !== 'low' : rule.mostPerDay !== undefined
  return { on, text: numberText(rule?.mostPerDay ?? USUAL_MOST) }
}

/** The limit as a part of the rule: nothing while it is off; null if it is no number that can be one. */
export function perDayOf({ on, text }: DayLimit): { readonly mostPerDay?: number } | null {
  if (!on) return {}
  const most = readNumber(text)
  return most !== null && Number.isInteger(most) && most >= 1 && most <= longestDayLimit ? { mostPerDay: most } : null
}
