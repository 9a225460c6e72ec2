import { describe, expect, it } from 'vitest'
import { TurnRates } from '../../../src/shared/audio/turn-rates'

const chunk = (sampleRate: number, bytes = 3200) => ({ turnId: 'turn-1', sampleRate, startSample: 0, pcm: new Uint8Array(bytes) })

describe('unplayable sound', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, 0, -24_000, 7999, 192_001])(
    'is refused at a rate of %s, whatever its conversion',
    (rate) => {
      const rates = new TurnRates()
      expect(rates.convert(chunk(rate))).toBeNull()
      expect(rates.facts('turn-1')).toBeNull()
    },
  )

  it('is refused if it has half a sample or another rate than its turn, and the turn continues', () => {
    const rates = new TurnRates()
    expect(rates.convert(chunk(16_000))?.startSample).toBe(0)
    expect(rates.convert(chunk(16_000, 3201))).toBeNull()
    expect(rates.convert(chunk(24_000))).toBeNull()
    rates.convert(chunk(16_000))
    expect(rates.facts('turn-1')).toMatchObject({ sampleRate: 16_000, received: 3200 })
  })
})
