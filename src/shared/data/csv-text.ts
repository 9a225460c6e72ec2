import type { Cell } from './artifact'

/** How a table is written as text. */
export interface CsvStyle {
  readonly delimiter: ',' | ';' | '\t'
  /** begins the file with the mark that spreadsheets on Windows know UTF-8 by */
  readonly byteOrderMark: boolean
}

export const usualCsvStyle: CsvStyle = { delimiter: ',', byteOrderMark: true }

/** What a spreadsheet takes for a formula, also in full-width signs and behind spaces, or for the beginning of one. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** One line of RFC 4180 with its end. A text that a spreadsheet would run begins with an apostrophe; a number never does. */
export function csvLine(cells: readonly Cell[], { delimiter }: Pick<CsvStyle, 'delimiter'>): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`
}

/** What stands before the first line. */
export function csvBegin({ byteOrderMark }: CsvStyle): string {
  return byteOrderMark ? '\ufeff' : ''
}

function csvCell(cell: Cell, delimiter: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return 'integer' in cell ? cell.integer : `<${cell.bytes} bytes>`
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /["\r\n]/u.test(harmless) || harmless.includes(delimiter) || /^\s|\s$/u.test(harmless)
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}
