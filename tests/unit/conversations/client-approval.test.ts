import { expect, it } from 'vitest'
import { noObserver } from '../../../src/main/conversations/thread-writer'
import { conversationBench } from '../../support/conversation-bench'
import { hoshinoPayment } from '../../support/payment-approval'

it('what the model says while an approval of another program is open stays one text, however it is cut', () => {
  const bench = conversationBench({ outside: { ...noObserver, speaks: () => true } })
  bench.call({ id: 'a', name: 'process_payment', args: hoshinoPayment })
  for (const text of ['I am', ' wa', 'iting ', 'for your yes.']) bench.receive({ serverContent: { outputTranscription: { text } } })
  bench.receive({ serverContent: { turnComplete: true } })
  const parts = bench.conversation.messages().flatMap(({ role, parts: all }) => (role === 'assistant' ? all : []))
  expect(parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).toEqual(['I am waiting for your yes.'])
})
