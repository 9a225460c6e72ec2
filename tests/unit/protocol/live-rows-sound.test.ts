import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { expectLegal } from '../../support/call-inputs'
import { live, pcm, play } from '../../support/converter-script'

// Failures of the Live service that users reported, and what has to hold for each (conversion only).

const speech = { type: 'user-speech-start' } as const
const speechEnd = { type: 'user-speech-end' } as const
const cut = { type: 'interrupted' } as const

const messagesOf = (output: readonly PlacedChunk[]): readonly UIMessage[] => output.reduce(foldChunk, emptyThread()).messages
const wordsOf = ({ parts }: UIMessage) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('|')
const said = (output: readonly PlacedChunk[]) => messagesOf(output).map((message) => `${message.role}: ${wordsOf(message)}`)
const samplesOf = (output: readonly PlacedChunk[]) =>
  output.reduce((sum, { chunk }) => (chunk.type === 'data-pcm' ? sum + Buffer.from(chunk.data.chunk, 'base64').length / 2 : sum), 0)
const metadataOf = (output: readonly PlacedChunk[]) => messagesOf(output).findLast(({ role }) => role === 'assistant')?.metadata

describe('sound', () => {
  const running = [speech, live.heard('Otters?'), speechEnd, live.audio(100), live.said('Otters live')]

  // strands-agents/harness-sdk#3725, langwatch/scenario#907
  it('after an interruption, or in the frame that reports it, is not played; that of the next turn is', () => {
    const audio = { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm', data: pcm(50) } }] } }
    const output = play([
      ...running,
      live.content({ interrupted: true, ...audio }),
      live.audio(50),
      live.complete(),
      speech,
      live.heard('Seals?'),
      live.audio(30),
      live.complete(),
    ])
    expect(samplesOf(output)).toBe(130)
  })

  it('of the answer to an interrupting talk is played even if the server never completes the interrupted turn', async () => {
    for (const confirmation of [live.interrupted(), live.content({ generationComplete: true })]) {
      const late = [speech, live.audio(50), confirmation, live.audio(50), speechEnd]
      const answer = [live.audio(30), live.said('Seals live at sea.'), live.complete()]
      const output = play([...running, cut, ...late, ...answer])
      expect(samplesOf(output)).toBe(130)
      expect(messagesOf(output).map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant'])
      expect(said(output).at(-1)).toBe('assistant: Seals live at sea.')
      await expectLegal(output)
    }
  })

  it('of an answer that was fully generated before the interruption does not delay the next one', () => {
    const output = play([...running, live.content({ generationComplete: true }), cut, speech, speechEnd, live.audio(30), live.complete()])
    expect(samplesOf(output)).toBe(130)
  })

  it('is not taken for the answer while the user still speaks', () => {
    const output = play([
      ...running,
      cut,
      speech,
      live.interrupted(),
      live.audio(50),
      live.complete(),
      live.heard('Seals?'),
      speechEnd,
      live.audio(30),
      live.complete(),
    ])
    expect(samplesOf(output)).toBe(130)
  })

  // livekit/agents#6285
  it('is played until the turn is complete, even after generationComplete and next to a call', () => {
    const output = play([
      live.audio(10),
      live.call('look'),
      live.audio(10),
      live.content({ generationComplete: true }),
      live.audio(10),
      live.complete(),
    ])
    expect(samplesOf(output)).toBe(30)
  })

  // googleapis/python-genai#2715
  it('without end is stopped by the user, without the server', () => {
    const tone = Array.from({ length: 20 }, () => live.audio(10))
    const output = play([live.heard('Sing.'), ...tone, cut, ...tone])
    expect(samplesOf(output)).toBe(200)
    expect(metadataOf(output)).toMatchObject({ interrupted: true })
  })
})

describe('calls', () => {
  it('that the model withdraws are withdrawn; unknown, finished and odd ids have no effect; a late result is not used', async () => {
    const cancel = (...ids: readonly unknown[]) => live.frame({ toolCallCancellation: { ids } })
    const output = play([
      live.call('pay', {}, 'a'),
      live.call('look', {}, 'b'),
      { type: 'settle-open', index: 1, outcome: { kind: 'result', output: 'seen' } },
      cancel('b', 'nobody', 7, null),
      cancel('a'),
      cancel('a'),
      { type: 'call-settled', toolCallId: 'call-1', outcome: { kind: 'result', output: 'paid' } },
      live.complete(),
    ])
    const states = messagesOf(output).flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.state] : [])))
    expect(states).toEqual(['output-error', 'output-available'])
    await expectLegal(output)
  })

  // anomalyco/opencode#44454
  it('without ids, or with ids that were used before, are calls of their own', async () => {
    const frame = (id: string | undefined, amount: number) =>
      live.frame({ toolCall: { functionCalls: [{ name: 'pay', args: { amount }, id }] } })
    const output = play([frame(undefined, 1), frame(undefined, 1), frame('x', 2), frame('x', 3), frame('x', 3)])
    const calls = output.flatMap(({ chunk }) => (chunk.type === 'tool-input-available' ? [chunk] : []))
    expect(calls.map(({ input }) => input)).toEqual([{ amount: 1 }, { amount: 1 }, { amount: 2 }, { amount: 3 }])
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(4)
    await expectLegal(output)
  })

  it('that the model repeats after each empty result are new ones, each with its own result', async () => {
    const sweep = (id: string) =>
      [live.call('search', { q: 'x' }, id), { type: 'settle-open', index: 0, outcome: { kind: 'result', output: [] } }] as const
    const output = play([...sweep('one'), ...sweep('two'), ...sweep('three'), live.said('Nothing.'), live.complete()])
    const parts = messagesOf(output).flatMap(({ parts: all }) => all.filter((part) => part.type === 'dynamic-tool'))
    expect(parts).toHaveLength(3)
    expect(parts.every((part) => part.state === 'output-available')).toBe(true)
    await expectLegal(output)
  })

  it('that are delivered again after they ran are not made again', async () => {
    const call = live.call('pay', { amount: 5 }, 'once')
    const output = play([call, { type: 'settle-open', index: 0, outcome: { kind: 'result', output: {} } }, call, live.complete()])
    expect(output.filter(({ chunk }) => chunk.type === 'tool-input-available')).toHaveLength(1)
    await expectLegal(output)
  })
})

// bielcarpi/hermes-live-voice#66
it('a frame’s repeated content under other names is read once', () => {
  const parts = [{ text: 'Hello.' }, { inlineData: { mimeType: 'audio/pcm', data: pcm(10) } }]
  const frame = { serverContent: { modelTurn: { parts } }, server_content: { model_turn: { parts } }, data: pcm(10), text: 'Hello.' }
  const output = play([live.frame(frame), live.complete()])
  expect(samplesOf(output)).toBe(10)
  expect(said(output)).toEqual(['assistant: Hello.'])
})
