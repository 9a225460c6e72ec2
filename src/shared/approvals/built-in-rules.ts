import type { Approval } from './approval'

/** The rule that made a call a question: its number and name stand on the card and in the audit trail. */
export type ApprovalRule = Approval['rule']

/** A payment is never made without a question. */
export const paymentsAlwaysAsk: ApprovalRule = {
  number: 3,
  name: { en: 'payments always ask', ja: '支払いは必ず確認' },
}

/** What holds when no other rule speaks of the tool. */
export const effectsAsk: ApprovalRule = {
  number: 9,
  name: { en: 'tools with effects ask', ja: '影響のあるツールは確認' },
}

/** The rule that decides about a tool that needs approval. */
export function ruleFor(toolName: string): ApprovalRule {
  return toolName === 'process_payment' ? paymentsAlwaysAsk : effectsAsk
}
