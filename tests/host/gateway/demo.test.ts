import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadFixture } from '../../../src/main/replay/simulator/load-fixture'
import { type GatewayRig, startGateway } from '../../support/gateway-rig'
import { finish, says, textRecording, words } from '../../support/text-recording'

const shipped = await Promise.all(
  ['weather', 'weather-text', 'weather-text-ja', 'greeting'].map(async (name) => {
    const loaded = await loadFixture(`fixtures/${name}.jsonl`)
    if (!loaded.ok) throw new Error(loaded.error.message)
    return loaded.value
  }),
)

async function post(rig: GatewayRig, body: string): Promise<string> {
  const response = await fetch(`${rig.url}/api/chat`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body,
  })
  const deltas = [...(await response.text()).matchAll(/^data: (\{.*"type":"text-delta".*\})$/gm)]
  return deltas.map(([, chunk]) => JSON.parse(chunk ?? '').delta).join('')
}

function chat(rig: GatewayRig, text: string): Promise<string> {
  return post(rig, JSON.stringify({ id: 'chat', messages: [{ id: text, role: 'user', parts: [{ type: 'text', text }] }] }))
}

test('the first request of the docs asks for something that the demo answers', async () => {
  const rig = await startGateway({ fixtures: shipped })
  const [, body = ''] =
    /curl -N "\$PARLEY_URL\/api\/chat"[^']*[\s\S]*?-d \\\n\s*'([^']+)'/.exec(readFileSync('docs/gateway.md', 'utf8')) ?? []
  expect(await post(rig, body)).toContain('11 °C')
})

test('words that no recording answers are told so, with the words that one answers; those are answered, in any order', async () => {
  const rig = await startGateway({ fixtures: shipped })
  const unknown = await chat(rig, 'Write a haiku about rain.')
  expect(unknown).toContain('none of them answers that')
  expect(unknown).toContain('- What is the weather in Kyoto?')
  expect(await chat(rig, 'what is the weather in Kyoto')).toContain('11 °C')
  expect(await chat(rig, 'And in Osaka?')).toContain('none of them answers that')
  expect(await chat(rig, '俳句を書いて。')).toContain('- 京都の天気は？')
  expect(await chat(rig, 'Hello, can you hear me?')).toContain('I hear you')
  // the next turn of the recording that answers
  expect(await chat(rig, 'What is the weather in Kyoto?')).toContain('eleven degrees')
})

test('a recording that was started by itself answers any words', async () => {
  const rig = await startGateway({ fixtures: [textRecording([words, says('Hello.'), finish()])] })
  expect(await chat(rig, 'Write a haiku about rain.')).toBe('Hello.')
})
