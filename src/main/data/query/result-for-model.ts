import type { Artifact, Cell } from '../../../shared/data/artifact'
import { charactersToModel, columnsToModel, rowsToModel } from '../../../shared/data/limits'
import { firstCharacters } from '../../../shared/text/first-characters'
import type { QueryResult } from '../../../shared/tools/query-result'

/** The longest text that the model sees, and less with many columns, so that one row always fits. */
const LONGEST_TEXT = 1_000
const LONGEST_NAME = 60

/** The result for the model: as many of the first rows and columns as it may see. */
export function resultForModel(artifact: Artifact, head: readonly (readonly Cell[])[]): QueryResult {
  const { columns } = artifact
  const shownColumns = columns.slice(0, columnsToModel).map(({ name, type }) => ({ name: firstCharacters(name, LONGEST_NAME), type }))
  const longest = Math.min(LONGEST_TEXT, Math.floor(charactersToModel / Math.max(1, shownColumns.length)) - 8)
  const rows: Cell[][] = []
  let characters = 0
  let cut = false
  for (const whole of head.slice(0, rowsToModel)) {
    const row = whole.slice(0, columnsToModel).map((cell) => (typeof cell === 'string' ? firstCharacters(cell, longest) : cell))
    characters += JSON.stringify(row).length
    if (characters > charactersToModel) break
    cut ||= row.some((cell, index) => cell !== whole[index])
    rows.push(row)
  }
  return {
    status: 'kept',
    artifactId: artifact.artifactId,
    artifact: artifact.sqlName,
    title: artifact.title,
    mode: artifact.cutBy === null ? 'full' : 'truncated',
    columns: shownColumns,
    ...(shownColumns.length < columns.length && { column_count: columns.length }),
    rows,
    rows_shown: rows.length,
    exported_row_count: artifact.rows,
    original_row_count: artifact.originalRows,
    note: noteOf(artifact, rows.length, shownColumns.length, cut),
  }
}

function noteOf({ rows, sqlName, cutBy, columns }: Artifact, shown: number, shownColumns: number, textsCut: boolean): string {
  const notes = [
    `Kept as ${sqlName}.`,
    shown === rows ? 'You see all of its rows.' : `You see ${shown} of its ${rows} rows; the user sees all of them.`,
    ...(shownColumns < columns.length ? [`You see ${shownColumns} of its ${columns.length} columns.`] : []),
    ...(textsCut ? ['Long texts end with … here; the user sees them whole.'] : []),
    ...(cutBy === null ? [] : ['There were more rows than may be kept.']),
    'Do not read out tables; say what they mean.',
  ]
  return notes.join(' ')
}
