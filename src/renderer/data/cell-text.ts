import type { ArtifactColumn, Cell, ColumnType } from '../../shared/data/artifact'
import { makeVisible } from '../../shared/text/make-visible'

/** Longest text that a table cell shows, in UTF-16 units; a copy has all of it. */
const LONGEST = 300

/** A value on one line. Null is the empty text: a table marks it. */
export function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return plainCell(cell)
  const begin = cell.length > LONGEST ? `${cell.slice(0, LONGEST)}…` : cell
  return makeVisible(begin.replace(/\s*\r?\n\s*/g, ' ↵ ').replaceAll('\t', ' '))
}

/** A value unchanged. */
export function plainCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell)
  return 'integer' in cell ? cell.integer : `<${cell.bytes} bytes>`
}

/** Whether a column is right-aligned. */
export function isNumeric(type: ColumnType): boolean {
  return type === 'integer' || type === 'real'
}

/** Rows as text for a spreadsheet: cells separated by tabs. */
export function tabbedText(columns: readonly ArtifactColumn[], rows: readonly (readonly Cell[])[]): string {
  const cell = (text: string) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [columns.map(({ name }) => cell(name)), ...rows.map((row) => row.map((value) => cell(plainCell(value))))]
    .map((line) => line.join('\t'))
    .join('\n')
}

/** Rows as a Markdown table. */
export function markdownTable(columns: readonly ArtifactColumn[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells
      .map((text) =>
        text
          .replaceAll('\\', '\\\\')
          .replaceAll('|', '\\|')
          .replace(/\s*\r?\n\s*/g, '<br>'),
      )
      .join(' | ')} |`
  return [
    line(columns.map(({ name }) => name)),
    `|${columns.map(({ type }) => (isNumeric(type) ? '--:' : '---')).join('|')}|`,
    ...rows.map((row) => line(row.map(plainCell))),
  ].join('\n')
}
