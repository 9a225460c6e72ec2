import { rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import iconv from 'iconv-lite'
import { failure, type Result, success } from '../../../shared/lib/result'
import { type MessageText, messageText } from '../../../shared/messages/message-text'
import { encodingOf, type TextEncoding } from '../../lib/encoding'
import { openDatabase } from '../sandbox/own-engine'
import type { JobAnswer, JobAsk } from '../worker/job'
import { type CsvType, columnNames, csvValue, isHeader, widenCsv } from './columns'
import { decodeFile, EncodingError, encodingOfFile, firstBytes } from './decode-file'
import { delimiterOf, QuoteError, readRows, SEPARATOR_LINE } from './read-rows'
import { createTableWriter } from './table-writer'

/** The engine takes no more columns. */
export const mostColumns = 2_000
/** Rows by which the types of columns are told. */
const TYPE_SAMPLE = 2_000
/** How often an import may begin anew because it took a column or the encoding for something else. */
const MOST_STARTS = 6

/** How far an import is. */
export interface ImportProgress {
  readonly doneBytes: number
  readonly totalBytes: number
  readonly rows: number
}

interface Plan {
  readonly encoding: TextEncoding
  readonly delimiter: string
  /** columns, counted from 0, that hold numbers which would lose signs */
  readonly texts: ReadonlySet<number>
}

/** A column turned out to hold what its type would spoil. */
class OtherType extends Error {
  readonly column: number
  constructor(column: number) {
    super('a column is text')
    this.column = column
  }
}

/**
 * Reads a table of text into a new database, row by row: no more of the file is in memory than a few rows. Anything that
 * can't be read right ends it with the line, and the database is thrown away by whoever asked.
 */
export function importCsv(ask: JobAsk<'import'>, onProgress: (progress: ImportProgress) => void): Result<JobAnswer<'import'>> {
  const file = basename(ask.path)
  let plan = planFor(ask.path, encodingOfFile(ask.path))
  for (let start = 1; start <= MOST_STARTS; start += 1) {
    try {
      return importOnce(ask, plan, onProgress)
    } catch (error) {
      if (error instanceof OtherType) plan = { ...plan, texts: new Set([...plan.texts, error.column]) }
      else if (
        error instanceof EncodingError &&
        error.onlyAsciiBefore &&
        start < MOST_STARTS &&
        encodingOf(error.bytes).name !== plan.encoding.name
      )
        plan = { ...planFor(ask.path, encodingOf(error.bytes)), texts: plan.texts }
      else return refusalOf(error, file)
    }
  }
  return failure('source-csv', messageText('csv-undecided', { file }))
}

function planFor(path: string, encoding: TextEncoding): Plan {
  const begin = Buffer.from(firstBytes(path)).subarray(encoding.markBytes)
  return { encoding, delimiter: delimiterOf(iconv.decode(begin, encoding.name), basename(path)), texts: new Set() }
}

function importOnce(
  { path, target, table }: JobAsk<'import'>,
  plan: Plan,
  onProgress: (progress: ImportProgress) => void,
): Result<JobAnswer<'import'>> {
  const totalBytes = statSync(path).size
  // nothing of an earlier start stays
  for (const place of [target, `${target}.lock`]) rmSync(place, { recursive: true, force: true })
  const database = openDatabase(target)
  let writer: ReturnType<typeof createTableWriter> | null = null
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN')
    const found = { rows: 0, short: 0, firstShort: 0, long: 0, firstLong: 0 }
    let types: CsvType[] = []
    let columns = 0
    for (const piece of readRows(decodeFile(path, plan.encoding), plan.delimiter)) {
      const rows = piece.rows.filter(
        ({ fields, line }) =>
          (fields.length > 1 || fields[0]?.trim() !== '') && !(line === 1 && SEPARATOR_LINE.test(fields.join(plan.delimiter))),
      )
      let begin = 0
      if (writer === null && rows[0] !== undefined) {
        const head = headOf(rows.map(({ fields }) => fields))
        if (head.names.length > mostColumns)
          return failure('source-csv', messageText('csv-too-wide', { file: basename(path), columns: head.names.length, most: mostColumns }))
        types = typesOf(
          rows.slice(head.hasHeader ? 1 : 0, TYPE_SAMPLE).map(({ fields }) => fields),
          head.names.length,
          plan.texts,
        )
        columns = head.names.length
        writer = createTableWriter(database, table, head.names, types)
        begin = head.hasHeader ? 1 : 0
      }
      if (writer === null) continue
      for (let index = begin; index < rows.length; index += 1) {
        const row = rows[index]
        if (row === undefined) continue
        const { fields, line } = row
        if (fields.length < columns) {
          found.short += 1
          found.firstShort ||= line
        } else if (fields.length > columns) {
          if (fields.length > mostColumns)
            return failure(
              'source-csv',
              messageText('csv-row-too-wide', { file: basename(path), line, columns: fields.length, most: mostColumns }),
            )
          found.long += 1
          found.firstLong ||= line
          while (writer.width() < fields.length) {
            writer.addColumn()
            types.push('TEXT')
          }
        }
        writer.write(
          types.map((type, column) => {
            const value = csvValue(type, fields[column] ?? '')
            if (value === undefined) throw new OtherType(column)
            return value
          }),
        )
        found.rows += 1
      }
      onProgress({ doneBytes: piece.doneBytes, totalBytes, rows: found.rows })
    }
    if (writer === null)
      return failure('source-empty', messageText(totalBytes === 0 ? 'csv-empty' : 'csv-no-rows', { file: basename(path) }))
    writer.end()
    database.exec('COMMIT')
    return success({ rows: found.rows, columns: writer.width(), notes: notesOf(plan, found) })
  } finally {
    writer?.drop()
    database.close()
  }
}

function headOf(rows: readonly (readonly string[])[]): { readonly names: readonly string[]; readonly hasHeader: boolean } {
  const [first = [], second] = rows
  const hasHeader = isHeader(first, second)
  return { hasHeader, names: columnNames(hasHeader ? first : [], first.length) }
}

function typesOf(rows: readonly (readonly string[])[], width: number, texts: ReadonlySet<number>): CsvType[] {
  return Array.from({ length: width }, (_, column) => {
    if (texts.has(column)) return 'TEXT'
    let type: CsvType | null = null
    for (const row of rows) type = widenCsv(type, row[column] ?? '')
    return type ?? 'TEXT'
  })
}

/** What was taken for granted, and what was mended on the way. */
function notesOf(
  { encoding, delimiter }: Plan,
  found: { readonly short: number; readonly firstShort: number; readonly long: number; readonly firstLong: number },
): readonly string[] {
  const notes: MessageText[] = []
  if (encoding.label !== 'UTF-8') notes.push(messageText('csv-note-encoding', { encoding: encoding.label }))
  if (delimiter !== ',' && delimiter !== '\t') notes.push(messageText('csv-note-delimiter', { delimiter }))
  if (found.short > 0) notes.push(messageText('csv-note-short', { rows: found.short, line: found.firstShort }))
  if (found.long > 0) notes.push(messageText('csv-note-long', { rows: found.long, line: found.firstLong }))
  return notes
}

function refusalOf(error: unknown, file: string): Result<never> {
  if (error instanceof EncodingError)
    return failure('source-csv', messageText('csv-encoding', { file, line: error.line, encoding: error.encoding.label }))
  if (error instanceof QuoteError) return failure('source-csv', messageText('csv-quotes', { file, line: error.line }))
  const message = error instanceof Error ? error.message : String(error)
  // the engine's word for what the disk did not take; the file of text is read without it
  if (/disk is full|disk I\/O|ENOSPC/i.test(message)) return failure('source-disk-full', messageText('source-disk-full', { file }))
  throw error
}
