import type { ArtifactColumn } from '../../shared/data/artifact'
import { isNumeric } from './cell-text'

export type ChartKind = 'bar' | 'line' | 'scatter'

/** Which columns a chart shows, by their places, and how. */
export interface ChartPlan {
  readonly kind: ChartKind
  readonly x: number
  readonly y: number
}

/** Columns that can stand for the one below and for the one at the side, by their places. */
export interface ChartChoices {
  readonly below: readonly number[]
  readonly beside: readonly number[]
}

/** More days than this read better as a line. */
const MOST_BARS_OF_DAYS = 31

const isMoment = ({ type }: ArtifactColumn) => type === 'date' || type === 'time'
/** a number that names a thing rather than counts one */
const isName = ({ name, type }: ArtifactColumn) => type === 'integer' && /(^|_)(id|no|number|year|month|day)$/i.test(name)

export function chartChoices(columns: readonly ArtifactColumn[]): ChartChoices {
  const places = [...columns.keys()]
  const beside = places.filter((place) => isNumeric(columns[place]?.type ?? 'empty'))
  const below = places.filter((place) => !['bytes', 'empty'].includes(columns[place]?.type ?? 'empty'))
  return { below, beside }
}

/** The kinds that say something about these two columns. */
export function kindsFor(columns: readonly ArtifactColumn[], x: number): readonly ChartKind[] {
  const below = columns[x]
  if (below === undefined) return []
  if (isMoment(below)) return ['line', 'bar', 'scatter']
  return isNumeric(below.type) ? ['scatter', 'line', 'bar'] : ['bar']
}

/** The chart that fits the types best; null where there is nothing to draw: no number, or nothing to set it against. */
export function planChart(columns: readonly ArtifactColumn[], rows = 0): ChartPlan | null {
  const numbers = [...columns.keys()].filter((place) => isNumeric(columns[place]?.type ?? 'empty'))
  const said = numbers.filter((place) => !isName(columns[place] ?? { name: '', type: 'empty' }))
  const pick = (among: readonly number[], not: number | undefined) => among.find((place) => place !== not)
  const moment = columns.findIndex(isMoment)
  const y = pick(said, undefined) ?? pick(numbers, undefined)
  if (y === undefined) return null
  if (moment >= 0) return { kind: rows > 0 && rows <= MOST_BARS_OF_DAYS ? 'bar' : 'line', x: moment, y }
  const label = columns.findIndex(({ type }) => type === 'text' || type === 'mixed')
  if (label >= 0) return { kind: 'bar', x: label, y }
  const name = numbers.find((place) => place !== y && isName(columns[place] ?? { name: '', type: 'empty' }))
  if (name !== undefined) return { kind: 'bar', x: name, y }
  const other = pick(said, y)
  return other === undefined ? null : { kind: 'scatter', x: y, y: other }
}
