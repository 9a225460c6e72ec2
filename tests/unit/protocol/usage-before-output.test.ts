import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { type Happening, live, play } from '../../support/converter-script'

const counts = (usageMetadata: object) => live.frame({ usageMetadata })
const textChunk = (text: string, more: object = {}): Happening => ({
  type: 'text',
  chunk: { candidates: [{ content: { parts: [{ text }] }, ...more }], responseId: 'r1' },
})
const usages = (output: readonly PlacedChunk[]) =>
  output
    .reduce(foldChunk, emptyThread())
    .messages.filter(({ role }) => role === 'assistant')
    .map(({ metadata }) => metadata?.usage)

describe('token counts', () => {
  it('that come before the first output are kept, and later ones complete them', () => {
    const output = play([counts({ promptTokenCount: 812 }), live.said('Hi.'), counts({ responseTokenCount: 53 }), live.complete()])
    expect(usages(output)).toEqual([{ inputTokens: 812, outputTokens: 53 }])
  })

  it('that come before the first output of the next answer do not affect the previous one', () => {
    const first = [live.heard('One?'), live.said('One.'), counts({ promptTokenCount: 10, responseTokenCount: 2 }), live.complete()]
    const next = [counts({ promptTokenCount: 20 }), live.said('Two.'), live.complete({}), counts({ responseTokenCount: 3 })]
    expect(usages(play([...first, ...next])).at(0)).toEqual({ inputTokens: 10, outputTokens: 2 })
    expect(usages(play([...first, ...next])).at(1)).toMatchObject({ inputTokens: 20 })
  })

  it('that come late belong to the previous answer, even if the next question has begun', () => {
    const first = [{ type: 'user-speech-start' } as const, live.said('One.'), live.complete(), { type: 'user-speech-start' } as const]
    const late = [
      counts({ promptTokenCount: 10, responseTokenCount: 2 }),
      counts({ promptTokenCount: 30 }),
      live.said('Two.'),
      live.complete(),
    ]
    expect(usages(play([...first, ...late])).at(-1)).toEqual({ inputTokens: 30 })
  })

  it('are not removed by a frame that leaves them out, or contains zero or nothing', () => {
    const later = [{ responseTokenCount: 5 }, { promptTokenCount: 0 }, { promptTokensDetails: [] }, { totalTokenCount: null }]
    const details = [{ modality: 'AUDIO', tokenCount: 812 }]
    const first = counts({ promptTokenCount: 812, totalTokenCount: 812, promptTokensDetails: details })
    fc.assert(
      fc.property(fc.shuffledSubarray(later, { minLength: 4 }), (order) => {
        const output = play([first, live.said('Hi.'), ...order.map(counts), live.complete()])
        expect(usages(output)).toEqual([{ inputTokens: 812, outputTokens: 5, totalTokens: 817, promptTokensDetails: details }])
      }),
    )
  })

  it('of streamed text may be in a chunk of their own, before the text or after it', () => {
    const only = (usageMetadata: object, responseId?: string): Happening => ({ type: 'text', chunk: { usageMetadata, responseId } })
    const stopped = textChunk('Hi.', { finishReason: 'STOP' })
    expect(usages(play([only({ promptTokenCount: 7 }), stopped, only({ candidatesTokenCount: 2 })]))).toEqual([
      { inputTokens: 7, outputTokens: 2 },
    ])
    const second: Happening = { type: 'text', chunk: { candidates: [{ content: { parts: [{ text: 'Two.' }] } }], responseId: 'r2' } }
    const two = play([only({ promptTokenCount: 7 }), stopped, only({ promptTokenCount: 9 }, 'r2'), second])
    expect(usages(two)).toEqual([{ inputTokens: 7 }, { inputTokens: 9 }])
  })
})
