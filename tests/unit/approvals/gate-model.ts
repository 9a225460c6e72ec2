/** A rule of the model: what it does with amounts on one side of a limit. */
export interface ModelRule {
  readonly effect: 'allow' | 'deny' | 'ask'
  readonly operator: 'at-most' | 'at-least'
  readonly value: number
}

/** What must hold of one call, kept apart from the code: nothing here reads what the code stored. */
export interface ModelCall {
  readonly amount: number
  readonly effect: 'allow' | 'ask' | 'deny'
  /** open: a question waits · yes: may run once · ran: its effect is in the world · over: will never run */
  state: 'open' | 'yes' | 'ran' | 'over'
  /** the question that waits */
  question: { approvalId: string; inputHash: string; shown: number; index: number; expiresAt: number } | null
  /** the amount that runs, changed by the user or not */
  effective: number
  /** it began to run, whatever came of it */
  begun: boolean
  /** the amounts that the user wrote in the place of others */
  readonly edits: number[]
}

const speaks = (rule: ModelRule, amount: number): boolean => (rule.operator === 'at-most' ? amount <= rule.value : amount >= rule.value)

/** The place of the rule that decides about an amount, or the number of rules where none does. */
export function decidingPlace(rules: readonly ModelRule[], amount: number): number {
  const place = rules.findIndex((rule) => speaks(rule, amount))
  return place < 0 ? rules.length : place
}

/** What the rules say of an amount; where none speaks, the user is asked. */
export function effectOf(rules: readonly ModelRule[], amount: number): ModelRule['effect'] {
  return rules[decidingPlace(rules, amount)]?.effect ?? 'ask'
}

/** Whether a rule would hold for an amount. */
export function holdsFor(rule: ModelRule, amount: number): boolean {
  return speaks(rule, amount)
}

/** How many questions an amount needs. */
export function questionsFor(amount: number): number {
  return amount >= 1000 ? 2 : 1
}
