import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { live, play } from '../../support/converter-script'
import { lintStream } from '../../support/stream-lint'

const speech = { type: 'user-speech-start' } as const
const cut = { type: 'interrupted' } as const
const samplesOf = (output: readonly PlacedChunk[]) =>
  output.reduce((sum, { chunk }) => (chunk.type === 'data-pcm' ? sum + Buffer.from(chunk.data.chunk, 'base64').length / 2 : sum), 0)
const interruptions = (output: readonly PlacedChunk[]) =>
  output.flatMap(({ chunk, messageId }) => (chunk.type === 'data-interrupted' ? [{ messageId, ...chunk.data }] : []))
const messages = (output: readonly PlacedChunk[]) => output.reduce(foldChunk, emptyThread()).messages

describe('an interrupted answer', () => {
  it('whose call is withdrawn with it ends as interrupted, and its late sound is still dropped', () => {
    const takenBack = live.frame({ toolCallCancellation: { ids: ['fc-order'] } })
    const output = play([live.heard('Order it.'), live.call('order'), live.interrupted(), takenBack, live.audio(4), live.complete()])
    expect(lintStream(output)).toEqual([])
    expect(samplesOf(output)).toBe(0)
    expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'other', messageMetadata: { interrupted: true } })
  })

  const running = [
    live.heard('Otters?'),
    live.audio(100),
    live.said('Otters live in rivers'),
    live.audio(100),
    { type: 'played-now', samples: 50 } as const,
  ]

  it('has the played part by the last played position, and ends as interrupted', () => {
    const output = play([...running, live.interrupted(), live.complete()])
    expect(interruptions(output)).toEqual([{ messageId: 'message-2', heardSamples: 50, totalSamples: 200, playedCharacters: 5 }])
    expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'other', messageMetadata: { interrupted: true } })
    expect(lintStream(output)).toEqual([])
  })

  it('by typed text leaves that text’s answer complete, if the server reports the interruption only afterwards', () => {
    const typed = { type: 'user-text', text: 'And now?' } as const
    const output = play([
      ...running,
      cut,
      typed,
      live.audio(10),
      live.interrupted(),
      live.complete(),
      live.said('Yes.'),
      live.audio(30),
      live.complete(),
    ])
    const answers = messages(output).filter(({ role }) => role === 'assistant')
    expect(answers).toHaveLength(2)
    expect(samplesOf(output.filter(({ messageId }) => messageId === answers[1]?.id))).toBe(30)
    expect(interruptions(output).map(({ messageId }) => messageId)).toEqual([answers[0]?.id])
    expect(lintStream(output)).toEqual([])
  })

  it('counts as running from its first word on, even if the user speaks before more of it comes', () => {
    for (const cutIn of [[speech, live.interrupted()], [cut]]) {
      const output = play([live.heard('Otters?'), live.said('Otters live in rivers'), ...cutIn, live.complete()])
      expect(interruptions(output)).toHaveLength(1)
      expect(output.findLast(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish')?.chunk).toMatchObject({
        finishReason: 'other',
      })
    }
  })

  it('plays no late audio, and the next turn plays again, unmarked', () => {
    const output = play([
      ...running,
      live.interrupted(),
      live.audio(100),
      live.complete(),
      live.heard('Stop.'),
      live.audio(30),
      live.said('All right.'),
      live.complete(),
    ])
    expect(samplesOf(output)).toBe(230)
    expect(interruptions(output)).toHaveLength(1)
    expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'stop' })
  })

  it('is dropped from the frame that reports it on', () => {
    const both = live.content({ interrupted: true, modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm', data: 'AAAA' } }] } })
    expect(samplesOf(play([...running, both, live.complete()]))).toBe(200)
  })

  it('yields to new speech even if its completion is still to come', () => {
    const output = play([
      ...running,
      live.interrupted(),
      live.heard('Stop.'),
      live.complete(),
      live.audio(30),
      live.said('All right.'),
      live.complete(),
    ])
    expect(samplesOf(output)).toBe(230)
    expect(messages(output).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'stop' })
  })

  it('keeps speech from before the interruption separate as the next turn', () => {
    const output = play([
      ...running,
      live.heard('No, seals!'),
      live.interrupted(),
      live.complete(),
      live.said('Seals then.'),
      live.complete(),
    ])
    expect(
      messages(output).map(({ role, parts }) => `${role}: ${parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')}`),
    ).toEqual(['user: Otters?', 'assistant: Otters live in rivers', 'user: No, seals!', 'assistant: Seals then.'])
  })
})

describe('an interruption by the app before the server’s', () => {
  const running = [speech, live.heard('Otters?'), live.audio(100), live.said('Otters live')]

  it('counts once, and drops what is on its way until the old turn completes', () => {
    const output = play([
      ...running,
      cut,
      speech,
      live.audio(100),
      live.interrupted(),
      live.audio(100),
      live.complete(),
      live.heard('Seals.'),
      live.audio(30),
      live.said('Seals.'),
      live.complete(),
    ])
    expect(interruptions(output)).toHaveLength(1)
    expect(samplesOf(output)).toBe(130)
    expect(messages(output)).toHaveLength(4)
    expect(lintStream(output)).toEqual([])
  })

  it('as a stop button without new speech silences only the rest of the turn', () => {
    const output = play([
      ...running,
      cut,
      live.audio(100),
      live.said(' in rivers'),
      live.complete(),
      speech,
      live.heard('Go on.'),
      live.audio(30),
      live.complete(),
    ])
    expect(samplesOf(output)).toBe(130)
    expect(interruptions(output)).toHaveLength(1)
  })

  it('while the answer waits for a call does not silence the result', () => {
    const settle = { type: 'settle-open', index: 0, outcome: { kind: 'result', output: 1 } } as const
    const output = play([
      live.audio(100),
      live.call('pay'),
      { type: 'ask-open', index: 0, approvalId: 'p1' },
      { type: 'pause' },
      cut,
      settle,
      live.audio(30),
      live.complete(),
    ])
    expect(samplesOf(output)).toBe(130)
  })
})

describe('an interruption before any output', () => {
  it('leaves no answer behind and no mark on the next turn', () => {
    const output = play([
      live.heard('Could you, uh,'),
      live.interrupted(),
      live.complete(),
      live.heard('Could you call?'),
      live.audio(30),
      live.said('Calling.'),
      live.complete(),
    ])
    expect(interruptions(output)).toEqual([])
    expect(messages(output).map(({ role }) => role)).toEqual(['user', 'user', 'assistant'])
    expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'stop' })
  })
})

describe('an interruption of a finished turn that still plays', () => {
  it('does not swallow or complete the turn that follows', () => {
    const output = play([
      speech,
      live.heard('Hi.'),
      live.audio(100),
      live.said('Hello.'),
      live.complete(),
      cut,
      speech,
      live.interrupted(),
      live.complete(),
      live.heard('Bye.'),
      live.audio(30),
      live.said('Bye.'),
      live.complete(),
    ])
    expect(messages(output)).toHaveLength(4)
    expect(samplesOf(output)).toBe(130)
    expect(interruptions(output)).toEqual([])
  })
})
