import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUsageTotals } from '../../../src/main/conversations/usage-totals'
import { estimateCost, modelPrices, sumCosts } from '../../../src/shared/usage/prices'
import { addUsage, noTokens, sumOf, tokenUsageOf } from '../../../src/shared/usage/token-usage'

const spoken = {
  inputTokens: 522,
  outputTokens: 42,
  reasoningTokens: 136,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 332 },
    { modality: 'AUDIO', tokenCount: 165 },
  ],
  responseTokensDetails: [{ modality: 'AUDIO', tokenCount: 42 }],
}

describe('the tokens of an answer', () => {
  it('are separated by modality, and those that the details leave out are text', () => {
    expect(tokenUsageOf(spoken)).toEqual({
      input: { text: 357, audio: 165, image: 0, video: 0 },
      output: { text: 0, audio: 42, image: 0, video: 0 },
      thoughts: 136,
    })
  })

  it('come from the details of either endpoint', () => {
    const written = { outputTokens: 9, candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 7 }] }
    expect(tokenUsageOf(written)?.output).toEqual({ text: 2, audio: 0, image: 7, video: 0 })
  })

  it('are unknown if there are none', () => {
    expect([tokenUsageOf(undefined), tokenUsageOf(null)]).toEqual([null, null])
  })

  it('are counted whatever a server sends', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(spoken)), fc.jsonValue()), (usage) => {
        const counted = tokenUsageOf(JSON.parse(JSON.stringify(usage)))
        if (counted === null) throw new Error('not counted')
        for (const count of [...Object.values(counted.input), ...Object.values(counted.output), counted.thoughts])
          expect(count).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('the cost of a conversation', () => {
  it('counts sound, text and thoughts at their own prices and says of which day these are', () => {
    const usage = tokenUsageOf(spoken) ?? noTokens
    const dollars = (357 * 0.75 + 165 * 3 + 136 * 4.5 + 42 * 12) / 1_000_000
    expect(estimateCost('models/gemini-3.8-live', usage)?.dollars).toBeCloseTo(dollars, 12)
    expect(estimateCost('gemini-3.8-live', usage)?.pricesOf).toBe(modelPrices('gemini-3.8-live')?.readOn)
  })

  it('is not made up for a model with unknown prices', () => {
    expect(estimateCost('gemini-9-live', noTokens)).toBeNull()
  })
})

describe('the totals of a conversation', () => {
  const answer = { role: 'assistant' as const, parts: [] }

  it('add up the answers, the stored ones too, as every answer is charged with everything that was read for it', () => {
    const ledger = createUsageTotals([{ ...answer, id: 'old', metadata: { usage: spoken } }], () => null)
    expect(ledger.finished({ turnId: 'turn', messageId: 'new' }, { usage: spoken }, 'gemini-3.8-live')).toBe(true)
    const one = tokenUsageOf(spoken) ?? noTokens
    expect(ledger.total()).toEqual(addUsage(one, one))
    expect(sumOf(ledger.total()?.input ?? noTokens.input)).toBe(1044)
  })

  it('use the last counts of an answer, even if they come after its end', () => {
    let late = {}
    const ledger = createUsageTotals([], () => late)
    expect([ledger.finished({ turnId: 'turn', messageId: 'one' }, {}, 'gemini-3.8-live'), ledger.total()]).toEqual([false, null])
    late = spoken
    const cost = expect.objectContaining({ model: 'gemini-3.8-live' })
    expect(ledger.received({ serverContent: {} })).toBeNull()
    expect(ledger.received({ usageMetadata: {} })).toEqual({ turnId: 'turn', messageId: 'one', metadata: { usage: spoken, cost } })
    expect(ledger.received({ usageMetadata: {} })).toBeNull()
    expect(ledger.total()?.thoughts).toBe(136)
    expect(ledger.cost()).toEqual(estimateCost('gemini-3.8-live', tokenUsageOf(spoken) ?? noTokens))
  })

  it('keep the cost of each answer at its time, and never make up that of one stored before', () => {
    const cost = { model: 'gemini-3.8-flash', currency: 'USD', amount: 0.25, pricesOf: '2026-01-01' }
    const old = { ...answer, id: 'old', metadata: { usage: spoken } }
    const both = createUsageTotals([{ ...answer, id: 'fixed', metadata: { usage: spoken, cost } }, old], () => null)
    expect(both.cost()).toEqual({ dollars: 0.25, pricesOf: '2026-01-01', partial: true })
    expect(createUsageTotals([old], () => null).cost()).toBeNull()
  })

  it('are those of all answers of a long thread, and one that was stored without a cost leaves them partial', () => {
    const cost = { model: 'gemini-3.8-flash', currency: 'USD', amount: 0.25, pricesOf: '2026-01-01' }
    const thread = Array.from({ length: 500 }, (_, index) => ({
      ...answer,
      id: `answer-${index}`,
      metadata: index === 7 ? { usage: spoken } : { usage: spoken, cost },
    }))
    const totals = createUsageTotals(thread, () => null)
    expect(sumOf(totals.total()?.input ?? noTokens.input)).toBe(500 * 522)
    expect(totals.cost()).toEqual({ dollars: 499 * 0.25, pricesOf: '2026-01-01', partial: true })
    expect(totals.finished({ turnId: 'turn', messageId: 'answer-499' }, { usage: spoken, cost }, 'gemini-3.8-flash')).toBe(false)
  })

  it('never count an answer with unknown prices as free', () => {
    const unknown = { model: 'gemini-9', currency: 'USD', amount: null, pricesOf: null }
    const ledger = createUsageTotals([{ ...answer, id: 'unknown', metadata: { usage: spoken, cost: unknown } }], () => null)
    expect(ledger.cost()).toBeNull()
    expect(sumCosts([null, { dollars: 1, pricesOf: '2026-09-20' }])).toEqual({ dollars: 1, pricesOf: '2026-09-20', partial: true })
  })

  it('are unknown for a conversation whose answers have no counts', () => {
    expect(createUsageTotals([{ ...answer, id: 'old' }], () => null).total()).toBeNull()
  })
})
