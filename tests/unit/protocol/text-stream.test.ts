import { describe, expect, it } from 'vitest'
import { countingIds } from '../../../src/shared/lib/ids'
import type { ConverterInput } from '../../../src/shared/protocol/converter-input'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { createConverter } from '../../../src/shared/protocol/from-gemini'
import { play } from '../../support/converter-script'
import { sketchModel } from '../../support/sketch'
import { lintStream } from '../../support/stream-lint'

const chunk = (parts: readonly unknown[], more: object = {}, outer: object = {}): ConverterInput => ({
  type: 'text',
  chunk: { candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], ...outer },
})
const stop = { finishReason: 'STOP' }
const call = (name: string, id?: string, more: object = {}) => ({
  functionCall: { name, args: { a: 1 }, ...(id !== undefined && { id }) },
  ...more,
})

describe('streamed text', () => {
  it('is one part, verbatim, and the last totals count', () => {
    const output = play([
      chunk([{ text: ' leading' }], {}, { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1 } }),
      chunk([{ text: '  ' }]),
      chunk([{ text: '\nend' }], stop, { modelVersion: 'gemini-x' }),
      { type: 'text', chunk: { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 9, totalTokenCount: 14 } } },
    ])
    expect(sketchModel(output).slice(3, 6)).toEqual(['text-delta " leading"', 'text-delta "  "', 'text-delta "\\nend"'])
    expect(output.at(-1)?.chunk).toMatchObject({
      finishReason: 'stop',
      messageMetadata: { usage: { inputTokens: 5, outputTokens: 9, totalTokens: 14 }, modelVersion: 'gemini-x', rawFinishReason: 'STOP' },
    })
  })

  it('ends once, whether its last chunk comes with an empty text or alone, and has no response id', () => {
    const counts = { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 9 } }
    for (const last of [chunk([{ text: '' }], stop, counts), chunk([], stop, counts), chunk([{ text: '' }], {}, counts)]) {
      const output = play([chunk([{ text: 'Hi.' }], stop), last])
      expect(output.filter(({ chunk: { type } }) => type === 'start')).toHaveLength(1)
      expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'stop', messageMetadata: { usage: { inputTokens: 5, outputTokens: 9 } } })
    }
    const refused = play([chunk([{ text: 'Hi.' }], stop), chunk([], { finishReason: 'SAFETY' })])
    expect(refused.filter(({ chunk: { type } }) => type === 'start')).toHaveLength(1)
    expect(refused.at(-1)?.chunk).toMatchObject({ finishReason: 'content-filter' })
  })

  it('that breaks off is truncated, not stopped', () => {
    expect(play([chunk([{ text: 'never open the' }])]).at(-1)?.chunk).toMatchObject({
      finishReason: 'other',
      messageMetadata: { truncated: true },
    })
  })

  it.each([
    ['MAX_TOKENS', 'length'],
    ['IMAGE_SAFETY', 'content-filter'],
    ['MALFORMED_RESPONSE', 'error'],
    ['TOO_MANY_TOOL_CALLS', 'error'],
    ['MOON_PHASE', 'other'],
  ])('that ends with %s finishes with %s and keeps the raw reason', (raw, mapped) => {
    const output = play([chunk([{ text: 'Half' }], { finishReason: raw, finishMessage: 'a note' })])
    expect(output.at(-1)?.chunk).toMatchObject({ finishReason: mapped, messageMetadata: { rawFinishReason: raw, finishMessage: 'a note' } })
  })

  it('that the server breaks with an error closes everything before it', () => {
    const output = play([
      chunk([{ text: 'two eggs' }, call('pay')]),
      { type: 'text', chunk: { error: { code: 503, message: 'overloaded' } } },
    ])
    expect(sketchModel(output).slice(-5)).toEqual([
      'tool-input-available call-1 pay',
      expect.stringContaining('tool-output-error call-1'),
      'error overloaded',
      'finish-step',
      'finish error',
    ])
    expect(lintStream(output)).toEqual([])
  })

  it('of a refused prompt is a message that says why', () => {
    const output = play([{ type: 'text', chunk: { promptFeedback: { blockReason: 'SAFETY' } } }])
    expect(sketchModel(output)).toEqual(['start', 'finish content-filter'])
    expect(output.at(-1)?.chunk).toMatchObject({ messageMetadata: { blockReason: 'SAFETY' } })
  })

  it('that the server continues stays in the same step', () => {
    const first = chunk([{ text: 'one ' }], { finishReason: 'CONTINUATION' }, { responseId: 'r1' })
    const output = play([first, chunk([{ text: 'two' }], stop, { responseId: 'r2' })])
    expect(sketchModel(output)).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta "one "',
      'text-delta "two"',
      'text-end',
      'finish-step',
      'finish stop',
    ])
  })

  it('of two responses is two answers', () => {
    const output = play([chunk([{ text: 'one' }], stop, { responseId: 'r1' }), chunk([{ text: 'two' }], stop, { responseId: 'r2' })])
    expect(output.reduce(foldChunk, emptyThread()).messages).toHaveLength(2)
    expect(lintStream(output)).toEqual([])
  })
})

describe('calls of the text endpoint', () => {
  it('in several chunks are in one step, each under an id of ours, whatever ids the model sent', () => {
    const other = { functionCall: { name: 'pay', args: { a: 2 }, id: 'call_0' } }
    const output = play([chunk([call('pay', 'call_0'), other]), chunk([call('tell')]), chunk([], stop)])
    expect(sketchModel(output).filter((line) => line === 'start-step')).toHaveLength(1)
    expect(sketchModel(output).filter((line) => line.startsWith('tool-input-available'))).toEqual([
      // it has no id, so it can't be repeated with a signature
      'tool-input-available call-3 tell',
      'tool-input-available call-1 pay',
      'tool-input-available call-2 pay',
    ])
    expect(output.at(-1)?.chunk).toMatchObject({ finishReason: 'tool-calls' })
  })

  it('that ran without approval are followed by a new step of the same answer', () => {
    const settle = { type: 'settle-open', index: 0, outcome: { kind: 'result', output: 1 } } as const
    const output = play([chunk([call('pay')], stop, { responseId: 'r1' }), settle, chunk([{ text: 'Paid.' }], stop, { responseId: 'r2' })])
    expect(sketchModel(output).slice(4)).toEqual([
      'tool-output-available call-1 1',
      'finish-step',
      'start-step',
      'text-start',
      'text-delta "Paid."',
      'text-end',
      'finish-step',
      'finish stop',
    ])
  })

  it('keep the keys of their arguments, without those that attack prototypes', () => {
    const args: unknown = JSON.parse('{"snake_case":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    const converter = createConverter({ newId: countingIds() })
    converter.push(chunk([{ functionCall: { name: 'pay', args } }]))
    expect(Object.entries(converter.calls()[0]?.input ?? {})).toEqual([['snake_case', 1]])
  })

  it('nested deeper than a stack reaches neither throw here nor where they are written', () => {
    let deep: unknown = 1
    for (let level = 0; level < 50_000; level += 1) deep = [deep]
    const output = play([chunk([{ functionCall: { name: 'pay', args: { deep } } }])])
    expect(() => JSON.stringify(output)).not.toThrow()
  })
})

describe('signatures', () => {
  const metadata = (output: ReturnType<typeof play>) =>
    output.flatMap(({ chunk }) => ('providerMetadata' in chunk ? [`${chunk.type} ${JSON.stringify(chunk.providerMetadata)}`] : []))

  it('close their part', () => {
    const output = play([chunk([{ text: 'Noon.', thoughtSignature: 'A==' }]), chunk([{ text: ' Or later.' }], stop)])
    expect(metadata(output)).toEqual(['text-end {"google":{"thoughtSignature":"A=="}}'])
    expect(sketchModel(output).filter((line) => line === 'text-start')).toHaveLength(2)
  })

  it('on an empty part are kept without visible text', () => {
    const output = play([chunk([{ text: '', thoughtSignature: 'A==' }]), chunk([call('pay', 'c1', { thoughtSignature: 'B==' })], stop)])
    expect(metadata(output)).toEqual([
      'text-end {"google":{"thoughtSignature":"A=="}}',
      'tool-input-start {"google":{"callId":"c1","thoughtSignature":"B=="}}',
      'tool-input-available {"google":{"callId":"c1","thoughtSignature":"B=="}}',
    ])
    expect(lintStream(output)).toEqual([])
  })

  it('and all parts go back verbatim, by step', () => {
    const converter = createConverter({ newId: countingIds() })
    const parts = [
      { text: 'Let me' },
      { text: ' see.' },
      { text: '', thoughtSignature: 'A==' },
      call('pay', undefined, { thoughtSignature: 'B==' }),
    ]
    for (const part of parts) converter.push(chunk([part]))
    converter.push({ type: 'call-settled', toolCallId: 'call-1', outcome: { kind: 'result', output: 1 } })
    converter.push(chunk([{ text: 'Paid.' }], stop))
    expect(converter.modelContents('message-1')).toEqual([
      { role: 'model', step: 1, parts: [{ text: 'Let me see.' }, parts[2], parts[3]] },
      { role: 'model', step: 2, parts: [{ text: 'Paid.' }] },
    ])
  })
})

describe('other content of an answer', () => {
  it('pages of a search become sources, once per address', () => {
    const grounding = (uri: string) => ({
      groundingMetadata: { groundingChunks: [{ web: { uri, title: 't' } }, { web: { uri: 'https://b.example' } }, { web: {} }, 5] },
    })
    const output = play([
      chunk([{ text: 'a' }], grounding('https://a.example')),
      chunk([{ text: 'b' }], { ...stop, ...grounding('https://a.example') }),
    ])
    expect(output.flatMap(({ chunk }) => (chunk.type === 'source-url' ? [[chunk.url, chunk.title]] : []))).toEqual([
      ['https://a.example', 't'],
      ['https://b.example', undefined],
    ])
    expect(sketchModel(output).filter((line) => line === 'text-start')).toHaveLength(1)
  })

  it('an error ends the answer: the rest of its stream makes no second, empty one', () => {
    const chunk = (more: object): ConverterInput => ({ type: 'text', chunk: { responseId: 'r1', ...more } })
    const half = chunk({ candidates: [{ content: { parts: [{ text: 'Half' }] } }] })
    const stop = { candidates: [{ content: { parts: [{ text: '' }] }, finishReason: 'STOP' }] }
    const output = play([half, chunk({ error: { message: 'overloaded' } }), chunk(stop), chunk({ ...stop, responseId: undefined })])
    expect(lintStream(output)).toEqual([])
    expect(output.map(({ chunk: { type } }) => type).slice(-4)).toEqual(['text-end', 'error', 'finish-step', 'finish'])
    const again = play([half, chunk({ error: { message: 'overloaded' } }), chunk({ ...stop, responseId: 'r2' })])
    expect(again.at(-1)?.chunk).toMatchObject({ type: 'finish', finishReason: 'stop' })
  })

  it('a further error of an answer that broke off is counted and makes no second message; one of another answer does', () => {
    const broken = (responseId: string | undefined): ConverterInput => ({
      type: 'text',
      chunk: { responseId, error: { message: 'overloaded' } },
    })
    const messages = (...inputs: readonly ConverterInput[]) => {
      const output = play(inputs)
      expect(lintStream(output)).toEqual([])
      return output.filter(({ chunk }) => chunk.type === 'error').length
    }
    expect(messages(broken('r1'), broken('r1'), broken(undefined))).toBe(1)
    expect(messages(broken(undefined), broken(undefined))).toBe(1)
    expect(messages(broken('r1'), broken('r2'))).toBe(2)
    expect(messages(broken('r1'), { type: 'user-text', text: 'Again.' }, broken('r1'))).toBe(2)
  })

  it('an image that was made while thinking says so, in addition to its signature', () => {
    const picture = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }
    const parts = [{ ...picture, thought: true }, { ...picture, thought: true, thoughtSignature: 'S==' }, picture]
    const output = play([{ type: 'text', chunk: { candidates: [{ content: { parts } }] } }])
    expect(output.flatMap(({ chunk }) => (chunk.type === 'file' ? [chunk.providerMetadata] : []))).toEqual([
      { google: { thought: true } },
      { google: { thought: true, thoughtSignature: 'S==' } },
      undefined,
    ])
  })

  it('images and sound that is not PCM become files; PCM becomes sound', () => {
    const inline = (mimeType: string, data: string) => ({ inlineData: { mimeType, data } })
    const output = play([
      chunk(
        [inline('image/png', 'iVBORw0KGgo='), inline('audio/mpeg', '//uQZA=='), inline('audio/L16;codec=pcm;rate=16000', 'AQACAA==')],
        stop,
      ),
    ])
    expect(output.flatMap(({ chunk }) => (chunk.type === 'file' ? [[chunk.mediaType, chunk.url]] : []))).toEqual([
      ['image/png', 'data:image/png;base64,iVBORw0KGgo='],
      ['audio/mpeg', 'data:audio/mpeg;base64,//uQZA=='],
    ])
    expect(output.flatMap(({ chunk }) => (chunk.type === 'data-pcm' ? [chunk.data.sampleRate] : []))).toEqual([16_000])
  })
})
