import type { Cell } from './artifact'

/** How a table is written as text. */
export interface CsvStyle {
  readonly delimiter: ',' | ';' | '\t'
  /** starts the file with the byte order mark by which spreadsheets on Windows recognize UTF-8 */
  readonly byteOrderMark: boolean
}

export const usualCsvStyle: CsvStyle = { delimiter: ',', byteOrderMark: true }

/** Text that a spreadsheet takes for a formula or the beginning of one, also with full-width signs and after spaces. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u
/** The same after a delimiter of another country, where it would begin a cell of its own. */
const INNER_FORMULA = /([;,\t]\s*)(?=[=+\-@＝＋－＠])/gu
/** A negative number in any country's notation: it computes nothing. */
const NEGATIVE_NUMBER = /^-\d[\d.,'’\u00a0\u202f]*(?: \d{3})*(?:[.,]\d+)?(?:[eE][+-]?\d+)?%?$/u

/**
 * One line of RFC 4180 with its end. A text that a spreadsheet would run as a formula begins with an apostrophe, also inside a
 * value after another country's delimiter; a number never does.
 */
export function csvLine(cells: readonly Cell[], { delimiter }: Pick<CsvStyle, 'delimiter'>): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`
}

/** The text before the first line. */
export function csvBegin({ byteOrderMark }: CsvStyle): string {
  return byteOrderMark ? '\ufeff' : ''
}

function csvCell(cell: Cell, delimiter: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return 'integer' in cell ? cell.integer : `<${cell.bytes} bytes>`
  const harmless = guarded(cell)
  return /["\r\n]/u.test(harmless) || harmless.includes(delimiter) || /^\s|\s$/u.test(harmless)
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}

function guarded(text: string): string {
  if (NEGATIVE_NUMBER.test(text)) return text
  const inner = text.replace(INNER_FORMULA, (delimiter: string, _: string, at: number) =>
    isNumbers(text.slice(at + delimiter.length)) ? delimiter : `${delimiter}'`,
  )
  return FORMULA.test(text) ? `'${inner}` : inner
}

/** Whether nothing but numbers follows, whichever of the delimiters ends the cell. */
function isNumbers(text: string): boolean {
  return text.split(/[;,\t]/u).every((piece) => /^\s*$/u.test(piece) || NEGATIVE_NUMBER.test(`-${piece.trim().replace(/^-/u, '')}`))
}
