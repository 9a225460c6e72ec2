import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import type { ConverterInput } from '../../../src/shared/protocol/converter-input'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { live, play } from '../../support/converter-script'
import { lintStream } from '../../support/stream-lint'

// One stream of a model is one message, whatever comes early, twice or not at all.

const messages = (output: readonly PlacedChunk[]) => output.reduce(foldChunk, emptyThread()).messages
const answers = (output: readonly PlacedChunk[]) => messages(output).filter(({ role }) => role === 'assistant')
const textOf = ({ parts }: ReturnType<typeof messages>[number]) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

/** The possible content of a stream's chunk. */
interface Piece {
  readonly text: string
  readonly thought: boolean
  readonly reason: string | undefined
  /** tokens of the prompt, in a chunk of their own before the text */
  readonly prompt: number | null
}

const pieces: fc.Arbitrary<readonly Piece[]> = fc.array(
  fc.record({
    text: fc.constantFrom('One ', 'two', '\n', ''),
    thought: fc.boolean(),
    reason: fc.constantFrom(undefined, undefined, 'STOP', 'FINISH_REASON_UNSPECIFIED'),
    prompt: fc.option(fc.constant(812), { freq: 4 }),
  }),
  { maxLength: 8 },
)
const said = (all: readonly Piece[]) => all.map(({ text, thought }) => (thought ? '' : text)).join('')
const origin = fc.constantFrom({}, { responseId: 'r1' })

function textChunks({ text, thought, reason, prompt }: Piece, outer: object): readonly ConverterInput[] {
  const usage: ConverterInput[] =
    prompt === null ? [] : [{ type: 'text', chunk: { usageMetadata: { promptTokenCount: prompt }, ...outer } }]
  const content = { role: 'model', parts: [{ text, ...(thought && { thought }) }] }
  return [...usage, { type: 'text', chunk: { candidates: [{ content, index: 0, finishReason: reason }], ...outer } }]
}

/** Tokens counted by any chunk stay counted. */
function expectCounts(all: readonly Piece[], output: readonly PlacedChunk[]): void {
  const counted = all.some(({ prompt }) => prompt !== null)
  if (counted) expect(answers(output)[0]?.metadata?.usage).toMatchObject({ inputTokens: 812 })
}

describe('a stream of text', () => {
  it('that ends normally is one message that says so', () => {
    fc.assert(
      fc.property(pieces, origin, (all, outer) => {
        const last: Piece = { text: 'end.', thought: false, reason: 'STOP', prompt: null }
        const output = play([...[...all, last].flatMap((piece) => textChunks(piece, outer)), { type: 'request-ended' }])
        expect(answers(output).map(textOf)).toEqual([`${said(all)}end.`])
        expect(output.at(-1)?.chunk).toMatchObject({ type: 'finish', finishReason: 'stop' })
        expectCounts(all, output)
        expect(lintStream(output)).toEqual([])
      }),
    )
  })

  it('that breaks off is one message that says so, even with an early finish reason', () => {
    fc.assert(
      fc.property(pieces, origin, (all, outer) => {
        const last: Piece = { text: 'and then', thought: false, reason: undefined, prompt: null }
        const output = play([...[...all, last].flatMap((piece) => textChunks(piece, outer)), { type: 'request-ended', broken: true }])
        expect(answers(output).map(textOf)).toEqual([`${said(all)}and then`])
        expect(output.at(-1)?.chunk).toMatchObject({ type: 'finish', finishReason: 'other', messageMetadata: { truncated: true } })
        expectCounts(all, output)
        expect(lintStream(output)).toEqual([])
      }),
    )
  })

  it('with an error of the service inside is one message with the content before it', () => {
    fc.assert(
      fc.property(pieces, origin, (all, outer) => {
        const first: Piece = { text: 'So ', thought: false, reason: undefined, prompt: null }
        const error: ConverterInput = {
          type: 'text',
          chunk: { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
        }
        const output = play([
          ...[first, ...all].flatMap((piece) => textChunks(piece, outer)),
          error,
          { type: 'request-ended', broken: true },
        ])
        expect(answers(output).map(textOf)).toEqual([`So ${said(all)}`])
        expectCounts(all, output)
        expect(lintStream(output)).toEqual([])
      }),
    )
  })
})

describe('a Live turn', () => {
  it('is one message with the tokens that were counted before its first output and after it', () => {
    const counts = fc.array(fc.constantFrom({ promptTokenCount: 812 }, { responseTokenCount: 5 }, {}), { maxLength: 3 })
    fc.assert(
      fc.property(counts, fc.array(fc.constantFrom('One ', 'two'), { minLength: 1, maxLength: 4 }), counts, (before, words, behind) => {
        const usage = (all: readonly object[]) => all.map((usageMetadata) => live.frame({ usageMetadata }))
        const output = play([
          live.heard('Go on'),
          ...usage(before),
          ...words.map((word) => live.said(word)),
          ...usage(behind),
          live.complete(),
        ])
        expect(answers(output).map(textOf)).toEqual([words.join('')])
        const all = Object.assign({}, ...before, ...behind)
        if ('promptTokenCount' in all) expect(answers(output)[0]?.metadata?.usage).toMatchObject({ inputTokens: 812 })
        if ('responseTokenCount' in all) expect(answers(output)[0]?.metadata?.usage).toMatchObject({ outputTokens: 5 })
        expect(lintStream(output)).toEqual([])
      }),
    )
  })
})

describe('a run of an agent', () => {
  const event = (more: object): ConverterInput => ({ type: 'adk', event: { invocationId: 'i1', author: 'agent', ...more } })
  const words = fc.array(fc.constantFrom('One ', 'two', ' three'), { minLength: 1, maxLength: 5 })

  it('whose text is streamed, repeated whole and repeated again is one message', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 3 }), fc.constantFrom({}, { finishReason: 'STOP' }), (streamed, times, end) => {
        const partial = streamed.map((text, index) => event({ id: `e${index}`, partial: true, content: { parts: [{ text }] } }))
        const whole = event({ id: 'whole', content: { parts: [{ text: streamed.join('') }] }, ...end })
        const output = play([...partial, ...Array<ConverterInput>(times).fill(whole)])
        expect(answers(output).map(textOf)).toEqual([streamed.join('')])
        expect(lintStream(output)).toEqual([])
      }),
    )
  })

  it('whose input is repeated has one message of the user, and one answer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 2 }), words, (before, behind, streamed) => {
        const asked: ConverterInput = {
          type: 'adk',
          event: { id: 'u1', invocationId: 'i1', author: 'user', content: { role: 'user', parts: [{ text: 'Go on' }] } },
        }
        const answer = streamed.map((text, index) => event({ id: `e${index}`, partial: true, content: { parts: [{ text }] } }))
        const whole = event({ id: 'whole', content: { parts: [{ text: streamed.join('') }] }, finishReason: 'STOP' })
        const output = play([...Array<ConverterInput>(before).fill(asked), ...answer, ...Array<ConverterInput>(behind).fill(asked), whole])
        expect(messages(output).map((message) => [message.role, textOf(message)])).toEqual([
          ['user', 'Go on'],
          ['assistant', streamed.join('')],
        ])
        expect(lintStream(output)).toEqual([])
      }),
    )
  })
})
