import { describe, expect, it } from 'vitest'
import { type NamedRatio, ratioOf, ratioTable, verdictOf } from '../../../bench/lib/ratios'

const ratio = (value: number, spread: number): NamedRatio => ({ bench: 'start', name: 'start against an empty window', value, spread })

describe('a ratio of a bench', () => {
  it('divides the medians, and its spread is half the middle half of both', () => {
    expect(ratioOf('start', [150, 150, 160, 140, 150], [100])).toEqual({ name: 'start', value: 1.5, spread: 0 })
    expect(ratioOf('start', [90, 100, 110, 120], [50])).toEqual({ name: 'start', value: 2.2, spread: expect.closeTo(10 / 110) })
  })

  it.each([
    [1.2, 'same'],
    [1.31, 'worse'],
    [0.7, 'better'],
  ] as const)('of %s beside 1 is %s where the rounds of both differ by a quarter', (value, verdict) => {
    expect(verdictOf(ratio(value, 0.15), ratio(1, 0.1))).toBe(verdict)
  })

  it('that no kept run has is new', () => {
    expect(verdictOf(ratio(1, 0), undefined)).toBe('new')
    expect(ratioTable([ratio(1, 0)], [])).toMatch(/\| +– \| +1 \| +± 0 % \| +new \|/)
  })

  it('that got worse is marked in the table', () => {
    expect(ratioTable([ratio(2, 0.05)], [ratio(1, 0.1)])).toContain('| **worse** |')
    expect(ratioTable([ratio(2, 0.05)], null)).not.toContain('worse')
  })
})
