import { expect, it } from 'vitest'
import { encodeBase64 } from '../../../src/shared/lib/base64'
import { conversationBench } from '../../support/conversation-bench'

const sound = { inlineData: { mimeType: 'audio/pcm;rate=24000', data: encodeBase64(new Uint8Array(4800)) } }
const spoken = (text: string) => ({ serverContent: { modelTurn: { parts: [sound] }, outputTranscription: { text } } })

function answer(silent: boolean) {
  const bench = conversationBench({ silent })
  bench.receive(spoken('It rains '))
  bench.receive(spoken('in Oslo.'))
  return bench
}

it('an answer in text only sends no sound to the page, and all of it counts as read', () => {
  const bench = answer(true)
  expect(bench.events.filter(({ name }) => name === 'playback.pcm')).toEqual([])
  bench.receive({ serverContent: { interrupted: true } })
  const [message] = bench.conversation.messages().slice(-1)
  expect(message?.parts).toContainEqual(expect.objectContaining({ type: 'text', text: 'It rains in Oslo.' }))
  expect(message?.parts.find(({ type }) => type === 'data-interrupted')).toMatchObject({
    data: { heardSamples: 4800, totalSamples: 4800 },
  })
  expect(bench.conversation.status().activity).not.toBe('speaking')
})

it('a spoken answer goes to the page', () => {
  const bench = answer(false)
  expect(bench.events.filter(({ name }) => name === 'playback.pcm')).toHaveLength(2)
})
