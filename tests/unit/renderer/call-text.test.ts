import { expect, test } from 'vitest'
import { callText } from '../../../src/renderer/chat/call-text'
import { lineFacts } from '../../../src/renderer/chat/line-facts'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { hoshinoPayment } from '../../support/payment-approval'

const output = { ...hoshinoPayment, status: 'paid', paymentId: 'payment-1', balance: 1_000_000 }

test('the line of a call that the user edited shows what ran, not the model’s request', () => {
  const part = {
    type: 'dynamic-tool',
    toolName: 'process_payment',
    toolCallId: 'call-1',
    state: 'output-available',
    input: { ...hoshinoPayment },
    output: { ...output, amount: 40_000 },
  } as const
  const i18n = createTranslator('en')
  const summary = {
    conversationId: 'conversation-1',
    toolCallId: 'call-1',
    toolName: 'process_payment',
    effect: 'ask',
    number: 3,
    name: { en: 'payments ask', ja: '支払いは確認' },
    editedInput: { ...hoshinoPayment, amount: 40_000 },
    answer: null,
    durationMs: 5,
  } as const
  expect(callText(part, 'done', undefined, summary, i18n)).toBe('paid ¥40,000')
  expect(callText(part, 'done', undefined, undefined, i18n)).toBe('paid ¥48,600')
})

test('the line of a call shows who answered its approval, even after a reload', () => {
  const asked = {
    conversationId: 'conversation-1',
    toolCallId: 'call-1',
    toolName: 'process_payment',
    effect: 'ask',
    number: 3,
    name: { en: 'payments ask', ja: '支払いは確認' },
    editedInput: null,
    answer: { approved: true, at: new Date(2026, 10, 27, 14, 23).getTime() },
    durationMs: 29,
  } as const
  const i18n = createTranslator('en')
  expect(lineFacts('done', undefined, asked, i18n)).toBe('Allowed by you · 14:23 · 29 ms')
  const denied = { ...asked, answer: { ...asked.answer, approved: false }, durationMs: null }
  expect(lineFacts('denied', undefined, denied, i18n)).toBe('Denied by you · 14:23')
})
