import { expect, test } from 'vitest'
import { callWords } from '../../../src/renderer/chat/call-words'
import { lineFacts } from '../../../src/renderer/chat/line-facts'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { hoshinoPayment } from '../../support/payment-question'

const output = { ...hoshinoPayment, status: 'paid', paymentId: 'payment-1', balance: 1_000_000 }

test('the line of a call that the user edited says what ran, not what the model had asked for', () => {
  const part = {
    type: 'dynamic-tool',
    toolName: 'process_payment',
    toolCallId: 'call-1',
    state: 'output-available',
    input: { ...hoshinoPayment },
    output: { ...output, amount: 40_000 },
  } as const
  const words = createTranslator('en')
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
  expect(callWords(part, 'done', undefined, summary, words)).toBe('paid ¥40,000')
  expect(callWords(part, 'done', undefined, undefined, words)).toBe('paid ¥48,600')
})

test('the line of a call says who answered its question, also after the page was loaded anew', () => {
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
  const words = createTranslator('en')
  expect(lineFacts('done', undefined, asked, words)).toBe('Allowed by you · 14:23 · 29 ms')
  const denied = { ...asked, answer: { ...asked.answer, approved: false }, durationMs: null }
  expect(lineFacts('denied', undefined, denied, words)).toBe('Denied by you · 14:23')
})
