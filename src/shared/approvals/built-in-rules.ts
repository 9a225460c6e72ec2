import { messageOf } from '../messages/message'
import type { Approval } from './approval'
import type { PolicyRule } from './policy-rule'

/** The rule that required an approval: the card and the audit trail show its number and name. */
export type ApprovalRule = Approval['rule']

/** A payment always needs an approval, unless the user made a rule within limits. */
const paymentsAlwaysAsk: PolicyRule = {
  ruleId: 'built-in-payments-ask',
  name: messageOf('rule-payments-ask'),
  tool: 'process_payment',
  matchers: [],
  scope: { kind: 'always' },
  effect: 'ask',
  origin: 'built-in',
  createdAt: 0,
}

/** Parley's built-in rules. The user's rules come before them, except that what these rules deny stays denied. */
export const builtInRules: readonly PolicyRule[] = [paymentsAlwaysAsk]
