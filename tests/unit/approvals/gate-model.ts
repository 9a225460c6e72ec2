/** A rule of the model: its effect on amounts on one side of a limit. */
export interface ModelRule {
  readonly effect: 'allow' | 'deny' | 'ask'
  readonly operator: 'at-most' | 'at-least'
  readonly value: number
}

/** The required state of one call, independent of the code: it never reads what the code stored. */
export interface ModelCall {
  readonly amount: number
  readonly effect: 'allow' | 'ask' | 'deny'
  /** open: an approval is open · yes: may run once · ran: it had its effect · over: will never run */
  state: 'open' | 'yes' | 'ran' | 'over'
  /** the open approval */
  question: { approvalId: string; inputHash: string; shown: number; index: number; expiresAt: number } | null
  /** the amount that runs, changed by the user or not */
  effective: number
  /** its run began, whatever its result */
  begun: boolean
  /** the amounts that the user entered instead */
  readonly edits: number[]
}

const speaks = (rule: ModelRule, amount: number): boolean => (rule.operator === 'at-most' ? amount <= rule.value : amount >= rule.value)

/** The place of the rule that decides about an amount, or the number of rules if none does. */
export function decidingPlace(rules: readonly ModelRule[], amount: number): number {
  const place = rules.findIndex((rule) => speaks(rule, amount))
  return place < 0 ? rules.length : place
}

/** The rules' decision about an amount; if none applies, the user is asked. */
export function effectOf(rules: readonly ModelRule[], amount: number): ModelRule['effect'] {
  return rules[decidingPlace(rules, amount)]?.effect ?? 'ask'
}

/** Whether a rule would apply to an amount. */
export function holdsFor(rule: ModelRule, amount: number): boolean {
  return speaks(rule, amount)
}

/** How many approvals an amount needs. */
export function questionsFor(amount: number): number {
  return amount >= 1000 ? 2 : 1
}
