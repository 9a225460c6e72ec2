import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countingIds } from '../../../src/shared/lib/ids'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import type { ConverterInput } from '../../../src/shared/protocol/converter-input'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { createConverter } from '../../../src/shared/protocol/from-gemini'
import { play } from '../../support/converter-script'
import { lintStream } from '../../support/stream-lint'

// One response of the text endpoint is one answer, however its chunks are cut and whatever they repeat.

type Part = Readonly<Record<string, unknown>>

const chunk = (parts: readonly Part[], more: object = {}, outer: object = {}): ConverterInput => ({
  type: 'text',
  chunk: { candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], ...outer },
})
const stop = { finishReason: 'STOP' }
const pay = (more: object = {}, args: object = { amount: 5, to: 'Ines' }): Part => ({
  functionCall: { id: 'p1', name: 'pay', args },
  ...more,
})
const signed = { thoughtSignature: 'c2ln' }

const messages = (output: readonly PlacedChunk[]) => output.reduce(foldChunk, emptyThread()).messages
const textOf = (output: readonly PlacedChunk[]) =>
  messages(output).map(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''))
const callsOf = (output: readonly PlacedChunk[]) =>
  messages(output).flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part] : [])))

describe('an early finish reason', () => {
  it.each([
    ['on empty chunks before the text', [[], [], [{ text: 'Open ' }], [{ text: 'again.' }], []]],
    ['with every chunk', [[{ text: 'Open ' }], [{ text: 'again.' }]]],
    ['with an empty text', [[{ text: '' }], [{ text: 'Open ' }], [{ text: 'again.' }]]],
  ])('%s leaves one message with the whole answer', (_, contents) => {
    for (const id of [{}, { responseId: 'r1' }]) {
      const output = play(contents.map((parts) => chunk(parts, stop, id)))
      expect(textOf(output)).toEqual(['Open again.'])
      expect(output.at(-1)?.chunk).toMatchObject({ type: 'finish', finishReason: 'stop' })
      expect(lintStream(output)).toEqual([])
    }
  })

  it('on any of the chunks changes nothing but the reason', () => {
    const early = fc.constantFrom('STOP', 'MAX_TOKENS', 'FINISH_REASON_UNSPECIFIED', undefined)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b ', '\n', ''), early), { minLength: 1, maxLength: 8 }), (pieces) => {
        const output = play([...pieces.map(([text, finishReason]) => chunk([{ text }], { finishReason })), chunk([{ text: '.' }], stop)])
        expect(textOf(output)).toEqual([`${pieces.map(([text]) => text).join('')}.`])
        expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'stop' })
        expect(lintStream(output)).toEqual([])
      }),
    )
  })

  it('does not join the answer to the next request', () => {
    const next = [chunk([{ text: 'one' }], stop), { type: 'request-ended' } as const, chunk([{ text: 'two' }], stop)]
    expect(textOf(play(next))).toEqual(['one', 'two'])
  })
})

describe('a repeated call', () => {
  it.each([
    ['in the next chunk', [chunk([pay()]), chunk([pay(signed)]), chunk([], stop)]],
    ['in the same chunk', [chunk([pay(), pay(signed)], stop)]],
    ['behind a finish reason', [chunk([pay()], stop), chunk([pay(signed)], stop)]],
    ['behind text', [chunk([pay()]), chunk([{ text: 'Paying.' }]), chunk([pay(signed)], stop)]],
    ['behind another call', [chunk([pay(), { functionCall: { id: 'p2', name: 'look', args: {} } }]), chunk([pay(signed)], stop)]],
    ['with its keys in another order', [chunk([pay()]), chunk([pay(signed, { to: 'Ines', amount: 5 })], stop)]],
    ['without the signature it had', [chunk([pay(signed)]), chunk([pay()], stop)]],
    ['many times', [chunk([pay()]), chunk([pay()]), chunk([pay(signed)]), chunk([pay()], stop)]],
  ])('%s is one call, with its signature', (_, inputs) => {
    const output = play(inputs)
    const payments = callsOf(output).filter(({ toolName }) => toolName === 'pay')
    expect(payments).toMatchObject([
      {
        state: 'input-available',
        input: { amount: 5, to: 'Ines' },
        callProviderMetadata: { google: { callId: 'p1', thoughtSignature: 'c2ln' } },
      },
    ])
    expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'tool-calls' })
    expect(lintStream(output)).toEqual([])
  })

  it('is sent back once, in its place and with the signature', () => {
    const converter = createConverter({ newId: countingIds() })
    for (const input of [chunk([{ text: 'Now.' }, pay()]), chunk([pay(signed)]), chunk([pay()], stop)]) converter.push(input)
    expect(converter.modelContents('message-1')).toEqual([{ role: 'model', step: 1, parts: [{ text: 'Now.' }, pay(signed)] }])
    expect(converter.calls()).toHaveLength(1)
  })

  it('with other arguments, another name, another id or none is another call', () => {
    const other = [pay({}, { amount: 6 }), { functionCall: { id: 'p1', name: 'refund', args: { amount: 5, to: 'Ines' } } }]
    const nameless = { functionCall: { name: 'pay', args: { amount: 5, to: 'Ines' } } }
    const output = play([chunk([pay()]), ...[...other, nameless, nameless].map((part) => chunk([part])), chunk([], stop)])
    expect(callsOf(output)).toHaveLength(5)
  })

  it('in the answer to its result is a new call', () => {
    const settle = { type: 'settle-open', index: 0, outcome: { kind: 'result', output: 1 } } as const
    const output = play([chunk([pay()], stop), settle, chunk([pay()], stop)])
    expect(callsOf(output).map(({ state }) => state)).toEqual(['output-available', 'input-available'])
    expect(lintStream(output)).toEqual([])
  })
})

describe('text that is cut inside a character', () => {
  const deltas = (output: readonly PlacedChunk[]) =>
    output.flatMap(({ chunk: { type }, chunk }) => (type.endsWith('-delta') && 'delta' in chunk ? [chunk.delta] : []))
  const isWhole = (text: string) => Buffer.from(text).toString() === text
  const words = 'done 🚀 and 👩‍💻, 𠮷野家 ok'

  it.each([
    ['text', (text: string): ConverterInput => chunk([{ text }])],
    ['a thought', (text: string): ConverterInput => chunk([{ text, thought: true }])],
    [
      'the transcript of an answer',
      (text: string): ConverterInput => ({ type: 'live', frame: { serverContent: { outputTranscription: { text } } } }),
    ],
    ['the user’s words', (text: string): ConverterInput => ({ type: 'live', frame: { serverContent: { inputTranscription: { text } } } })],
    [
      'an event of an agent',
      (text: string): ConverterInput => ({ type: 'adk', event: { author: 'a', partial: true, content: { parts: [{ text }] } } }),
    ],
  ])('comes out whole as %s, wherever it is cut', (_, input) => {
    for (let cut = 1; cut < words.length; cut += 1) {
      const pieces = deltas(play([input(words.slice(0, cut)), input(words.slice(cut))]))
      expect(pieces.every(isWhole)).toBe(true)
      expect(pieces.join('')).toBe(words)
    }
    const each = deltas(play([...Array(words.length).keys()].map((at) => input(words.charAt(at)))))
    expect(each.join('')).toBe(words)
  })

  it('has U+FFFD if the other half never comes', () => {
    expect(textOf(play([chunk([{ text: 'ok \ud83d' }], stop)]))).toEqual(['ok \ufffd'])
    expect(textOf(play([chunk([{ text: 'a\ud83d' }]), chunk([{ text: 'b\ude80c\ud83d' }], stop)]))).toEqual(['a\ufffdb\ufffdc\ufffd'])
    const broken = play([chunk([{ text: 'a\ud83d', thoughtSignature: 'A==' }]), chunk([{ text: '\ude80b' }], stop)])
    expect(deltas(broken).every(isWhole)).toBe(true)
    expect(lintStream(broken)).toEqual([])
  })

  it('goes back to the model well-formed', () => {
    const converter = createConverter({ newId: countingIds() })
    for (const text of ['a \ud83d', '\ude80 b \ud83d']) converter.push(chunk([{ text }]))
    expect(converter.modelContents('message-1')).toEqual([{ role: 'model', step: 1, parts: [{ text: 'a 🚀 b \ufffd' }] }])
  })
})
