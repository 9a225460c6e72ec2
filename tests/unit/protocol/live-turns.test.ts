import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { live, play } from '../../support/converter-script'
import { sketch, sketchModel } from '../../support/sketch'
import { lintStream } from '../../support/stream-lint'

const speech = { type: 'user-speech-start' } as const
const said = (output: readonly PlacedChunk[]) =>
  output
    .reduce(foldChunk, emptyThread())
    .messages.map(({ role, parts }) => `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}`)

describe('a spoken turn', () => {
  it('is a user message and an answer of one turn, each under its own id', () => {
    const output = play([
      live.heard('What time'),
      live.heard(' is it?'),
      live.audio(10),
      live.said('Half past'),
      live.said(' two.'),
      live.complete(),
    ])
    expect(sketch(output)).toEqual([
      'user start',
      'user text-start',
      'user text-delta "What time"',
      'user text-delta " is it?"',
      'model start',
      'model data-pcm',
      'model start-step',
      'model text-start',
      'model text-delta "Half past"',
      'model text-delta " two."',
      'user text-end',
      'user finish stop',
      'model text-end',
      'model finish-step',
      'model finish stop',
    ])
    expect(new Set(output.map(({ turnId }) => turnId)).size).toBe(1)
    expect(new Set(output.map(({ messageId }) => messageId)).size).toBe(2)
  })

  it('counts its sound, its tokens and the model in the metadata', () => {
    const usage = { promptTokenCount: 12, responseTokenCount: 7, totalTokenCount: 19 }
    const output = play([live.audio(24_00), live.audio(12_00), live.frame({ serverContent: { turnComplete: true }, usageMetadata: usage })])
    expect(output.at(-1)?.chunk).toEqual({
      type: 'finish',
      finishReason: 'stop',
      messageMetadata: { audio: { chunks: 2, bytes: 7200, durationMs: 150 }, usage: { inputTokens: 12, outputTokens: 7, totalTokens: 19 } },
    })
  })

  it('passes an odd byte on to the next frame, so that no sample is lost or shifted', () => {
    const frame = (bytes: readonly number[]) => ({
      modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm', data: Buffer.from(bytes).toString('base64') } }] },
    })
    const output = play([live.content(frame([1, 0, 2])), live.content(frame([0, 3, 0])), live.complete()])
    const sound = output.flatMap(({ chunk }) => (chunk.type === 'data-pcm' ? [chunk.data] : []))
    expect(sound.map(({ startSample, sampleRate }) => [startSample, sampleRate])).toEqual([
      [0, 24_000],
      [1, 24_000],
    ])
    expect(Buffer.concat(sound.map(({ chunk }) => Buffer.from(chunk, 'base64')))).toEqual(Buffer.from([1, 0, 2, 0, 3, 0]))
  })

  it('without output makes an empty answer that says so; one that never began makes none', () => {
    expect(sketchModel(play([live.heard('Hello?'), live.complete()]))).toEqual(['start', 'finish stop'])
    expect(play([live.heard('Hello?'), live.complete()]).at(-1)?.chunk).toMatchObject({ messageMetadata: { empty: true } })
    expect(play([live.complete(), live.complete()])).toEqual([])
  })

  it('that the server refuses says why, and never ends with stop', () => {
    const output = play([live.heard('Rude?'), live.complete({ turnCompleteReason: 'PROHIBITED_INPUT_CONTENT' })])
    expect(output.at(-1)?.chunk).toMatchObject({
      finishReason: 'content-filter',
      messageMetadata: { turnCompleteReason: 'PROHIBITED_INPUT_CONTENT' },
    })
  })

  it('is over only when the model is idle', () => {
    const output = play([
      live.heard('Plan.'),
      live.said('Let me think.'),
      live.complete({ interactionStatus: 'IN_PROGRESS' }),
      live.said(' Monday.'),
      live.complete(),
    ])
    expect(said(output)).toEqual(['user: Plan.', 'assistant: Let me think. Monday.'])
    expect(sketchModel(output).filter((line) => line === 'start-step')).toHaveLength(2)
  })

  it('is not completed by the status that comes with a call', () => {
    const output = play([
      live.frame({ toolCall: { functionCalls: [{ name: 'pay', args: {} }] }, interactionStatus: 'REQUIRES_ACTION' }),
      { type: 'ask-open', index: 0, approvalId: 'p1' },
    ])
    expect(sketchModel(output)).toContain('tool-approval-request call-1 p1')
  })

  it('cut off by a lost socket ends as truncated', () => {
    expect(play([live.heard('Sing.'), live.said('La')]).at(-1)?.chunk).toMatchObject({
      finishReason: 'other',
      messageMetadata: { truncated: true },
    })
  })
})

describe('the user’s transcript', () => {
  it('belongs to the turn in which it was spoken, even if the answer has begun or is over', () => {
    expect(said(play([live.said('It is two.'), live.heard('What time is it?'), live.complete()]))).toEqual([
      'user: What time is it?',
      'assistant: It is two.',
    ])
    expect(said(play([speech, live.said('It is two.'), live.complete(), live.heard('What time is it?')]))).toEqual([
      'user: What time is it?',
      'assistant: It is two.',
    ])
    const threeFragments = play([live.heard('What'), live.said('It is two.'), live.heard(' time'), live.heard(' is it?'), live.complete()])
    expect(said(threeFragments)).toEqual(['user: What time is it?', 'assistant: It is two.'])
  })

  it('repeated as a whole adds nothing', () => {
    const inputs = [
      live.heard('Switch on'),
      live.heard(' the light.'),
      live.said('On.'),
      live.heard('Switch on the light.', true),
      live.complete(),
    ]
    expect(said(play(inputs))).toEqual(['user: Switch on the light.', 'assistant: On.'])
    expect(said(play([...inputs, live.heard('switch on the light')]))).toEqual(['user: Switch on the light.', 'assistant: On.'])
  })

  it('repeated after the answer began adds nothing, however short', () => {
    expect(said(play([live.heard('Yes.'), live.said('Fine.'), live.heard('Yes.'), live.complete(), live.heard('Yes.')]))).toEqual([
      'user: Yes.',
      'assistant: Fine.',
    ])
    expect(said(play([speech, live.heard('Yes.'), live.said('Fine.'), live.heard('Yes.'), live.complete()]))).toEqual([
      'user: Yes.',
      'assistant: Fine.',
    ])
  })

  it('is never taken for a repetition while it is spoken', () => {
    expect(said(play([live.heard('No,'), live.heard(' no,'), live.heard(' no problem.'), live.said('Good.'), live.complete()]))[0]).toBe(
      'user: No, no, no problem.',
    )
  })

  it('with the same words in a new turn is new', () => {
    const turn = [live.heard('Next page.'), live.said('Here.'), live.complete()]
    const twice = ['user: Next page.', 'assistant: Here.', 'user: Next page.', 'assistant: Here.']
    expect(said(play([...turn, ...turn]))).toEqual(twice)
    expect(said(play([speech, ...turn, speech, ...turn]))).toEqual(twice)
  })

  it('guessed during the speech is replaced by the transcript; a guess without one is kept', () => {
    const guess = (text: string) => live.content({ interimInputTranscription: { text } })
    expect(
      said(play([guess('play some'), guess('play some chess'), live.heard('Play some jazz.'), live.said('Jazz.'), live.complete()])),
    ).toEqual(['user: Play some jazz.', 'assistant: Jazz.'])
    expect(said(play([guess('play some jazz'), live.said('Jazz.'), live.complete()]))).toEqual(['user: play some jazz', 'assistant: Jazz.'])
  })

  it('typed is a turn of its own', () => {
    const output = play([
      { type: 'user-text', text: 'Hello' },
      live.said('Hi.'),
      live.complete(),
      { type: 'user-text', text: 'Bye' },
      live.said('Bye.'),
      live.complete(),
    ])
    expect(said(output)).toEqual(['user: Hello', 'assistant: Hi.', 'user: Bye', 'assistant: Bye.'])
  })

  it('spoken before typing keeps its turn even if its transcript is late', () => {
    const output = play([
      speech,
      live.said('Yes?'),
      live.complete(),
      { type: 'user-text', text: 'Hello' },
      live.heard('Are you there?'),
      live.said('Hi.'),
      live.complete(),
    ])
    expect(said(output)).toEqual(['user: Are you there?', 'assistant: Yes?', 'user: Hello', 'assistant: Hi.'])
  })
})

describe('the model’s text', () => {
  it('is one part however small the pieces, without the first space', () => {
    const output = play([live.said(' I'), live.said("t's"), live.said(' ra'), live.said('ining'), live.said('.'), live.complete()])
    expect(said(output)).toEqual(["assistant: It's raining."])
    expect(sketchModel(output).filter((line) => line === 'text-start')).toHaveLength(1)
  })

  it('repeated as a whole adds and opens nothing, even after the turn', () => {
    const pieces = [live.said('Sure, '), live.said('the lamp '), live.said('is on.')]
    const whole = live.said('Sure, the lamp is on.', true)
    expect(said(play([...pieces, whole, live.complete(), whole]))).toEqual(['assistant: Sure, the lamp is on.'])
  })

  it('that comes both as text and as transcript is shown once', () => {
    const text = live.content({ modelTurn: { parts: [{ text: 'Good morning.' }] } })
    expect(said(play([text, live.said('Good '), live.said('morning.'), live.complete()]))).toEqual(['assistant: Good morning.'])
    expect(said(play([live.said('Good morning.'), text, live.complete()]))).toEqual(['assistant: Good morning.'])
  })

  it('stays one part next to thoughts', () => {
    const thought = live.content({ modelTurn: { parts: [{ text: 'Hm.', thought: true }] } })
    const output = play([thought, live.said('Let me'), thought, live.said(' see.'), live.complete()])
    expect(said(output)).toEqual(['assistant: Let me see.'])
    expect(sketchModel(output).filter((line) => line === 'text-start')).toHaveLength(1)
  })
})

describe('unknown frames', () => {
  it('are counted, and have no other effect', () => {
    const output = play([
      live.frame(null),
      live.frame([]),
      live.frame({ brandNew: 1 }),
      { type: 'malformed' },
      live.said('Fine.'),
      live.complete(),
    ])
    expect(sketchModel(output)).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta "Fine."',
      'text-end',
      'finish-step',
      'data-diagnostic {"kind":"unknown-frame","count":2}',
      'data-diagnostic {"kind":"unknown-field","count":1}',
      'data-diagnostic {"kind":"malformed-line","count":1}',
      'finish stop',
    ])
    expect(lintStream(output)).toEqual([])
  })
})
