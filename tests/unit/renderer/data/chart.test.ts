import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartMarks } from '../../../../src/renderer/data/chart-marks'
import { chartChoices, kindsFor, planChart } from '../../../../src/renderer/data/chart-plan'
import { chartPoints } from '../../../../src/renderer/data/chart-points'
import { niceTicks } from '../../../../src/renderer/data/chart-scale'
import { createTranslator } from '../../../../src/renderer/i18n/translate'
import type { ArtifactColumn, ColumnType } from '../../../../src/shared/data/artifact'

const columns = (...types: readonly (ColumnType | [string, ColumnType])[]): readonly ArtifactColumn[] =>
  types.map((one, index) => (typeof one === 'string' ? { name: `c${index}`, type: one } : { name: one[0], type: one[1] }))

describe('the chart that suits the types', () => {
  it.each([
    ['numbers over many days are a line', columns('date', 'text', 'real'), 90, { kind: 'line', x: 0, y: 2 }],
    ['numbers over few days are bars', columns('date', 'integer'), 27, { kind: 'bar', x: 0, y: 1 }],
    ['numbers by name are bars', columns('text', 'integer'), 9, { kind: 'bar', x: 0, y: 1 }],
    ['two measures are a cloud', columns('real', 'real'), 500, { kind: 'scatter', x: 0, y: 1 }],
    ['an id is no measure', columns(['id', 'integer'], ['city', 'text'], ['sales', 'integer']), 9, { kind: 'bar', x: 1, y: 2 }],
    ['a year is what a measure is set against', columns(['year', 'integer'], ['sales', 'real']), 9, { kind: 'bar', x: 0, y: 1 }],
    ['words alone are no chart', columns('text', 'date'), 9, null],
    ['one number is no chart', columns('integer'), 1, null],
    ['bytes are no chart', columns('bytes', 'empty'), 1, null],
  ] as const)('%s', (_, given, rows, plan) => {
    expect(planChart(given, rows)).toEqual(plan)
  })

  it('shows the number that the title names', () => {
    const given = columns(['category', 'text'], ['orders', 'integer'], ['net_sales', 'real'])
    expect(planChart(given, 9, 'Net sales by category')).toEqual({ kind: 'bar', x: 0, y: 2 })
    expect(planChart(given, 9, 'Reordersing by category')).toEqual({ kind: 'bar', x: 0, y: 1 })
    expect(planChart(given, 9, 'Categories')).toEqual({ kind: 'bar', x: 0, y: 1 })
  })

  it('always draws a kind and columns that can be chosen', () => {
    const type = fc.constantFrom<ColumnType>('integer', 'real', 'text', 'date', 'time', 'bytes', 'mixed', 'empty')
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.constantFrom('id', 'day', 'sales'), type })), fc.nat(100), (given, rows) => {
        const plan = planChart(given, rows)
        if (plan === null) return
        expect(chartChoices(given).below).toContain(plan.x)
        expect(chartChoices(given).beside).toContain(plan.y)
        expect(kindsFor(given, plan.x)).toContain(plan.kind)
      }),
    )
  })
})

describe('the points of a chart', () => {
  it('leave out rows without a number, and count them and those beyond', () => {
    const rows = [
      ['a', 1],
      ['b', null],
      ['c', { integer: '9007199254740993' }],
      ['d', 'x'],
    ]
    const { points, left, beyond } = chartPoints({ kind: 'bar', x: 0, y: 1 }, columns('text', 'mixed'), rows, 1000)
    expect(points.map(({ label, y }) => [label, y])).toEqual([
      ['a', 1],
      ['c', 9007199254740992],
    ])
    expect([left, beyond]).toEqual([2, 996])
  })

  it('of a line are in the order of time, whatever the order of the rows', () => {
    const rows = [
      ['2026-11-03 10:00', 3],
      ['2026-11-01', 1],
      ['not a day', 9],
      ['2026-11-02T00:00:00Z', 2],
    ]
    const { points } = chartPoints({ kind: 'line', x: 0, y: 1 }, columns('time', 'integer'), rows, 4)
    expect(points.map(({ y }) => y)).toEqual([1, 2, 3])
  })
})

describe('the marks of a chart', () => {
  const points = fc.array(
    fc.record({
      label: fc.string(),
      x: fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
      y: fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  const kind = fc.constantFrom('bar' as const, 'line' as const, 'scatter' as const)

  it('lie inside the available space, whatever the values', () => {
    fc.assert(
      fc.property(points, kind, fc.integer({ min: 300, max: 900 }), (given, shape, width) => {
        const marks = chartMarks({
          kind: shape,
          points: given,
          type: 'integer',
          width,
          height: 196,
          letter: 11.5,
          i18n: createTranslator('en'),
        })
        const places = marks.flatMap((mark) =>
          mark.kind === 'line'
            ? mark.points
            : mark.kind === 'bar'
              ? [[mark.x, mark.y] as const, [mark.x + mark.width, mark.y + mark.height] as const]
              : [[mark.x, mark.y] as const],
        )
        for (const [x, y] of places) {
          expect(x).toBeGreaterThanOrEqual(-0.01)
          expect(x).toBeLessThanOrEqual(width + 0.01)
          expect(y).toBeGreaterThanOrEqual(-0.01)
          expect(y).toBeLessThanOrEqual(196.01)
        }
      }),
    )
  })

  it('give each bar the height of its value', () => {
    const given = [1, 2, 4].map((y, x) => ({ label: 'abc'[x] ?? '', x, y }))
    const marks = chartMarks({
      kind: 'bar',
      points: given,
      type: 'text',
      width: 400,
      height: 196,
      letter: 11.5,
      i18n: createTranslator('en'),
    })
    const heights = marks.flatMap((mark) => (mark.kind === 'bar' ? [mark.height] : []))
    expect(heights[1]).toBeCloseTo((heights[0] ?? 0) * 2)
    expect(heights[2]).toBeCloseTo((heights[0] ?? 0) * 4)
    expect(marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []))).toEqual(expect.arrayContaining(['a', 'b', 'c', '0', '4']))
  })

  it('have round numbers on the axis that include the values', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.double({ noNaN: true, min: -1e9, max: 1e9 }), (one, other) => {
        const [least, most] = [Math.min(one, other), Math.max(one, other)]
        const ticks = niceTicks(least, most, 4)
        const slack = Math.max(Math.abs(least), Math.abs(most)) * 1e-9 + 1e-200
        expect(ticks.length).toBeGreaterThan(1)
        expect(ticks.length).toBeLessThan(12)
        expect(ticks[0]).toBeLessThanOrEqual(least + slack)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most - slack)
      }),
    )
  })
})
