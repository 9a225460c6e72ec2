import { expect, it } from 'vitest'
import { storedTail } from '../../src/main/gateway/stored-tail'
import type { UIMessage } from '../../src/shared/protocol/ui-message'
import { messagesProblem, readMessage } from '../support/ai-reader'

const pay = { type: 'dynamic-tool', toolName: 'pay', toolCallId: 'call-1', input: { amount: 1 } } as const
const look = {
  type: 'dynamic-tool',
  toolName: 'look',
  toolCallId: 'call-2',
  input: {},
  state: 'output-available',
  output: { sky: 'blue' },
} as const

const stored: UIMessage = {
  id: 'm1',
  role: 'assistant',
  parts: [
    { type: 'step-start' },
    { ...pay, state: 'output-available', output: { paid: true }, approval: { id: 'a1', approved: true } },
    { type: 'step-start' },
    { type: 'reasoning', text: 'Look up.' },
    look,
    { type: 'step-start' },
    { type: 'text', text: 'Paid.' },
    { type: 'file', mediaType: 'image/png', url: 'parley-attachment:kept' },
    { type: 'file', mediaType: 'image/png', url: 'parley-attachment:gone' },
    { type: 'source-url', sourceId: 's1', url: 'https://example.com/', title: 'Example' },
  ],
}

it('the missing part of a stored message is sent to a client so that its reader ends up with the same message', async () => {
  const addressOf = ({ url }: { readonly url: string }) => (url.endsWith('kept') ? 'data:image/png;base64,AAAA' : null)
  const had = { calls: new Map([['call-1', { state: 'approval-responded', approved: true, output: null }]]), steps: 1 } as const
  const { settled, rest } = storedTail(stored, had, { addressOf, asks: () => false, hides: () => false })
  const known = [
    { type: 'start', messageId: 'm1' },
    { type: 'start-step' },
    { type: 'tool-input-available', dynamic: true, toolCallId: 'call-1', toolName: 'pay', input: pay.input },
    { type: 'tool-approval-request', toolCallId: 'call-1', approvalId: 'a1' },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'tool-calls' },
  ] as const
  const read = await readMessage(
    [...known, { type: 'start', messageId: 'm1' } as const, ...settled, ...rest].map((chunk) => ({
      turnId: 't1',
      messageId: 'm1',
      role: 'assistant' as const,
      chunk,
    })),
    'm1',
  )
  expect(await messagesProblem([read])).toBeNull()
  expect(read.parts).toMatchObject([
    { type: 'step-start' },
    { toolCallId: 'call-1', state: 'output-available', output: { paid: true } },
    { type: 'step-start' },
    { type: 'reasoning', text: 'Look up.' },
    { toolCallId: 'call-2', state: 'output-available', output: { sky: 'blue' } },
    { type: 'step-start' },
    { type: 'text', text: 'Paid.' },
    { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' },
    { type: 'source-url', sourceId: 's1', url: 'https://example.com/' },
  ])
})

it('a client gets an open call that it does not have, with its question if it may answer it', () => {
  const open: UIMessage = {
    ...stored,
    parts: [...stored.parts, { ...pay, toolCallId: 'call-3', state: 'approval-requested', approval: { id: 'a3' } }],
  }
  const had = { calls: new Map([['call-1', { state: 'output-available', approved: true, output: { paid: true } }]]), steps: 2 } as const
  const typesFor = (asks: boolean) =>
    storedTail(open, had, { addressOf: () => null, asks: () => asks, hides: () => false }).rest.flatMap((chunk) =>
      'toolCallId' in chunk ? [`${chunk.type} ${chunk.toolCallId}`] : [],
    )
  const look2 = ['tool-input-available call-2', 'tool-output-available call-2']
  expect(typesFor(true)).toEqual([...look2, 'tool-input-available call-3', 'tool-approval-request call-3'])
  expect(typesFor(false)).toEqual([...look2, 'tool-input-available call-3'])
  expect(storedTail(open, had, { addressOf: () => null, asks: () => true, hides: () => false }).settled).toEqual([])
})
