import { describe, expect, it } from 'vitest'
import { countingIds } from '../../../src/shared/lib/ids'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { createConverter } from '../../../src/shared/protocol/from-gemini'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { convert, expectLegal } from '../../support/call-inputs'
import { live, play } from '../../support/converter-script'

// Failures of the Live service that users reported, and what has to hold for each (conversion only).

const speech = { type: 'user-speech-start' } as const

const messagesOf = (output: readonly PlacedChunk[]): readonly UIMessage[] => output.reduce(foldChunk, emptyThread()).messages
const wordsOf = ({ parts }: UIMessage) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('|')
const said = (output: readonly PlacedChunk[]) => messagesOf(output).map((message) => `${message.role}: ${wordsOf(message)}`)
const metadataOf = (output: readonly PlacedChunk[]) => messagesOf(output).findLast(({ role }) => role === 'assistant')?.metadata

describe('transcripts', () => {
  // googleapis/js-genai#1429, google/adk-python#6045
  it('are closed by the turn, whether `finished` never comes or comes on the first fragment', () => {
    const never = play([live.heard('What is'), live.heard(' the time?'), live.said('It is'), live.said(' noon.'), live.complete()])
    const first = play([
      live.heard('What is', true),
      live.heard(' the time?'),
      live.said('It is', true),
      live.said(' noon.'),
      live.complete(),
    ])
    for (const output of [never, first]) {
      expect(said(output)).toEqual(['user: What is the time?', 'assistant: It is noon.'])
      expect(
        messagesOf(output)
          .flatMap(({ parts }) => parts)
          .every((part) => !('state' in part) || part.state === 'done'),
      ).toBe(true)
    }
  })

  // google-gemini/cookbook#951
  it('in fragments of a few letters are joined unchanged; only a space at the very beginning is removed', () => {
    const output = play([
      live.heard(' Wh'),
      live.heard('at'),
      live.heard('  is'),
      live.heard('\n'),
      live.said(' 12'),
      live.said(':'),
      live.said('30'),
      live.complete(),
    ])
    expect(said(output)).toEqual(['user: What  is\n', 'assistant: 12:30'])
  })

  // google-gemini/gemini-live-api-examples#48
  it('of one utterance that come again long after it add nothing', () => {
    const output = play([
      speech,
      live.heard('Switch on'),
      live.heard(' the porch light.'),
      live.said('Done.'),
      live.complete(),
      live.heard('Switch on the porch light.', true),
      speech,
      live.heard('Thanks.'),
      live.said('You are welcome.'),
      live.complete(),
    ])
    expect(said(output)).toEqual(['user: Switch on the porch light.', 'assistant: Done.', 'user: Thanks.', 'assistant: You are welcome.'])
  })

  // google-gemini/gemini-live-api-examples#26
  it('that lack their beginning or end are shown as far as they go, and are not complete before the turn is over', () => {
    const output = convert(speech, live.heard('porch light, and then'), live.said('Which light?'))
    const user = output.filter(({ role }) => role === 'user').map(({ chunk }) => chunk.type)
    expect(user).toEqual(['start', 'text-start', 'text-delta'])
    const rest = play([speech, live.heard('porch light, and then'), live.said('Which light?'), live.complete(), live.heard(' the hall.')])
    expect(said(rest)[0]).toBe('user: porch light, and then| the hall.')
  })

  // livekit/agents-js#2162
  it('of the user that come after the reply are placed before it', async () => {
    const output = play([speech, live.said('It is noon.'), live.audio(10), live.complete(), live.heard('What time is it?', true)])
    expect(said(output)).toEqual(['user: What time is it?', 'assistant: It is noon.'])
    await expectLegal(output)
  })

  it('of the model that run ahead of its sound are split at the played position', () => {
    const output = play([
      live.heard('Hi.'),
      live.audio(100),
      live.said('0123456789'),
      { type: 'played-now', samples: 40 },
      live.interrupted(),
      live.complete(),
    ])
    expect(messagesOf(output)[1]?.parts).toContainEqual({
      type: 'data-interrupted',
      data: { heardSamples: 40, totalSamples: 100, playedCharacters: 4 },
    })
  })

  it('of speech that is sent again to a new connection are shown once, however they are cut this time', () => {
    const again = { type: 'user-speech-repeats', turnIds: ['turn-1'] } as const
    const end = { type: 'end' } as const
    const before = [speech, live.heard('What is'), live.heard(' the weather'), end, again]
    for (const pieces of [
      ['What is the weather in Kyoto?'],
      ['What', ' is the', ' weather in Kyoto?'],
      ['what is the whether', ' in Kyoto?'],
    ]) {
      const output = play([...before, ...pieces.map((piece) => live.heard(piece)), live.said('It rains.'), live.complete()])
      const text = messagesOf(output).map(wordsOf).join(' ').replaceAll('|', '')
      expect(text).toMatch(/^What is the weather.? in Kyoto\? It rains\.$/)
    }
    const nothingBefore = play([speech, end, again, live.heard('Hello?'), live.said('Hello.'), live.complete()])
    expect(said(nothingBefore)).toEqual(['user: Hello?', 'assistant: Hello.'])
  })

  it('of a question that is asked again are not shown again', () => {
    const output = play([
      speech,
      live.heard('What is the weather?'),
      { type: 'user-speech-end' },
      live.complete(),
      { type: 'user-speech-repeats', turnIds: ['turn-1'] },
      live.heard('What is'),
      live.heard(' the weather'),
      live.heard('?'),
      live.said('It rains.'),
      live.complete(),
    ])
    expect(said(output)).toEqual(['user: What is the weather?', 'assistant: ', 'assistant: It rains.'])
  })

  it('of repeated speech are shown once, even if an answer that was due before comes in between', () => {
    const output = play([
      speech,
      live.heard('What is the weather?'),
      { type: 'end' },
      { type: 'user-speech-repeats', turnIds: ['turn-1'] },
      live.said('The transfer is done.'),
      live.interrupted(),
      live.complete(),
      live.heard('What is the weather?'),
      live.said('It rains.'),
      live.complete(),
    ])
    expect(said(output).filter((line) => line.startsWith('user'))).toEqual(['user: What is the weather?'])
    expect(said(output).at(-1)).toBe('assistant: It rains.')
  })

  it('of two repeated questions are distinguished, whichever of them is transcribed again', () => {
    const silence = { type: 'user-speech-end' } as const
    const both = [speech, live.heard('Yes.'), silence, speech, live.interrupted(), live.complete(), silence, live.heard('Yet.')]
    const again = { type: 'user-speech-repeats', turnIds: ['turn-1', 'turn-2'] } as const
    const brokenOff = [live.interrupted(), live.complete()]
    for (const heard of [
      [live.heard('Yes.'), ...brokenOff, live.heard('Yet.')],
      [...brokenOff, live.heard('Ye'), live.heard('t.')],
      [...brokenOff, live.heard('Yes.'), live.heard('yet')],
    ]) {
      const output = play([...both, { type: 'end' }, again, ...heard, live.said('Fine.'), live.complete()])
      expect(said(output)).toEqual(['user: Yes.', 'user: Yet.', 'assistant: Fine.'])
    }
  })

  it('of the second of two questions are never taken for the first in another spelling, while the second has no transcript', () => {
    const silence = { type: 'user-speech-end' } as const
    const end = { type: 'end' } as const
    const again = { type: 'user-speech-repeats', turnIds: ['turn-1', 'turn-2'] } as const
    for (const before of [
      [speech, live.heard('Yes.'), silence, speech, silence, end, again],
      [speech, live.heard('Yes.'), silence, end, again, speech, silence],
    ]) {
      const output = play([...before, live.heard('Yet.'), live.said('Fine.'), live.complete()])
      expect(said(output)).toEqual(['user: Yes.', 'user: Yet.', 'assistant: Fine.'])
    }
  })

  it('of repeated speech after untranscribed speech are skipped, and the others are not', () => {
    const silence = { type: 'user-speech-end' } as const
    const output = play([
      ...[speech, silence, speech, live.interrupted(), live.complete(), silence, live.heard('Second.'), { type: 'end' } as const],
      { type: 'user-speech-repeats', turnIds: ['turn-1', null, 'turn-2'] },
      ...[live.heard('First.'), live.interrupted(), live.complete(), live.heard('Second.'), live.said('Fine.'), live.complete()],
    ])
    expect(
      said(output)
        .filter((line) => line.startsWith('user'))
        .sort(),
    ).toEqual(['user: First.', 'user: Second.'])
  })

  it('of the next speech are new, although the previous one was repeated and not transcribed again', () => {
    const output = play([
      speech,
      live.heard('Hello there'),
      { type: 'end' },
      { type: 'user-speech-repeats', turnIds: ['turn-1'] },
      live.said('Hello.'),
      live.complete(),
      speech,
      live.heard('Hello there'),
      live.said('Again?'),
      live.complete(),
    ])
    expect(said(output)).toEqual(['user: Hello there', 'assistant: Hello.', 'user: Hello there', 'assistant: Again?'])
  })
})

describe('turns', () => {
  // google-gemini/cookbook#1228
  it('that freeze after an interruption are closed when the user continues, and when the session ends', async () => {
    const frozen = [live.heard('Tell me.'), live.audio(10), live.said('Once upon'), live.interrupted()]
    for (const output of [play(frozen), play([...frozen, { type: 'user-text', text: 'Hello?' }, live.said('Yes?'), live.complete()])]) {
      expect(metadataOf(output.filter(({ turnId }) => turnId === 'turn-1'))).toMatchObject({ interrupted: true })
      await expectLegal(output)
    }
  })

  // googleapis/python-genai#2117
  it('without an answer are shown as empty, and do not affect the next one', async () => {
    const output = play([speech, live.heard('Hello?'), live.complete(), speech, live.heard('Hello?'), live.said('Hi.'), live.complete()])
    expect(said(output)).toEqual(['user: Hello?', 'assistant: ', 'user: Hello?', 'assistant: Hi.'])
    expect(messagesOf(output)[1]?.metadata).toMatchObject({ empty: true })
    await expectLegal(output)
  })

  // google-gemini/cookbook#952
  it('may begin by themselves: an answer that starts again for one input is an answer of its own', async () => {
    const output = play([
      live.heard('Hi.'),
      live.said('Hello.'),
      live.complete(),
      live.said('Hello, there!'),
      live.audio(5),
      live.complete(),
    ])
    expect(said(output)).toEqual(['user: Hi.', 'assistant: Hello.', 'assistant: Hello, there!'])
    await expectLegal(output)
  })

  // google-gemini/gemini-skills#81
  it('continue after turnComplete as long as the model says that it is working', () => {
    const converter = createConverter({ newId: countingIds() })
    const push = (...inputs: readonly Parameters<typeof converter.push>[0][]) => inputs.flatMap((input) => converter.push(input))
    const first = push(live.heard('Think.'), live.said('Let me think.'), live.complete({ interactionStatus: 'IN_PROGRESS' }))
    expect(converter.isIdle()).toBe(false)
    const output = [...first, ...push(live.said('42.'), live.frame({ interactionStatus: 'IDLE' }))]
    expect(converter.isIdle()).toBe(true)
    expect(said(output)).toEqual(['user: Think.', 'assistant: Let me think.|42.'])
  })

  it('completed without token counts are complete', () => {
    const output = play([live.heard('Hi.'), live.said('Hello.'), live.complete()])
    expect(metadataOf(output)).toEqual({ turnId: 'turn-1' })
  })

  it('whose token counts come late are counted, without opening their message again', () => {
    const converter = createConverter({ newId: countingIds() })
    const frames = [live.heard('Hi.'), live.said('Hello.'), live.complete()]
    for (const frame of frames) converter.push(frame)
    const usage = { promptTokenCount: 7, responseTokenCount: 5 }
    expect(converter.usageOf('message-2')).toBeNull()
    expect(converter.push(live.frame({ usageMetadata: usage }))).toEqual([])
    expect(converter.usageOf('message-2')).toEqual({ inputTokens: 7, outputTokens: 5 })
    converter.push(speech)
    converter.push(live.frame({ usageMetadata: { ...usage, responseTokenCount: 6 } }))
    expect(converter.usageOf('message-2')).toEqual({ inputTokens: 7, outputTokens: 6 })
    converter.push(live.said('Yes?'))
    converter.push(live.frame({ usageMetadata: { responseTokenCount: 1 } }))
    expect(converter.usageOf('message-2')).toEqual({ inputTokens: 7, outputTokens: 6 })
    expect(converter.usageOf('nobody')).toBeNull()
  })

  it('paused for an approval add counts that come meanwhile to their next end', () => {
    const output = play([
      live.call('pay'),
      { type: 'ask-open', index: 0, approvalId: 'p1' },
      { type: 'pause' },
      live.frame({ usageMetadata: { responseTokenCount: 9 } }),
      { type: 'settle-open', index: 0, outcome: { kind: 'denied' } },
      live.said('Then not.'),
      live.complete(),
    ])
    expect(metadataOf(output)).toMatchObject({ usage: { outputTokens: 9 } })
  })
})
