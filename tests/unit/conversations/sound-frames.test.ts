import { expect, it } from 'vitest'
import { conversationBench } from '../../support/conversation-bench'

const sound = { serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: 'AAAA' } }] } } }

it('a frame of sound asks the database for nothing', () => {
  const asked: string[] = []
  const bench = conversationBench({ asked: (what) => asked.push(what) })
  bench.receive(sound)
  const before = asked.length
  for (let frame = 0; frame < 50; frame += 1) bench.receive(structuredClone(sound))
  expect(asked.slice(before)).toEqual([])

  bench.call({ id: 'call-1', name: 'process_payment', args: { amount: 1, recipient: 'Hoshino Print', currency: 'JPY' } })
  expect(asked.slice(before)).toContain('open approvals')
})
