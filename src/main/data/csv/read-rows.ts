import { kindOf } from './columns'
import { linesIn, type TextPiece } from './decode-file'
import { splitRows } from './split-rows'

/** Rows of a file, with the line in which each begins (from 1). */
export interface CsvRows {
  readonly rows: readonly { readonly fields: readonly string[]; readonly line: number }[]
  readonly doneBytes: number
}

/** A misplaced or unclosed quote. */
export class QuoteError extends Error {
  override readonly name = 'QuoteError'
  readonly line: number

  constructor(line: number) {
    super(`a quote in line ${line}`)
    this.line = line
  }
}

/** A row that is longer than any: of a value that is, or of one whose quote is not closed. */
export class LongRowError extends Error {
  override readonly name = 'LongRowError'
  readonly line: number

  constructor(line: number) {
    super(`the row in line ${line} is too long`)
    this.line = line
  }
}

/** The longest row, in UTF-16 units: an unclosed quote would otherwise swallow the file. */
export const longestRow = 16 * 1024 * 1024

/** Cuts text into rows as it comes. Throws `QuoteError` and `LongRowError`. */
export function* readRows(pieces: Iterable<TextPiece>, delimiter: string): Generator<CsvRows> {
  let rest = ''
  let line = 1
  let doneBytes = 0
  const cut = (isLast: boolean): CsvRows['rows'] => {
    const { rows, end, badRow } = splitRows(rest, delimiter, isLast)
    const placed = rows.map((fields) => {
      const begins = line
      line += 1
      for (const field of fields) if (field.includes('\n')) line += linesIn(field)
      return { fields, line: begins }
    })
    if (badRow !== null) throw new QuoteError(line)
    rest = rest.slice(end)
    return placed
  }
  for (const piece of pieces) {
    rest += piece.text
    doneBytes = piece.doneBytes
    const rows = cut(false)
    if (rest.length > longestRow) throw new LongRowError(line)
    yield { rows, doneBytes }
  }
  if (rest !== '') yield { rows: cut(true), doneBytes }
}

const DELIMITERS = [',', '\t', ';', '|'] as const

/** The line with the separator that spreadsheets write before a table: `sep=;`. It is not a row. */
export const SEPARATOR_LINE = /^"?sep=([,;|\t])"?(?=[\r\n]|$)/iu

/** Rows of the beginning that are looked at to find the sign between fields. */
const SAMPLE_ROWS = 200

/**
 * The sign between fields: the one that the file names, or the one that cuts most rows of the sample into equally many fields, and of
 * two such the one whose fields are numbers and dates.
 */
export function delimiterOf(begin: string, fileName: string): string {
  const [, named] = SEPARATOR_LINE.exec(begin) ?? []
  if (named !== undefined) return named
  const preferred = /\.(?:tsv|tab)$/iu.test(fileName) ? '\t' : ','
  let best: { readonly delimiter: string; readonly score: number } = { delimiter: preferred, score: 0 }
  for (const delimiter of new Set([preferred, ...DELIMITERS])) {
    const score = consistencyOf(begin, delimiter)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function consistencyOf(begin: string, delimiter: string): number {
  const { rows } = splitRows(begin, delimiter, false, SAMPLE_ROWS)
  const all = rows.length > 0 ? rows : splitRows(begin, delimiter, true, SAMPLE_ROWS).rows
  const filled = all.filter((row) => row.length > 1 || row[0]?.trim() !== '')
  const width = usualWidth(filled)
  if (width < 2) return 0
  const even = filled.filter((row) => row.length === width)
  const fields = even.flat().filter((field) => field !== '')
  const typed = fields.filter((field) => kindOf(field) !== 'text').length / Math.max(1, fields.length)
  return (even.length / filled.length) * 100 + typed * 10 + Math.min(width, 50) / 100
}

/** The number of fields that most rows have. */
export function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  return [...counts].reduce((best, [width, count]) => (count > best.count ? { width, count } : best), { width: 1, count: 0 }).width
}
