// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { RecordedForOthers } from '../../../src/renderer/chat/recorded-for-others'
import type { CallSummary } from '../../../src/shared/approvals/call-summary'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { drawnPart } from '../../support/drawn-part'

const { place, show } = drawnPart()

const message: UIMessage = {
  id: 'answer-1',
  role: 'assistant',
  parts: [
    {
      type: 'dynamic-tool',
      toolName: 'process_payment',
      toolCallId: 'call-1',
      state: 'output-available',
      input: { amount: 48_600 },
      output: {},
    },
  ],
}
const call: CallSummary = {
  ...{ conversationId: 'conversation-0', toolCallId: 'call-1', toolName: 'process_payment' },
  ...{ effect: 'ask', number: 3, name: { en: 'payments always ask' }, editedInput: null, answer: null, durationMs: 40 },
}

it('a recorded answer to an edited call says that it was made for the old values', async () => {
  const edited = { ...call, editedInput: { amount: 40_000 } }
  await show(<RecordedForOthers message={message} />, {}, 'en', {}, {}, { calls: { 'call-1': edited } })
  expect(place().textContent).toContain('recorded before your change')
})

it('a recorded answer to a call that ran as asked says nothing', async () => {
  await show(<RecordedForOthers message={message} />, {}, 'en', {}, {}, { calls: { 'call-1': call } })
  expect(place().textContent).toBe('')
})
