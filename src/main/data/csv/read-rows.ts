import Papa from 'papaparse'
import { z } from '../../../shared/lib/zod'
import { linesIn, type TextPiece } from './decode-file'

/** Rows of a file, with the line in which each begins (from 1). */
export interface CsvRows {
  readonly rows: readonly { readonly fields: readonly string[]; readonly line: number }[]
  readonly doneBytes: number
}

/** A quote that is not where one can be, or that nothing closes. */
export class QuoteError extends Error {
  override readonly name = 'QuoteError'
  readonly line: number

  constructor(line: number) {
    super(`a quote in line ${line}`)
    this.line = line
  }
}

/** One row may not be longer: a quote that nothing closes would swallow the file. */
const LONGEST_ROW = 16 * 1024 * 1024

/** What the library's reader of pieces gives; its types leave it open. */
const parsedSchema: z.ZodType<{
  readonly data: readonly (readonly string[])[]
  readonly errors: readonly { readonly type: string; readonly row?: number | undefined }[]
  readonly meta: { readonly cursor: number }
}> = z.object({
  // not looked into: these are all rows of the file
  data: z.custom<readonly (readonly string[])[]>(Array.isArray),
  errors: z.array(z.object({ type: z.string(), row: z.number().optional() })),
  meta: z.object({ cursor: z.number() }),
})

/** Cuts text into rows as it comes. Throws `QuoteError`. */
export function* readRows(pieces: Iterable<TextPiece>, delimiter: string): Generator<CsvRows> {
  let rest = ''
  let line = 1
  let doneBytes = 0
  let newline: '\n' | '\r' | '\r\n' | null = null
  for (const piece of pieces) {
    rest += piece.text
    doneBytes = piece.doneBytes
    newline ??= newlineOf(rest)
    if (newline === null && rest.length < LONGEST_ROW) continue
    const { cursor, rows, lines } = cut(rest, delimiter, newline ?? '\n', line, true)
    rest = rest.slice(cursor)
    line += lines
    if (rest.length > LONGEST_ROW) throw new QuoteError(line)
    yield { rows, doneBytes }
  }
  if (rest !== '') yield { rows: cut(rest, delimiter, newline ?? '\n', line, false).rows, doneBytes }
}

function cut(text: string, delimiter: string, newline: '\n' | '\r' | '\r\n', firstLine: number, more: boolean) {
  const parser = new Papa.Parser({ delimiter, newline, quoteChar: '"', escapeChar: '"' })
  const parsed = parsedSchema.parse(parser.parse(text, 0, more))
  const cursor = more ? parsed.meta.cursor : text.length
  let line = firstLine
  const rows: { readonly fields: readonly string[]; readonly line: number }[] = []
  const bad = parsed.errors.find(({ type, row }) => type === 'Quotes' && (!more || (row ?? 0) < parsed.data.length))
  for (const [index, fields] of parsed.data.entries()) {
    if (bad !== undefined && (bad.row ?? 0) === index) throw new QuoteError(line)
    rows.push({ fields, line })
    line += 1
    for (const field of fields) if (field.includes('\n')) line += linesIn(field)
  }
  if (bad !== undefined) throw new QuoteError(line)
  return { cursor, rows, lines: line - firstLine }
}

function newlineOf(text: string): '\n' | '\r' | '\r\n' | null {
  const at = text.search(/[\r\n]/)
  if (at < 0 || at === text.length - 1) return at < 0 || text[at] === '\r' ? null : '\n'
  if (text[at] === '\n') return '\n'
  return text[at + 1] === '\n' ? '\r\n' : '\r'
}

const DELIMITERS = [',', '\t', ';', '|'] as const

/** What spreadsheets write before a table to say how it is cut: `sep=;`. It is no row of it. */
export const SEPARATOR_LINE = /^"?sep=([,;|\t])"?(?=[\r\n]|$)/iu

/** The sign between fields: the one that the file names, or, from the first rows, the one that cuts most of them into equally many. */
export function delimiterOf(begin: string, fileName: string): string {
  const [, named] = SEPARATOR_LINE.exec(begin) ?? []
  if (named !== undefined) return named
  const preferred = /\.(?:tsv|tab)$/iu.test(fileName) ? '\t' : ','
  let best: { readonly delimiter: string; readonly score: number } = { delimiter: preferred, score: 0 }
  for (const delimiter of [preferred, ...DELIMITERS]) {
    const { data } = Papa.parse<string[]>(begin, { delimiter, preview: 60, skipEmptyLines: true })
    const rows = data.slice(0, -1).length > 0 ? data.slice(0, -1) : data
    const widths = rows.map((row) => row.length)
    const [width = 1] = widths
    const even = widths.filter((one) => one === width).length / Math.max(1, widths.length)
    const score = width < 2 ? 0 : even * 100 + Math.min(width, 50) / 100
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}
