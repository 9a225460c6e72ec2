import type { ColumnType } from '../../shared/data/artifact'
import type { ChartKind } from './chart-plan'
import type { ChartPoint } from './chart-points'
import { axisNumber, type ChartTranslator, momentText, niceTicks } from './chart-scale'

/** The role of a mark, which determines its colour. */
export type Tone = 'grid' | 'axis' | 'mark' | 'quiet' | 'label' | 'strong'

/** A shape of a chart, in pixels; page and image export draw the same. */
export type Mark =
  | { readonly kind: 'line'; readonly tone: Tone; readonly points: readonly (readonly [number, number])[]; readonly width: number }
  | {
      readonly kind: 'bar'
      readonly tone: Tone
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly tip: string
    }
  | { readonly kind: 'dot'; readonly tone: Tone; readonly x: number; readonly y: number; readonly radius: number; readonly tip: string }
  | {
      readonly kind: 'text'
      readonly tone: Tone
      readonly x: number
      readonly y: number
      readonly text: string
      readonly anchor: 'start' | 'middle' | 'end'
    }

/** The content of a chart, and its size. `letter` is the height of the text. */
export interface ChartShape {
  readonly kind: ChartKind
  readonly points: readonly ChartPoint[]
  /** type of the horizontal axis */
  readonly type: ColumnType
  readonly width: number
  readonly height: number
  readonly letter: number
  readonly i18n: ChartTranslator
}

/** The approximate width of a text: exact measures would differ between page and image. */
const widthOf = (text: string, letter: number) => [...text].reduce((sum, one) => sum + (one >= '\u1100' ? letter : letter * 0.68), 0)

/** Lays out a chart: values on the left, categories below, a label on the highest. */
export function chartMarks({ kind, points, type, width, height, letter, i18n }: ChartShape): readonly Mark[] {
  const heights = points.map(({ y }) => y)
  // bars begin at zero; a line or scatter plot may begin anywhere
  const least = kind === 'scatter' ? Math.min(...heights) : Math.min(0, ...heights)
  const most = kind === 'scatter' ? Math.max(...heights) : Math.max(0, ...heights)
  const ticks = niceTicks(least, most, Math.max(2, Math.floor(height / (letter * 4))))
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const names = ticks.map((tick) => axisNumber(tick, i18n))
  const left = Math.ceil(Math.max(...names.map((name) => widthOf(name, letter)))) + letter
  const [top, bottom] = [letter * 1.8, height - letter * 1.9]
  const right = width - letter
  const down = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top)

  const marks: Mark[] = []
  for (const [index, tick] of ticks.entries()) {
    const y = down(tick)
    marks.push({
      kind: 'line',
      tone: tick === 0 || index === 0 ? 'axis' : 'grid',
      width: 1,
      points: [
        [left, y],
        [right, y],
      ],
    })
    marks.push({ kind: 'text', tone: 'label', x: left - letter * 0.6, y: y + letter * 0.35, text: names[index] ?? '', anchor: 'end' })
  }
  const highest = heights.indexOf(Math.max(...heights))
  if (kind === 'bar') {
    const band = (right - left) / Math.max(1, points.length)
    const bar = Math.max(1, Math.min(band * 0.68, letter * 5))
    const middles = points.map((_, index) => left + band * (index + 0.5))
    for (const [index, { label, y }] of points.entries()) {
      const [from, to] = [down(Math.max(0, y)), down(Math.min(0, y))]
      const x = (middles[index] ?? 0) - bar / 2
      marks.push({
        kind: 'bar',
        tone: index === highest ? 'mark' : 'quiet',
        x,
        y: from,
        width: bar,
        height: Math.max(1, to - from),
        tip: `${label}: ${y}`,
      })
    }
    marks.push(...belowBars(shortDays(points, type, i18n), middles, band, height - letter * 0.5, letter, [0, width]))
    marks.push(...saying(points[highest], middles[highest] ?? 0, down(points[highest]?.y ?? 0) - letter * 0.5, letter, i18n, [0, width]))
    return marks
  }

  const places = points.map(({ x }) => x)
  const [begin, end] = [Math.min(...places), Math.max(...places)]
  const span = end - begin || 1
  const along = (value: number) => left + letter + ((value - begin) / span) * (right - left - 2 * letter)
  if (kind === 'line') {
    marks.push({ kind: 'line', tone: 'mark', width: 2, points: points.map(({ x, y }) => [along(x), down(y)]) })
  }
  if (kind === 'scatter' || points.length <= 80) {
    const radius = kind === 'scatter' ? 3.5 : 3
    for (const { label, x, y } of points) marks.push({ kind: 'dot', tone: 'mark', x: along(x), y: down(y), radius, tip: `${label}: ${y}` })
  }
  const moments = type === 'date' || type === 'time'
  const count = Math.max(1, Math.floor((right - left) / (letter * 8)))
  const steps = Array.from({ length: count + 1 }, (_, index) => begin + (span / count) * index)
  let free = 0
  for (const step of points.length === 1 ? [begin] : steps) {
    const text = moments ? momentText(step, span, i18n) : axisNumber(Number(step.toPrecision(3)), i18n)
    const x = along(step)
    const half = widthOf(text, letter) / 2
    if (x - half < free || x + half > width) continue
    free = x + half + letter
    marks.push({ kind: 'text', tone: 'label', x, y: height - letter * 0.5, text, anchor: 'middle' })
  }
  if (kind === 'line')
    marks.push(
      ...saying(points[highest], along(points[highest]?.x ?? 0), down(points[highest]?.y ?? 0) - letter * 0.7, letter, i18n, [0, width]),
    )
  return marks
}

/** Short dates: the table shows the year. */
function shortDays(points: readonly ChartPoint[], type: ColumnType, i18n: ChartTranslator): readonly ChartPoint[] {
  if (type !== 'date') return points
  const days = points.map(({ label }) => Date.parse(label))
  if (days.some(Number.isNaN)) return points
  const span = Math.max(...days) - Math.min(...days)
  return points.map((point, index) => ({ ...point, label: momentText(days[index] ?? 0, Math.max(span, 3 * 86_400_000), i18n) }))
}

/** Labels below the bars, as many as fit. */
function belowBars(
  points: readonly ChartPoint[],
  middles: readonly number[],
  band: number,
  y: number,
  letter: number,
  [from, to]: readonly [number, number],
): readonly Mark[] {
  const marks: Mark[] = []
  let free = from
  for (const [index, { label }] of points.entries()) {
    const x = middles[index] ?? 0
    const text = shortened(label, Math.max(band - letter, letter * 6), letter)
    const half = widthOf(text, letter) / 2
    if (x - half < free || x + half > to) continue
    free = x + half + letter
    marks.push({ kind: 'text', tone: 'label', x, y, text, anchor: 'middle' })
  }
  return marks
}

function shortened(label: string, room: number, letter: number): string {
  if (widthOf(label, letter) <= room) return label
  const letters = [...label]
  while (letters.length > 1 && widthOf(`${letters.join('')}…`, letter) > room) letters.pop()
  return `${letters.join('')}…`
}

function saying(
  point: ChartPoint | undefined,
  x: number,
  y: number,
  letter: number,
  i18n: ChartTranslator,
  [from, to]: readonly [number, number],
): readonly Mark[] {
  if (point === undefined) return []
  const text = axisNumber(point.y, i18n)
  const half = widthOf(text, letter) / 2
  return [{ kind: 'text', tone: 'strong', x: Math.min(to - half, Math.max(from + half, x)), y, text, anchor: 'middle' }]
}
