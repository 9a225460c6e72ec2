import { expect, test } from 'vitest'
import { copied, modelCall, startGateway } from '../../support/gateway-rig'
import { type LiveClient, openLive } from '../../support/live-client'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'
import { bundled } from '../fixtures/bundled'

const of = ({ chunks }: LiveClient, type: string) => chunks.flatMap((one) => (one.chunk.type === type ? [one.chunk] : []))
const asksFor = (id: string, name: string, args: Parameters<typeof modelCall>[2] = {}) => [
  ...[words, chunk(modelCall(id, name, args)), finish(), answer(id), says('Done.'), finish()],
]

test('a tool_result is read with output or result, flat or in data, and an errorText beside it fails the call', async () => {
  const calls = ['first', 'second', 'third', 'fourth']
  const rig = await startGateway({ fixtures: [textRecording(calls.flatMap((id) => asksFor(id, 'change_bgm', { track: 'rain' })))] })
  const client = await openLive(rig)
  const results = [
    (toolCallId: string) => ({ toolCallId, output: { playing: 'rain' } }),
    (toolCallId: string) => ({ toolCallId, result: { playing: 'rain' } }),
    (toolCallId: string) => ({ version: '1.0', data: { toolCallId, result: { playing: 'rain' } } }),
    (toolCallId: string) => ({ data: { toolCallId, result: null, errorText: 'No speaker.' } }),
  ]
  for (const [index, result] of results.entries()) {
    client.send({ type: 'text', text: 'Play rain' })
    await client.until(() => of(client, 'tool-input-available').length > index)
    client.send({ type: 'tool_result', ...result(String(of(client, 'tool-input-available')[index]?.toolCallId)) })
    await client.until(() => of(client, 'finish').filter(({ finishReason }) => finishReason === 'stop').length > index)
  }
  expect(of(client, 'tool-output-available').map(({ output }) => output)).toEqual(Array(3).fill({ playing: 'rain' }))
  expect(of(client, 'tool-output-error')).toMatchObject([{ errorText: expect.stringContaining('No speaker.') }])
})

test('an audio_chunk with its sound in data is heard', async () => {
  const rig = await startGateway({ speed: 20, fixtures: [await bundled('weather')] })
  const client = await openLive(rig, { format: 'json' })
  const sound = { chunk: Buffer.alloc(3200, 1).toString('base64'), sampleRate: 16_000, channels: 1, bitDepth: 16 }
  client.send({ version: '1.0', type: 'audio_control', action: 'start' })
  for (let sent = 0; sent < 10; sent += 1) client.send({ version: '1.0', type: 'audio_chunk', timestamp: sent, data: sound })
  client.send({ version: '1.0', type: 'audio_control', action: 'stop' })
  await client.until(() => client.ended() > 0 && of(client, 'finish').length > 0)
  expect(of(client, 'text-delta').length).toBeGreaterThan(0)
  expect(client.closed()).toBeNull()
})

test('a client that wants ADK’s form is asked by a call, and answers it by its output', async () => {
  const rig = await startGateway({
    fixtures: [textRecording([...asksFor('first', 'write_clipboard', copied), ...asksFor('second', 'write_clipboard', copied)])],
  })
  const client = await openLive(rig, { confirmation: 'adk' })
  const asked = () => of(client, 'tool-input-available').filter(({ toolName }) => toolName === 'adk_request_confirmation')
  for (const [index, confirmed] of [true, false].entries()) {
    client.send({ type: 'text', text: 'Copy it' })
    await client.until(() => asked().length > index)
    const question = asked()[index]
    const original = of(client, 'tool-input-available').filter(({ toolName }) => toolName === 'write_clipboard')[index]
    expect(question?.toolCallId).toMatch(/^adk-/)
    expect(question?.input).toMatchObject({
      originalFunctionCall: { id: original?.toolCallId, name: 'write_clipboard', args: copied },
      toolConfirmation: { hint: expect.stringMatching(/\w/), confirmed: false },
    })
    client.send({ type: 'tool_result', data: { toolCallId: question?.toolCallId, result: { confirmed } } })
    await client.until(() => of(client, 'finish').filter(({ finishReason }) => finishReason === 'stop').length > index)
  }
  expect(of(client, 'tool-approval-request')).toEqual([])
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual([
    'requested',
    'approved',
    'executing',
    'done',
    'requested',
    'denied',
  ])
})
