import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { regionBetween, regionPixels } from '../../../src/shared/sight/region'

describe('a part of the screen', () => {
  it('is what stands between the two points of a drag, in any direction, and never outside of the picture', () => {
    const share = fc.double({ min: -2, max: 3, noNaN: true })
    const point = fc.record({ x: share, y: share })
    fc.assert(
      fc.property(point, point, fc.integer({ min: 1, max: 8000 }), fc.integer({ min: 1, max: 8000 }), (one, other, width, height) => {
        const region = regionBetween(one, other)
        expect(regionBetween(other, one)).toEqual(region)
        if (region === null) return
        const pixels = regionPixels(region, width, height)
        expect(pixels.width).toBeGreaterThanOrEqual(1)
        expect(pixels.height).toBeGreaterThanOrEqual(1)
        expect(pixels.x).toBeGreaterThanOrEqual(0)
        expect(pixels.y).toBeGreaterThanOrEqual(0)
        expect(pixels.x + pixels.width).toBeLessThanOrEqual(width)
        expect(pixels.y + pixels.height).toBeLessThanOrEqual(height)
      }),
    )
  })

  it('of a click is none', () => {
    expect(regionBetween({ x: 0.5, y: 0.5 }, { x: 0.505, y: 0.9 })).toBeNull()
  })
})
