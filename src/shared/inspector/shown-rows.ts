import type { Inspection } from './inspection'
import type { ChunkRow, WireRow } from './rows'

/** The frame filters, as the toolbar names them. */
export const frameFilters = ['all', 'sent', 'received', 'tools', 'audio'] as const
export type FrameFilter = (typeof frameFilters)[number]

/** The user's filters. */
export interface Wanted {
  readonly filter: FrameFilter
  readonly words: string
  /** null: all turns */
  readonly turn: number | null
}

/** The rows to show, in order, and the number of frames of each kind in the chosen turn. */
export interface ShownRows {
  readonly wire: readonly WireRow[]
  readonly chunks: readonly ChunkRow[]
  readonly counts: Readonly<Record<FrameFilter, number>>
}

const FITS: Readonly<Record<FrameFilter, (row: WireRow) => boolean>> = {
  all: () => true,
  sent: ({ direction }) => direction === 'sent',
  received: ({ direction }) => direction === 'received',
  tools: ({ tools }) => tools,
  audio: ({ audio }) => audio,
}

/** How many characters of a frame are searched: a longer text is sound or an image. */
const SEARCHED = 4000
const searched = new WeakMap<WireRow, { readonly count: number; readonly text: string }>()

/**
 * The rows that match. Chunk rows match if their frame is shown; without a filter, so do those that the app itself
 * made.
 */
export function shownRows(inspection: Inspection, { filter, words, turn }: Wanted): ShownRows {
  const ofTurn = turn === null ? inspection.wire : inspection.wire.filter((row) => row.turn === turn)
  const counts: Record<FrameFilter, number> = { all: 0, sent: 0, received: 0, tools: 0, audio: 0 }
  for (const row of ofTurn) for (const name of frameFilters) if (FITS[name](row)) counts[name] += 1
  const terms = words
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '')
  const wire = ofTurn.filter((row) => FITS[filter](row) && (terms.length === 0 || holds(inspection, row, terms)))
  const chunksOfTurn = turn === null ? inspection.chunks : inspection.chunks.filter((chunk) => chunk.turn === turn)
  if (filter === 'all' && terms.length === 0) return { wire, chunks: chunksOfTurn, counts }
  const places = new Set(wire.map(({ place }) => place))
  return { wire, chunks: chunksOfTurn.filter((chunk) => chunk.wire !== null && places.has(chunk.wire)), counts }
}

function holds(inspection: Inspection, row: WireRow, terms: readonly string[]): boolean {
  const known = searched.get(row)
  if (known?.count === row.count) return terms.every((term) => known.text.includes(term))
  const [event] = inspection.eventsOf(row)
  const raw = event?.kind === 'frame' || event?.kind === 'server-message' ? event.text.slice(0, SEARCHED) : ''
  const text = `${row.kind} ${row.detail} ${raw}`.toLowerCase()
  searched.set(row, { count: row.count, text })
  return terms.every((term) => text.includes(term))
}
