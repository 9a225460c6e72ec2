import { rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Database } from 'node-sqlite3-wasm'
import { choicesOfSheet, type ImportChoices, isSheetWanted, type SheetChoices } from '../../../shared/data/import-choices'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { kindChosen } from '../csv/column-kinds'
import { columnNames, headOf } from '../csv/columns'
import { EncodingError } from '../csv/decode-file'
import { type ImportProgress, mostColumns } from '../csv/import-csv'
import { usualWidth } from '../csv/read-rows'
import { createTableWriter } from '../csv/table-writer'
import { openDatabase } from '../sandbox/own-engine'
import { quoted } from '../sandbox/result-columns'
import type { JobAnswer, JobAsk } from '../worker/job'
import { openTables } from './open-tables'
import { createFindings, type Findings, notesOfTables, type ReadTable } from './table-notes'
import { createTypedColumns, OtherColumns } from './typed-columns'
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
  { path, target, table, kind, choices }: JobAsk<'tables'>,
  onProgress: (progress: ImportProgress) => void,
): Promise<Result<JobAnswer<'tables'>>> {
  const file = basename(path)
  const totalBytes = statSync(path).size
  const progress = (rows: number): void => onProgress({ doneBytes: 0, totalBytes, rows })
  try {
    const opened = await openTables(path, kind)
    if (opened === null) return failure('source-wrong-type', messageOf('source-wrong-type', { file }))
    const wanted = opened.tables.filter(({ name }) => isSheetWanted(choices, name))
    if (wanted.length === 0) return noSheet(file, choices, opened.tables)
    for (const place of [target, `${target}.lock`]) rmSync(place, { recursive: true, force: true })
    const database = openDatabase(target)
    try {
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE')
      const tables: ReadTable[] = []
      for (const one of wanted) {
        const name = freeTableName(one.name ?? table, tables)
        const read = await importTable({ database, file, progress }, name, one, choicesOfSheet(choices, one.name))
        if (read !== null) tables.push({ name, ...read })
      }
      const named = tables.flatMap(({ name, rows }) => (rows === null ? [] : [{ name, rows }]))
      if (named.length === 0) return failure('source-empty', messageOf('csv-no-rows', { file }))
      const leftOut = opened.tables.flatMap(({ name }) => (name === null || isSheetWanted(choices, name) ? [] : [name]))
      return success({ kind: opened.kind, tables: named, notes: [...notesOfTables(tables, leftOut)] })
    } finally {
      database.close()
    }
  } catch (error) {
    return refusalOfError(error, file)
  }
}

/** No sheet has one of the names that were chosen. */
function noSheet(file: string, { onlySheets = [] }: ImportChoices, tables: readonly TypedTable[]): Result<never> {
  const sheets = tables.map(({ name }) => name ?? '').join(', ')
  if (onlySheets.length === 0) return failure('source-empty', messageOf('csv-no-rows', { file }))
  return failure('source-no-sheet', messageOf('table-no-sheet', { file, sheet: onlySheets.join(', '), sheets }))
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

/** What was read of the table; null where it is empty. It begins anew where a column turns out to hold what its type would spoil. */
async function importTable(
  destination: Destination,
  name: string,
  table: TypedTable,
  choices: SheetChoices,
): Promise<Omit<ReadTable, 'name'> | null> {
  const { database } = destination
  let texts: ReadonlySet<number> = new Set()
  for (;;) {
    database.exec('BEGIN')
    try {
      const read = await importOnce(destination, name, table, choices, texts)
      database.exec('COMMIT')
      return read
    } catch (error) {
      if (!(error instanceof OtherColumns)) throw error
      // without a journal nothing can be rolled back
      database.exec(`COMMIT; DROP TABLE ${quoted(name)}`)
      texts = error.texts
    }
  }
}

async function importOnce(
  { database, file, progress }: Destination,
  name: string,
  table: TypedTable,
  choices: SheetChoices,
  texts: ReadonlySet<number>,
): Promise<Omit<ReadTable, 'name'> | null> {
  const sample: TypedRow[] = []
  let taker: Taker | null = null
  const begin = (): Taker | null => {
    const head = headOfTable(table, sample, choices)
    if (head === null || head.rows.length === 0) return null
    checkWidth(head.names.length, sample[0]?.line ?? 1, file)
    const created = createTaker(database, name, head, { choices, texts, file })
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
    if (taker !== null) return taker.end()
    return sample.length === 0 ? null : { rows: null, findings: createFindings(choices, null) }
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

/** The beginning of a table, by its first rows and what the user chose; null where it has no rows, not even above. */
export function headOfTable(table: TypedTable, sample: readonly TypedRow[], { header, above }: SheetChoices): TableHead | null {
  if (sample.length === 0) return null
  if (table.names !== null) return { names: columnNames(table.names, table.names.length), rows: sample, header: null, above: 0 }
  const skipped = above === null ? 0 : Math.min(above, sample.length - 1)
  const first = sample.slice(skipped, HEAD_SAMPLE)
  const widest = first.reduce((most, { values }) => Math.max(most, values.length), 0)
  const texts = first.map(({ values }) => values.map((value) => (value === null ? '' : String(value))))
  const found = headOf(texts, usualWidth(texts))
  const index = above === null ? found.index : 0
  const hasHeader = header ?? (found.hasHeader && found.index === index)
  const names = columnNames(hasHeader ? (texts[index] ?? []) : [], widest)
  return { names, rows: sample.slice(skipped + index + (hasHeader ? 1 : 0)), header: hasHeader, above: skipped + index }
}

interface TakerOptions {
  readonly choices: SheetChoices
  readonly texts: ReadonlySet<number>
  readonly file: string
}

function createTaker(database: Database, name: string, { names, rows: sample, above }: TableHead, { choices, texts, file }: TakerOptions) {
  const kinds = names.map((column) => kindChosen(choices, column))
  const columns = createTypedColumns(kinds, sample, texts)
  const writer = createTableWriter(database, name, names, columns.types())
  const findings: Findings = createFindings(choices, above)
  findings.chosen.push(...names.filter((_, column) => kinds[column] !== null))
  let rows = 0
  return {
    rows: () => rows,
    take({ values, line }: TypedRow): void {
      checkWidth(values.length, line, file)
      while (writer.width() < values.length) {
        writer.addColumn((added) => {
          const kind = kindChosen(choices, added)
          if (kind !== null) findings.chosen.push(added)
          return columns.add(kind)
        })
      }
      const stored = columns.types().map((_, column) => {
        const value = values[column] ?? null
        if (typeof value === 'string' && value.length > LONGEST_CELL)
          throw new Refusal(failure('source-csv', messageOf('table-cell-too-large', { file, line, size: Math.round(LONGEST_CELL / 1e6) })))
        const read = columns.read(column, value)
        if (read !== undefined) return read
        findings.unlike += 1
        findings.firstUnlike ||= line
        return typeof value === 'boolean' ? String(value) : value
      })
      writer.write(stored)
      rows += 1
    },
    end(): Omit<ReadTable, 'name'> {
      writer.end()
      return { rows, findings }
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
