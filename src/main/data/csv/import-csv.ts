import { rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import iconv from 'iconv-lite'
import type { Database } from 'node-sqlite3-wasm'
import { failure, type Result, success } from '../../../shared/lib/result'
import { type Message, messageOf } from '../../../shared/messages/message'
import type { DetectedEncoding, TextEncoding } from '../../lib/encoding'
import { openDatabase } from '../sandbox/own-engine'
import type { JobAnswer, JobAsk } from '../worker/job'
import { type ColumnProfile, type CsvType, columnNames, csvValue, headOf, lacksFirstName, newProfile, typeOf, widen } from './columns'
import { decodeFile, EncodingError, encodingOfFile, firstBytes, namedEncoding } from './decode-file'
import { type CsvRows, delimiterOf, QuoteError, readRows, SEPARATOR_LINE, usualWidth } from './read-rows'
import { createTableWriter } from './table-writer'

/** The engine's limit of columns. */
export const mostColumns = 2_000
/** Rows that decide the types of columns. */
const TYPE_SAMPLE = 2_000
/** Rows that a header is compared with. */
const HEAD_SAMPLE = 200
/** Columns that a note names at the most. */
const MOST_NAMED = 10
/** How often an import may begin anew because it took the columns or the encoding for something else. */
const MOST_STARTS = 6

/** Progress of an import. */
export interface ImportProgress {
  readonly doneBytes: number
  readonly totalBytes: number
  readonly rows: number
}

interface Plan extends DetectedEncoding {
  readonly delimiter: string
  /** types by all values of the file; null where its first rows decide */
  readonly types: readonly CsvType[] | null
}

/** A column turned out to hold what its type would spoil. */
class OtherType extends Error {}

/** What was found on the way; rows and lines are counted from 1. */
interface Found {
  rows: number
  short: number
  firstShort: number
  long: number
  firstLong: number
  /** lines above the table */
  above: number
  /** the name of the first column where the header had none for it */
  firstName: string | null
  /** names of columns whose values look like numbers and are kept as they are written */
  texts: readonly string[]
  /** the same of numbers as some country writes them */
  localNumbers: readonly string[]
}

/**
 * Reads a text table into a new database, row by row: only a few rows are in memory at a time. Unreadable data ends the import with
 * its line, and the caller discards the database.
 */
export function importCsv(ask: JobAsk<'import'>, onProgress: (progress: ImportProgress) => void): Result<JobAnswer<'import'>> {
  const file = basename(ask.path)
  const excluded = new Set<string>()
  const given = ask.encoding
  let plan = planFor(ask.path, given === null ? encodingOfFile(ask.path, excluded) : named(namedEncoding(ask.path, given)))
  for (let start = 1; start <= MOST_STARTS; start += 1) {
    try {
      return importOnce(ask, plan, onProgress)
    } catch (error) {
      try {
        // whatever the first rows looked like, all of the file says what its columns are
        if (error instanceof OtherType) plan = { ...plan, types: typesOfAll(ask.path, plan, onProgress) }
        else if (error instanceof EncodingError && given === null && plan.encoding.name !== 'utf8') {
          excluded.add(plan.encoding.name)
          const other = encodingOfFile(ask.path, excluded)
          // a file that is damaged in one place is not read as something else
          if (!other.isSure) return refusalOf(error, file)
          plan = planFor(ask.path, other)
        } else return refusalOf(error, file)
      } catch (second) {
        return refusalOf(second, file)
      }
    }
  }
  return failure('source-csv', messageOf('csv-undecided', { file }))
}

function named(encoding: TextEncoding): DetectedEncoding {
  return { encoding, others: [], isSure: true }
}

function planFor(path: string, detected: DetectedEncoding): Plan {
  const { name, markBytes } = detected.encoding
  const begin = Buffer.from(firstBytes(path)).subarray(markBytes)
  return { ...detected, delimiter: delimiterOf(iconv.decode(begin, name), basename(path)), types: null }
}

type PlacedRow = CsvRows['rows'][number]

/** The rows of a file without empty lines and without the line that names the delimiter. */
function* tableRows(path: string, { encoding, delimiter }: Plan): Generator<CsvRows> {
  const isRow = ({ fields, line }: PlacedRow): boolean =>
    (fields.length > 1 || fields[0]?.trim() !== '') && !(line === 1 && SEPARATOR_LINE.test(fields.join(delimiter)))
  for (const { rows, doneBytes } of readRows(decodeFile(path, encoding), delimiter)) yield { rows: rows.filter(isRow), doneBytes }
}

/** Names of columns, lines above them, and the first row below. */
interface Begin {
  readonly names: readonly string[]
  readonly above: number
  readonly firstRow: number
  /** whether the header has no name for the first value of each row */
  readonly isFirstUnnamed: boolean
}

function beginOfTable(rows: readonly PlacedRow[]): Begin {
  const sample = rows.slice(0, HEAD_SAMPLE).map(({ fields }) => fields)
  const { index, hasHeader } = headOf(sample, usualWidth(sample))
  const head = sample[index] ?? []
  const isFirstUnnamed = hasHeader && lacksFirstName(head, sample.slice(index + 1))
  const fields = isFirstUnnamed ? ['', ...head] : head
  return { names: columnNames(hasHeader ? fields : [], fields.length), above: index, firstRow: index + (hasHeader ? 1 : 0), isFirstUnnamed }
}

function importOnce(
  { path, target, table }: JobAsk<'import'>,
  plan: Plan,
  onProgress: (progress: ImportProgress) => void,
): Result<JobAnswer<'import'>> {
  const totalBytes = statSync(path).size
  const file = basename(path)
  // nothing of an earlier start stays
  for (const place of [target, `${target}.lock`]) rmSync(place, { recursive: true, force: true })
  const database = openDatabase(target)
  let taker: ReturnType<typeof createRowTaker> | null = null
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN')
    for (const { rows, doneBytes } of tableRows(path, plan)) {
      let first = 0
      if (taker === null) {
        if (rows.length === 0) continue
        const begin = beginOfTable(rows)
        if (begin.names.length > mostColumns)
          return failure('source-csv', messageOf('csv-too-wide', { file, columns: begin.names.length, most: mostColumns }))
        first = begin.firstRow
        taker = createRowTaker(database, table, begin, plan.types, rows.slice(first, first + TYPE_SAMPLE))
      }
      for (let index = first; index < rows.length; index += 1) {
        const row = rows[index]
        if (row === undefined) continue
        if (row.fields.length > mostColumns)
          return failure(
            'source-csv',
            messageOf('csv-row-too-wide', { file, line: row.line, columns: row.fields.length, most: mostColumns }),
          )
        taker.take(row)
      }
      onProgress({ doneBytes, totalBytes, rows: taker.rows() })
    }
    if (taker === null) return failure('source-empty', messageOf(totalBytes === 0 ? 'csv-empty' : 'csv-no-rows', { file }))
    const { columns, found } = taker.end()
    database.exec('COMMIT')
    return success({ rows: found.rows, columns, notes: notesOf(plan, found) })
  } finally {
    taker?.drop()
    database.close()
  }
}

/** Writes rows into a table whose types are known, or follow from a sample. Throws `OtherType` where a value does not fit. */
function createRowTaker(
  database: Database,
  table: string,
  { names, above, isFirstUnnamed }: Begin,
  known: readonly CsvType[] | null,
  sample: readonly PlacedRow[],
) {
  const profiles = names.map(newProfile)
  for (const { fields } of sample) for (const [column, profile] of profiles.entries()) widen(profile, fields[column] ?? '')
  const types = profiles.map((profile, column) => known?.[column] ?? typeOf(profile))
  const writer = createTableWriter(database, table, names, types)
  const found: Found = {
    rows: 0,
    short: 0,
    firstShort: 0,
    long: 0,
    firstLong: 0,
    above,
    firstName: isFirstUnnamed ? (names[0] ?? '') : null,
    texts: [],
    localNumbers: [],
  }

  function cellValue(column: number, value: string): string | number | null {
    const type = types[column] ?? 'TEXT'
    const profile = profiles[column]
    if (profile !== undefined && (type !== 'TEXT' || profile.isNumeric || profile.isLocal)) {
      widen(profile, value)
      // a column of whole numbers keeps a fraction as it is
      if (known === null && type !== 'TEXT' && profile.type !== null && typeOf(profile) === 'TEXT') throw new OtherType('a column is text')
    }
    return csvValue(type, value)
  }

  return {
    rows: () => found.rows,
    take({ fields, line }: PlacedRow): void {
      if (fields.length < names.length) {
        found.short += 1
        found.firstShort ||= line
      } else if (fields.length > names.length) {
        found.long += 1
        found.firstLong ||= line
        while (writer.width() < fields.length) {
          writer.addColumn()
          types.push('TEXT')
        }
      }
      writer.write(types.map((_, column) => cellValue(column, fields[column] ?? '')))
      found.rows += 1
    },
    end() {
      writer.end()
      found.texts = names.filter((_, column) => profiles[column]?.type != null && profiles[column].isNumeric && types[column] === 'TEXT')
      found.localNumbers = names.filter((_, column) => profiles[column]?.isLocal && profiles[column].hasLocal)
      return { columns: writer.width(), found }
    },
    drop: writer.drop,
  }
}

/** The types of all columns by all values of a file. */
function typesOfAll(path: string, plan: Plan, onProgress: (progress: ImportProgress) => void): readonly CsvType[] {
  const totalBytes = statSync(path).size
  let profiles: ColumnProfile[] | null = null
  for (const { rows, doneBytes } of tableRows(path, plan)) {
    let first = 0
    if (profiles === null) {
      if (rows.length === 0) continue
      const begin = beginOfTable(rows)
      profiles = begin.names.map(newProfile)
      first = begin.firstRow
    }
    for (let index = first; index < rows.length; index += 1) {
      const fields = rows[index]?.fields ?? []
      for (const [column, profile] of profiles.entries()) widen(profile, fields[column] ?? '')
    }
    onProgress({ doneBytes, totalBytes, rows: 0 })
  }
  return profiles?.map(typeOf) ?? []
}

/** What was taken for granted, and what was mended on the way. */
function notesOf({ encoding, others, isSure, delimiter }: Plan, found: Found): readonly Message[] {
  const notes: Message[] = []
  const { label } = encoding
  if (others.length > 0) notes.push(messageOf('csv-note-encodings', { encoding: label, others: others.map((one) => one.label).join(', ') }))
  else if (!isSure) notes.push(messageOf('csv-note-encoding-unsure', { encoding: label }))
  else if (label !== 'UTF-8') notes.push(messageOf('csv-note-encoding', { encoding: label }))
  if (delimiter !== ',' && delimiter !== '\t') notes.push(messageOf('csv-note-delimiter', { delimiter }))
  if (found.above > 0) notes.push(messageOf('csv-note-above', { lines: found.above }))
  if (found.texts.length > 0) notes.push(messageOf('csv-note-texts', { columns: found.texts.slice(0, MOST_NAMED).join(', ') }))
  if (found.localNumbers.length > 0)
    notes.push(messageOf('csv-note-local-numbers', { columns: found.localNumbers.slice(0, MOST_NAMED).join(', ') }))
  if (found.firstName !== null) notes.push(messageOf('csv-note-first-column', { column: found.firstName }))
  if (found.short > 0) notes.push(messageOf('csv-note-short', { rows: found.short, line: found.firstShort }))
  if (found.long > 0) notes.push(messageOf('csv-note-long', { rows: found.long, line: found.firstLong }))
  return notes
}

function refusalOf(error: unknown, file: string): Result<never> {
  if (error instanceof EncodingError)
    return failure('source-csv', messageOf('csv-encoding', { file, line: error.line, encoding: error.encoding.label }))
  if (error instanceof QuoteError) return failure('source-csv', messageOf('csv-quotes', { file, line: error.line }))
  const message = error instanceof Error ? error.message : String(error)
  // the engine's error for a failed write; the text file is read without it
  if (/disk is full|disk I\/O|ENOSPC/i.test(message)) return failure('source-disk-full', messageOf('source-disk-full', { file }))
  throw error
}
