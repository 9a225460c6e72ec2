import type { SheetChoices } from '../../../shared/data/import-choices'
import { type Message, messageOf } from '../../../shared/messages/message'

/** Names that a note has at the most. */
const MOST_NAMED = 10

/** What was found while a table was read; lines are counted from 1. */
export interface Findings {
  /** rows above the table */
  readonly above: number
  /** whether the user chose that the first row has the names, or that it has not; null: it was detected */
  readonly header: boolean | null
  /** names of columns whose kind the user chose, and values in them that are of another */
  readonly chosen: string[]
  unlike: number
  firstUnlike: number
}

/** A table that was read. `rows`: null where it has none below its header. */
export interface ReadTable {
  readonly name: string
  readonly rows: number | null
  readonly findings: Findings
}

/** Nothing was found yet. `above`: rows above the table; null where there is no table. */
export function createFindings({ header }: SheetChoices, above: number | null): Findings {
  return { above: above ?? 0, header: above === null ? null : header, chosen: [], unlike: 0, firstUnlike: 0 }
}

/** What was chosen and what was left out; with the name of the table where there are several. `leftOut`: sheets that were not wanted. */
export function notesOfTables(tables: readonly ReadTable[], leftOut: readonly string[]): readonly Message[] {
  const isOne = tables.length === 1
  const empty = tables.flatMap(({ name, rows }) => (rows === null ? [name] : []))
  return [
    ...(leftOut.length > 0 ? [messageOf('table-note-left-out', { sheets: listOf(leftOut) })] : []),
    ...(empty.length > 0 ? [messageOf('table-note-no-rows', { sheets: listOf(empty) })] : []),
    ...tables.flatMap(({ name, findings }) =>
      notesOf(findings).map((note) => (isOne ? note : messageOf('table-note-sheet', { sheet: name, note }))),
    ),
  ]
}

function notesOf({ above, header, chosen, unlike, firstUnlike }: Findings): readonly Message[] {
  const notes: Message[] = []
  if (header !== null) notes.push(messageOf(header ? 'csv-note-header' : 'csv-note-no-header'))
  if (above > 0) notes.push(messageOf('csv-note-above', { lines: above }))
  if (chosen.length > 0) notes.push(messageOf('csv-note-chosen', { columns: listOf(chosen) }))
  if (unlike > 0) notes.push(messageOf('csv-note-unlike', { values: unlike, line: firstUnlike }))
  return notes
}

function listOf(names: readonly string[]): string {
  return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])].join(', ')
}
