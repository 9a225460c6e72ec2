import type { Question } from '../../src/main/tool-calls/approvals/approval-queue'
import type { JsonObject } from '../../src/shared/lib/json'

/** The arguments of the payment in the tests. */
export const hoshinoPayment = {
  recipient: 'Hoshino Print K.K.',
  amount: 48600,
  currency: 'JPY',
  account: 'studio ··4417',
  reference: 'INV-2231',
  when: '2026-11-27',
} as const

/** Its approval, open for two minutes. */
export function paymentQuestion(changes: Partial<Question> = {}, input: JsonObject = hoshinoPayment): Question {
  return {
    conversationId: 'conversation-1',
    turnId: 'turn-1',
    messageId: 'message-1',
    toolCallId: 'call-1',
    toolName: 'process_payment',
    risk: 'high',
    question: { en: 'Pay Hoshino Print K.K. ¥48,600 from the studio account?', ja: '星野印刷に48,600円を支払いますか？' },
    destination: 'Kita Bank',
    input,
    rule: { number: 1, name: { en: 'payments always ask', ja: '支払いは必ず確認' } },
    questions: 1,
    expiresInMs: 120_000,
    ...changes,
  }
}
