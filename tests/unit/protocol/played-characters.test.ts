import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { playedCharacters } from '../../../src/shared/protocol/played-characters'
import { live, play } from '../../support/converter-script'

const words = fc.constantFrom('Hello ', 'ありがとうございます。', 'が', 'が', '👍', '👩‍👩‍👧‍👦', '🇯🇵', '𠮷野家', 'é', ' ', '\n', 'x')
const text = fc.oneof(
  fc.array(words, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const samples = fc.oneof(fc.nat({ max: 400 }), fc.nat({ max: 2 ** 40 }))

describe('the played part of an answer', () => {
  it('lies within the text, and is never less for a later position', () => {
    fc.assert(
      fc.property(text, samples, samples, samples, (said, total, left, right) => {
        const [earlier, later] = left < right ? [left, right] : [right, left]
        const before = playedCharacters(said, earlier, total)
        const after = playedCharacters(said, later, total)
        expect(before).toBeGreaterThanOrEqual(0)
        expect(before).toBeLessThanOrEqual(after)
        expect(after).toBeLessThanOrEqual(said.length)
      }),
      { numRuns: 3000 },
    )
  })

  it('is the whole text if everything was played or there was no sound, and empty before the first sample', () => {
    fc.assert(
      fc.property(text, samples, samples, (said, total, beyond) => {
        expect(playedCharacters(said, total + beyond, total)).toBe(said.length)
        expect(playedCharacters(said, beyond, 0)).toBe(said.length)
        expect(playedCharacters(said, 0, total + 1)).toBe(0)
      }),
    )
  })

  it('never ends inside a character, however many units it has', () => {
    const characters = new Intl.Segmenter('ja', { granularity: 'grapheme' })
    fc.assert(
      fc.property(text, samples, samples, (said, played, total) => {
        const cut = playedCharacters(said, played, total)
        expect([...characters.segment(said)].map(({ index }) => index).concat(said.length)).toContain(cut)
      }),
      { numRuns: 3000 },
    )
  })

  it('differs from the played share of the sound by less than one character', () => {
    expect(playedCharacters('今日は晴れです。', 50, 100)).toBe(4)
    expect(playedCharacters('👍👍👍👍', 25, 100)).toBe(2)
    expect(playedCharacters('👍👍', 25, 100)).toBe(0)
    expect(playedCharacters('👩‍👩‍👧‍👦!', 50, 100)).toBe(0)
  })

  it('accepts any sound position', () => {
    for (const odd of [Number.NaN, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(playedCharacters('four', odd, 100)).toBe(odd === Number.POSITIVE_INFINITY ? 4 : 0)
      expect(playedCharacters('four', 1, odd)).toBe(odd === Number.POSITIVE_INFINITY ? 0 : 4)
    }
  })
})

describe('an interrupted message', () => {
  const heardOf = (output: readonly PlacedChunk[]) => output.flatMap(({ chunk }) => (chunk.type === 'data-interrupted' ? [chunk.data] : []))

  it('separates played from unplayed over all its texts, to the last played sample', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), fc.nat({ max: 300 }), fc.boolean(), (pieces, played, byApp) => {
        const speech = pieces.flatMap((piece) => [live.audio(20), live.said(piece)])
        const cut = byApp ? ({ type: 'interrupted' } as const) : live.interrupted()
        const output = play([live.heard('Hi.'), ...speech, { type: 'played-now', samples: played }, cut, live.complete()])
        const answer = output.reduce(foldChunk, emptyThread()).messages.find(({ role }) => role === 'assistant')
        const said = (answer?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
        const total = pieces.length * 20
        const heardSamples = Math.min(played, total)
        expect(heardOf(output)).toEqual([
          { heardSamples, totalSamples: total, playedCharacters: playedCharacters(said, heardSamples, total) },
        ])
      }),
      { numRuns: 300 },
    )
  })

  it('ignores positions that go backwards, are not numbers, or belong to another turn', () => {
    const output = play([
      live.heard('Hi.'),
      live.audio(100),
      live.said('0123456789'),
      { type: 'played-now', samples: 50 },
      { type: 'played-now', samples: 20 },
      { type: 'played-now', samples: Number.NaN },
      { type: 'played-now', samples: Number.POSITIVE_INFINITY },
      { type: 'played', turnId: 'nobody', samples: 90 },
      live.interrupted(),
    ])
    expect(heardOf(output)).toEqual([{ heardSamples: 50, totalSamples: 100, playedCharacters: 5 }])
  })
})
