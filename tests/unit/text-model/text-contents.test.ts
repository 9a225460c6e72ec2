import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WireContent } from '../../../src/main/models/text/message-contents'
import { goOn, textContents, trimContents, unanswered } from '../../../src/main/models/text/text-contents'
import type { TextHistory } from '../../../src/main/models/text/text-history'
import type { HistoryForm } from '../../../src/main/models/text/text-machine'
import { afterCall } from '../../../src/main/models/text/text-session'
import type { JsonObject } from '../../../src/shared/lib/json'
import type { ModelContent } from '../../../src/shared/protocol/model-contents'
import type { UIMessage, UIPart } from '../../../src/shared/protocol/ui-message'

const user = (text: string, turnId = 'turn'): UIMessage => ({
  id: `user-${text}`,
  role: 'user',
  metadata: { turnId },
  parts: [{ type: 'text', text }],
})
const model = (id: string, parts: readonly UIPart[], metadata: JsonObject = {}): UIMessage => ({ id, role: 'assistant', metadata, parts })
const spoken = (text: string, more: readonly UIPart[] = []): UIMessage =>
  model(`spoken-${text}`, [{ type: 'step-start' }, { type: 'text', text }, ...more])
const called = (toolCallId: string, toolName: string): UIPart => ({
  type: 'dynamic-tool',
  toolCallId,
  toolName,
  input: { at: 'Kyoto' },
  state: 'output-available',
  output: 'rain',
})
const open = (toolCallId: string, toolName: string): UIPart => ({
  type: 'dynamic-tool',
  toolCallId,
  toolName,
  input: {},
  state: 'approval-requested',
  approval: { id: 'approval' },
})
const call = (name: string, more: JsonObject = {}): JsonObject => ({ functionCall: { name, args: {} }, ...more })

function contents(
  messages: readonly UIMessage[],
  kept: Readonly<Record<string, readonly ModelContent[]>> = {},
  form: HistoryForm = 'verbatim',
  characters = 10_000,
  forPictures = false,
) {
  const history: TextHistory = { messages, contentsOf: (id) => kept[id], answerOf: () => undefined, editedInputOf: () => null }
  return textContents(history, { form, characters, forPictures, nudge: goOn })
}

describe('the contents of a request', () => {
  test('have spoken turns as text: of an interrupted one the played part, of a call its result', () => {
    const heard: UIPart = { type: 'data-interrupted', data: { heardSamples: 5, totalSamples: 10, playedCharacters: 5 } }
    expect(
      contents([
        user('Hi'),
        spoken('Hello there', [heard]),
        user('Weather?'),
        spoken('It rains.', [called('c', 'look')]),
        user('And now?'),
      ]),
    ).toEqual([
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ text: 'Hello' }] },
      { role: 'user', parts: [{ text: 'Weather?' }] },
      { role: 'model', parts: [{ text: 'It rains.\n[called look({"at":"Kyoto"}), result: rain]' }] },
      { role: 'user', parts: [{ text: 'And now?' }] },
    ])
  })

  test('have answers of a text model part by part, each step with its results after it, without empty ones', () => {
    const answer = model('a', [{ type: 'step-start' }, called('c1', 'look'), { type: 'step-start' }, { type: 'text', text: 'It rains.' }])
    const kept: readonly ModelContent[] = [
      { role: 'model', step: 1, parts: [{ text: '' }, { text: '', thoughtSignature: 's0' }, call('look', { thoughtSignature: 's1' })] },
      { role: 'model', step: 2, parts: [{ text: 'It rains.' }, { text: '' }] },
    ]
    expect(contents([user('Weather?'), answer, user('Thanks')], { a: kept })).toEqual([
      { role: 'user', parts: [{ text: 'Weather?' }] },
      { role: 'model', parts: [{ text: '', thoughtSignature: 's0' }, call('look', { thoughtSignature: 's1' })] },
      { role: 'user', parts: [{ functionResponse: { name: 'look', response: { status: 'done', result: 'rain' } } }] },
      { role: 'model', parts: [{ text: 'It rains.' }] },
      { role: 'user', parts: [{ text: 'Thanks' }] },
    ])
    expect(JSON.stringify(contents([user('Weather?'), answer, user('Thanks')], { a: kept }, 'unsigned'))).not.toContain('ignature')
    expect(JSON.stringify(contents([user('Weather?'), answer, user('Thanks')], { a: kept }, 'words'))).not.toContain('function')
  })

  test('answer a call that was delivered twice as often as it is there', () => {
    const answer = model('a', [{ type: 'step-start' }, called('c1', 'look')])
    const kept: readonly ModelContent[] = [{ role: 'model', step: 1, parts: [call('look'), call('look')] }]
    const [, , results] = contents([user('Weather?'), answer], { a: kept })
    expect(results?.parts).toMatchObject([
      { functionResponse: { response: { status: 'done' } } },
      { functionResponse: { response: { status: 'withdrawn' } } },
    ])
  })

  test('join consecutive model output, so that every call follows the user, and end with a message of the user', () => {
    const said = model('a', [{ type: 'step-start' }, { type: 'text', text: 'A timer rang.' }])
    const answer = model('b', [{ type: 'step-start' }, called('c1', 'look')])
    const kept = { b: [{ role: 'model', step: 1, parts: [call('look')] }] satisfies readonly ModelContent[] }
    expect(contents([user('Weather?'), said, answer, said], kept)).toMatchObject([
      { role: 'user' },
      { role: 'model', parts: [{ text: 'A timer rang.' }, { functionCall: {} }] },
      { role: 'user', parts: [{ functionResponse: {} }] },
      { role: 'model' },
      { role: 'user', parts: [{ text: goOn }] },
    ])
  })

  test('leave out a refused prompt, with its answer, but not the newest one', () => {
    const refused = model('r', [], { turnId: 'bad', blockReason: 'SAFETY' })
    expect(contents([user('Bad', 'bad'), refused, user('Good', 'good')])).toEqual([{ role: 'user', parts: [{ text: 'Good' }] }])
  })

  test('include the files of the user’s message', () => {
    const file: UIPart = { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0K' }
    const asked: UIMessage = { id: 'u', role: 'user', parts: [file, { type: 'text', text: 'What is this?' }] }
    expect(contents([asked])).toEqual([
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0K' } }, { text: 'What is this?' }] },
    ])
  })
})

describe('the unanswered rest', () => {
  test('is the last message, and of the answer that broke off only the steps whose calls are settled', () => {
    const broken = model('a', [{ type: 'step-start' }, called('c1', 'look'), { type: 'step-start' }, { type: 'text', text: 'It ra' }], {
      truncated: true,
    })
    expect(unanswered([user('Hi'), spoken('Hello'), user('Weather?'), broken]).at(-1)?.parts).toHaveLength(2)
    expect(unanswered([user('Hi'), spoken('Hello')])).toEqual([user('Hi')])
  })

  test('an answer that broke off and was requested again is sent once', () => {
    const broken = model('a', [{ type: 'step-start' }, { type: 'text', text: 'It ra' }], { truncated: true })
    expect(contents([user('Weather?'), broken, spoken('It rains.'), user('Thanks')])).toMatchObject([
      {},
      { parts: [{ text: 'It rains.' }] },
      {},
    ])
    expect(contents([user('Weather?'), broken, user('Go on')])).toMatchObject([{}, { parts: [{ text: 'It ra' }] }, {}])
  })
})

describe('the end of a call', () => {
  const answer = model('a', [{ type: 'step-start' }, called('c1', 'look'), open('c2', 'pay')])
  test.each([
    ['waits for the others of its step', [user('Hi'), answer], 'c1', 'wait'],
    [
      'continues the answer when it was the last',
      [user('Hi'), model('b', [{ type: 'step-start' }, called('c1', 'look')])],
      'c1',
      'continue',
    ],
    ['is news when the user has gone on', [user('Hi'), answer, user('And?')], 'c1', 'late'],
    ['of a call that nobody knows is nothing', [user('Hi')], 'c1', 'nothing'],
  ])('%s', (_what, messages, toolCallId, end) => {
    expect(afterCall(messages, toolCallId)).toBe(end)
  })
})

describe('trimming', () => {
  const parts: fc.Arbitrary<WireContent> = fc.oneof(
    fc.constant({ role: 'user' as const, parts: [{ text: 'question' }] }),
    fc.constant({ role: 'model' as const, parts: [{ text: 'answer' }] }),
    fc.constant({ role: 'user' as const, parts: [{ functionResponse: { name: 'look' } }] }),
  )

  test('keeps the newest message and everything after it, begins with a message of the user, and only leaves out the oldest', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), fc.nat(400), (all, characters) => {
        const kept = trimContents(all, characters)
        expect(all.slice(all.length - kept.length)).toEqual(kept)
        const words = (content: WireContent) => content.role === 'user' && 'text' in (content.parts[0] ?? {})
        const newest = all.findLastIndex(words)
        if (newest < 0) return
        const [first] = kept
        expect(first !== undefined && words(first)).toBe(true)
        expect(kept.length).toBeGreaterThanOrEqual(all.length - newest)
        if (kept.length > all.length - newest)
          expect(kept.map(({ parts }) => JSON.stringify(parts)).join('').length).toBeLessThanOrEqual(characters)
      }),
    )
  })
})

describe('the contents for an image model', () => {
  const picture = { inlineData: { mimeType: 'image/png', data: 'UE5H' } }
  const drawn = (...parts: readonly JsonObject[]): Readonly<Record<string, readonly ModelContent[]>> => ({
    a: [{ role: 'model', step: 1, parts }],
  })
  const answer = model('a', [{ type: 'step-start' }, { type: 'text', text: 'Here.' }])
  const forPictures = (messages: readonly UIMessage[], kept: Readonly<Record<string, readonly ModelContent[]>>, form?: HistoryForm) =>
    contents(messages, kept, form, 10_000, true)

  test('have a signed image at its place, with its signature', () => {
    const signed = { ...picture, thoughtSignature: 's1' }
    expect(forPictures([user('Draw'), answer, user('Bluer')], drawn({ text: 'Here.', thoughtSignature: 's0' }, signed))[1]).toEqual({
      role: 'model',
      parts: [{ text: 'Here.', thoughtSignature: 's0' }, signed],
    })
  })

  test.each([
    ['that was never signed', picture, 'verbatim'],
    ['whose signature the service refused', { ...picture, thoughtSignature: 's1' }, 'unsigned'],
  ] as const)('have an image %s after the answer, as one of the user', (_what, made, form) => {
    expect(forPictures([user('Draw'), answer, user('Bluer')], drawn({ text: 'Here.' }, made), form).slice(1)).toEqual([
      { role: 'model', parts: [{ text: 'Here.' }] },
      { role: 'user', parts: [{ text: 'Pictures that you made before:' }, picture] },
      { role: 'user', parts: [{ text: 'Bluer' }] },
    ])
  })

  test('have answers with calls as text: such a model has no tools', () => {
    const paying = model('a', [{ type: 'step-start' }, called('c', 'look')])
    const [, told] = forPictures([user('Weather?'), paying, user('Draw it')], drawn(call('look')))
    expect(told).toEqual({ role: 'model', parts: [{ text: '[called look({"at":"Kyoto"}), result: rain]' }] })
  })

  test('leave out drafts that the model made while thinking, and sound', () => {
    const sound: UIPart = { type: 'file', mediaType: 'audio/wav', url: 'data:audio/wav;base64,UklG' }
    const asked: UIMessage = { ...user('Draw'), parts: [sound, { type: 'text', text: 'Draw' }] }
    expect(forPictures([asked, answer, user('Bluer')], drawn({ ...picture, thought: true }, { text: 'Here.' }))).toEqual([
      { role: 'user', parts: [{ text: 'Draw' }] },
      { role: 'model', parts: [{ text: 'Here.' }] },
      { role: 'user', parts: [{ text: 'Bluer' }] },
    ])
  })
})
