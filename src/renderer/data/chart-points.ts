import type { ArtifactColumn, Cell } from '../../shared/data/artifact'
import { cellText, plainCell } from './cell-text'
import type { ChartKind, ChartPlan } from './chart-plan'

/** One point: its label below, its horizontal place, and its value. */
export interface ChartPoint {
  readonly label: string
  readonly x: number
  readonly y: number
}

/** Most points that are drawn; more would not be visible in this space. */
const MOST: Readonly<Record<ChartKind, number>> = { bar: 60, line: 5_000, scatter: 5_000 }

/** The content of a chart. */
export interface ChartPoints {
  readonly points: readonly ChartPoint[]
  /** rows without a number, or without a horizontal place */
  readonly left: number
  /** rows that were not read */
  readonly beyond: number
}

/** Reads the points of a plan from rows; bars are in the order of the rows. */
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

/** Above this, the distance between two values is not a number any more. */
const LARGEST = 1e300

function numberOf(cell: Cell): number | null {
  if (cell === null || (typeof cell === 'object' && 'bytes' in cell)) return null
  const text = plainCell(cell)
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Math.abs(value) <= LARGEST ? value : null
}

/** ms since the epoch, from a date with or without a time of day; a time without a zone is taken as UTC. */
function momentOf(cell: Cell): number | null {
  if (typeof cell !== 'string') return null
  const text = cell.trim().replace(' ', 'T')
  const value = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) || text.length <= 10 ? text : `${text}Z`)
  return Number.isNaN(value) ? null : value
}
