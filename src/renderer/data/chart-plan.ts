import type { ArtifactColumn } from '../../shared/data/artifact'
import { isNumeric } from './cell-text'

export type ChartKind = 'bar' | 'line' | 'scatter'

/** The columns of a chart, by their indices, and its kind. */
export interface ChartPlan {
  readonly kind: ChartKind
  readonly x: number
  readonly y: number
}

/** Columns that can be the horizontal and the vertical axis, by their indices. */
export interface ChartChoices {
  readonly below: readonly number[]
  readonly beside: readonly number[]
}

/** With more days than this, a line is easier to read. */
const MOST_BARS_OF_DAYS = 31

const isMoment = ({ type }: ArtifactColumn) => type === 'date' || type === 'time'
/** a number that identifies something instead of counting it */
const isName = ({ name, type }: ArtifactColumn) => type === 'integer' && /(^|_)(id|no|number|year|month|day)$/i.test(name)

/** Whether a title contains a column's name as words, such as `net_sales` in “Net sales by month”. */
function isNamed(column: string, title: string): boolean {
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim()} `
  return column.trim() !== '' && words(title).includes(words(column))
}

export function chartChoices(columns: readonly ArtifactColumn[]): ChartChoices {
  const places = [...columns.keys()]
  const beside = places.filter((place) => isNumeric(columns[place]?.type ?? 'empty'))
  const below = places.filter((place) => !['bytes', 'empty'].includes(columns[place]?.type ?? 'empty'))
  return { below, beside }
}

/** The kinds of chart that suit these two columns. */
export function kindsFor(columns: readonly ArtifactColumn[], x: number): readonly ChartKind[] {
  const below = columns[x]
  if (below === undefined) return []
  if (isMoment(below)) return ['line', 'bar', 'scatter']
  return isNumeric(below.type) ? ['scatter', 'line', 'bar'] : ['bar']
}

/**
 * The chart that suits the column types best; null if there is nothing to draw: no number, or nothing to plot it
 * against. Of several numbers it shows the one that the result's title names.
 */
export function planChart(columns: readonly ArtifactColumn[], rows = 0, title = ''): ChartPlan | null {
  const numbers = [...columns.keys()].filter((place) => isNumeric(columns[place]?.type ?? 'empty'))
  const said = numbers.filter((place) => !isName(columns[place] ?? { name: '', type: 'empty' }))
  const pick = (among: readonly number[], not: number | undefined) => among.find((place) => place !== not)
  const moment = columns.findIndex(isMoment)
  const named = said.find((place) => isNamed(columns[place]?.name ?? '', title))
  const y = named ?? pick(said, undefined) ?? pick(numbers, undefined)
  if (y === undefined) return null
  if (moment >= 0) return { kind: rows > 0 && rows <= MOST_BARS_OF_DAYS ? 'bar' : 'line', x: moment, y }
  const label = columns.findIndex(({ type }) => type === 'text' || type === 'mixed')
  if (label >= 0) return { kind: 'bar', x: label, y }
  const name = numbers.find((place) => place !== y && isName(columns[place] ?? { name: '', type: 'empty' }))
  if (name !== undefined) return { kind: 'bar', x: name, y }
  const other = pick(said, y)
  return other === undefined ? null : { kind: 'scatter', x: y, y: other }
}
