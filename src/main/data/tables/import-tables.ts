import { rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Database } from 'node-sqlite3-wasm'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { columnNames, headOf } from '../csv/columns'
import { EncodingError } from '../csv/decode-file'
import { type ImportProgress, mostColumns } from '../csv/import-csv'
import { usualWidth } from '../csv/read-rows'
import { createTableWriter } from '../csv/table-writer'
import { openDatabase } from '../sandbox/own-engine'
import { quoted } from '../sandbox/result-columns'
import type { JobAnswer, JobAsk } from '../worker/job'
import { openTables } from './open-tables'
import { createTypedColumns, OtherColumns, storedValue, type TypedColumns } from './typed-columns'
import { TableError, type TypedRow, type TypedTable } from './typed-table'

/** Rows that decide on a header and the types of columns. */
export const sampleRows = 2_000
const HEAD_SAMPLE = 200
/** Longest text of a cell, in UTF-16 units. */
const LONGEST_CELL = 16 * 1024 * 1024
/** Rows between two reports of progress. */
const REPORT_EVERY = 1_000

/** A refusal in the middle of a table. */
class Refusal extends Error {
  readonly result: Result<never>
  constructor(result: Result<never>) {
    super('the table is refused')
    this.result = result
  }
}

/**
 * Reads the tables of a file whose values have types into a new database, row by row. Nothing is left of a table that can't be read:
 * the caller discards the database.
 */
export async function importTables(
  { path, target, table, kind }: JobAsk<'tables'>,
  onProgress: (progress: ImportProgress) => void,
): Promise<Result<JobAnswer<'tables'>>> {
  const file = basename(path)
  const totalBytes = statSync(path).size
  const progress = (rows: number): void => onProgress({ doneBytes: 0, totalBytes, rows })
  try {
    const opened = await openTables(path, kind)
    if (opened === null) return failure('source-wrong-type', messageOf('source-wrong-type', { file }))
    for (const place of [target, `${target}.lock`]) rmSync(place, { recursive: true, force: true })
    const database = openDatabase(target)
    try {
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE')
      const tables: { readonly name: string; readonly rows: number }[] = []
      for (const one of opened.tables) {
        const name = freeTableName(one.name ?? table, tables)
        const rows = await importTable({ database, file, progress }, name, one)
        if (rows !== null) tables.push({ name, rows })
      }
      if (tables.length === 0) return failure('source-empty', messageOf('csv-no-rows', { file }))
      return success({ kind: opened.kind, tables })
    } finally {
      database.close()
    }
  } catch (error) {
    return refusalOfError(error, file)
  }
}

/** Why a file is not read. Throws again what is no refusal. */
export function refusalOfError(error: unknown, file: string): Result<never> {
  if (error instanceof Refusal) return error.result
  if (error instanceof TableError) return refusalOf(error, file)
  if (error instanceof EncodingError)
    return failure('source-csv', messageOf('csv-encoding', { file, line: error.line, encoding: error.encoding.label }))
  const message = error instanceof Error ? error.message : String(error)
  if (/disk is full|disk I\/O|ENOSPC/i.test(message)) return failure('source-disk-full', messageOf('source-disk-full', { file }))
  throw error
}

/** Where the tables of a file go. */
interface Destination {
  readonly database: Database
  readonly file: string
  progress(rows: number): void
}

/** Rows of the table; null where it has none. It begins anew where a column turns out to hold what its type would spoil. */
async function importTable(destination: Destination, name: string, table: TypedTable): Promise<number | null> {
  const { database } = destination
  let texts: ReadonlySet<number> = new Set()
  for (;;) {
    database.exec('BEGIN')
    try {
      const rows = await importOnce(destination, name, table, texts)
      database.exec('COMMIT')
      return rows
    } catch (error) {
      if (!(error instanceof OtherColumns)) throw error
      // without a journal nothing can be rolled back
      database.exec(`COMMIT; DROP TABLE ${quoted(name)}`)
      texts = error.texts
    }
  }
}

async function importOnce(destination: Destination, name: string, table: TypedTable, texts: ReadonlySet<number>): Promise<number | null> {
  const { database, file, progress } = destination
  const sample: TypedRow[] = []
  let taker: Taker | null = null
  const begin = (): Taker | null => {
    const head = headOfTable(table, sample)
    if (head === null) return null
    checkWidth(head.names.length, sample[0]?.line ?? 1, file)
    const created = createTaker(database, name, head.names, createTypedColumns(head.names.length, head.rows, texts), file)
    for (const row of head.rows) created.take(row)
    return created
  }
  try {
    for await (const row of table.rows()) {
      if (row.values.every((value) => value === null)) continue
      if (taker === null) {
        sample.push(row)
        if (sample.length === sampleRows) taker = begin()
        continue
      }
      taker.take(row)
      if (taker.rows() % REPORT_EVERY === 0) progress(taker.rows())
    }
    taker ??= begin()
    return taker?.end() ?? null
  } finally {
    taker?.drop()
  }
}

type Taker = ReturnType<typeof createTaker>

/** How a table begins. */
export interface TableHead {
  readonly names: readonly string[]
  /** the rows below the names */
  readonly rows: readonly TypedRow[]
  /** whether a row has the names; null where the kind of file has them */
  readonly header: boolean | null
  /** rows above the table that are left out */
  readonly above: number
}

/** The beginning of a table, by its first rows; null where it has none. */
export function headOfTable(table: TypedTable, sample: readonly TypedRow[]): TableHead | null {
  const widest = sample.slice(0, HEAD_SAMPLE).reduce((most, { values }) => Math.max(most, values.length), 0)
  if (table.names !== null)
    return sample.length === 0 ? null : { names: columnNames(table.names, table.names.length), rows: sample, header: null, above: 0 }
  if (sample.length === 0) return null
  const texts = sample.slice(0, HEAD_SAMPLE).map(({ values }) => values.map((value) => (value === null ? '' : String(value))))
  const { index, hasHeader } = headOf(texts, usualWidth(texts))
  const rows = sample.slice(index + (hasHeader ? 1 : 0))
  const names = columnNames(hasHeader ? (texts[index] ?? []) : [], widest)
  return rows.length === 0 ? null : { names, rows, header: hasHeader, above: index }
}

function createTaker(database: Database, name: string, names: readonly string[], columns: TypedColumns, file: string) {
  const writer = createTableWriter(database, name, names, columns.types())
  let rows = 0
  return {
    rows: () => rows,
    take({ values, line }: TypedRow): void {
      checkWidth(values.length, line, file)
      while (writer.width() < values.length) writer.addColumn(() => columns.add())
      const stored = columns.types().map((type, column) => {
        const value = values[column] ?? null
        if (typeof value === 'string' && value.length > LONGEST_CELL)
          throw new Refusal(failure('source-csv', messageOf('table-cell-too-large', { file, line, size: Math.round(LONGEST_CELL / 1e6) })))
        columns.check(column, value)
        return storedValue(type, value)
      })
      writer.write(stored)
      rows += 1
    },
    end(): number {
      writer.end()
      return rows
    },
    drop: writer.drop,
  }
}

/** Refuses a row with too many columns. */
export function checkWidth(columns: number, line: number, file: string): void {
  if (columns > mostColumns)
    throw new Refusal(failure('source-csv', messageOf('csv-row-too-wide', { file, line, columns, most: mostColumns })))
}

/** A sheet's name, which no other table of the file has; names of the engine's own tables are none. */
function freeTableName(wanted: string, tables: readonly { readonly name: string }[]): string {
  const taken = new Set(tables.map(({ name }) => name.toLowerCase()))
  const base = /^sqlite_/iu.test(wanted) ? `table_${wanted}` : wanted.trim() === '' ? 'table' : wanted
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}_${count}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

function refusalOf({ problem }: TableError, file: string): Result<never> {
  switch (problem.kind) {
    case 'damaged':
      return failure('source-damaged', messageOf('table-damaged', { file }))
    case 'encrypted':
      return failure('source-encrypted', messageOf('table-encrypted', { file }))
    case 'too-large':
      return failure(
        'source-too-large',
        messageOf('table-too-large', { file, size: megabytes(problem.bytes), most: megabytes(problem.most) }),
      )
    case 'nested':
      return failure('source-csv', messageOf('table-nested', { file, line: problem.line, column: problem.column }))
    case 'no-records':
      return failure('source-csv', messageOf('table-no-records', { file, line: problem.line }))
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
