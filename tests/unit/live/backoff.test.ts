import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffDelay, liveLimits } from '../../../src/main/models/live/backoff'

describe('the wait between attempts', () => {
  it('doubles up to the longest, and chance removes at most half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const whole = Math.min(liveLimits.firstDelayMs * 2 ** (attempt - 1), liveLimits.longestDelayMs)
        const delay = backoffDelay(attempt, random, liveLimits)
        expect(delay).toBeGreaterThanOrEqual(Math.floor(whole / 2))
        expect(delay).toBeLessThanOrEqual(whole)
      }),
    )
  })
})
