import { inEveryLanguage } from '../i18n/translator'
import type { Approval } from './approval'
import type { PolicyRule } from './policy-rule'

/** The rule that made a call a question: its number and name stand on the card and in the audit trail. */
export type ApprovalRule = Approval['rule']

/** A payment is never made without a question, unless the user made a rule within limits. */
const paymentsAlwaysAsk: PolicyRule = {
  ruleId: 'built-in-payments-ask',
  get name() {
    return inEveryLanguage((i18n) => i18n.t('ruleName.payments'))
  },
  tool: 'process_payment',
  matchers: [],
  scope: { kind: 'always' },
  effect: 'ask',
  origin: 'built-in',
  createdAt: 0,
}

/** The rules that Parley brings. The user's rules stand before them, except that what they deny stays denied. */
export const builtInRules: readonly PolicyRule[] = [paymentsAlwaysAsk]
