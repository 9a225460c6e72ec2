import type { ArtifactColumn, Cell } from '../../shared/data/artifact'
import { cellText, plainCell } from './cell-text'
import type { ChartKind, ChartPlan } from './chart-plan'

/** One point: how it is called below, where it stands there, and how high. */
export interface ChartPoint {
  readonly label: string
  readonly x: number
  readonly y: number
}

/** Most points that are drawn; more say nothing more in so little room. */
const MOST: Readonly<Record<ChartKind, number>> = { bar: 60, line: 5_000, scatter: 5_000 }

/** What a chart shows of the rows. */
export interface ChartPoints {
  readonly points: readonly ChartPoint[]
  /** rows that have no number there, or no place below */
  readonly left: number
  /** rows that were not looked at */
  readonly beyond: number
}

/** Reads the points of a plan out of rows; bars stand side by side in the order of the rows. */
export function chartPoints(
  { kind, x, y }: ChartPlan,
  columns: readonly ArtifactColumn[],
  rows: readonly (readonly Cell[])[],
  total: number,
): ChartPoints {
  const type = columns[x]?.type ?? 'empty'
  const looked = rows.slice(0, MOST[kind])
  const points: ChartPoint[] = []
  for (const row of looked) {
    const below = row[x] ?? null
    const height = numberOf(row[y] ?? null)
    const place = kind === 'bar' ? points.length : type === 'date' || type === 'time' ? momentOf(below) : numberOf(below)
    if (height === null || place === null) continue
    points.push({ label: below === null ? '–' : cellText(below), x: place, y: height })
  }
  if (kind === 'line') points.sort((left, right) => left.x - right.x)
  return { points, left: looked.length - points.length, beyond: Math.max(0, total - looked.length) }
}

/** Beyond it the room between two values is no number any more. */
const LARGEST = 1e300

function numberOf(cell: Cell): number | null {
  if (cell === null || (typeof cell === 'object' && 'bytes' in cell)) return null
  const text = plainCell(cell)
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Math.abs(value) <= LARGEST ? value : null
}

/** ms since the epoch, of a date with or without a time of day; without a zone it is taken as it stands. */
function momentOf(cell: Cell): number | null {
  if (typeof cell !== 'string') return null
  const text = cell.trim().replace(' ', 'T')
  const value = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) || text.length <= 10 ? text : `${text}Z`)
  return Number.isNaN(value) ? null : value
}
