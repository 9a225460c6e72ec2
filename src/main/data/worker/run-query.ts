import sqlite, { type Database, type SQLiteValue } from 'node-sqlite3-wasm'
import type { Cell, ColumnType } from '../../../shared/data/artifact'
import { failure, type Result, success } from '../../../shared/lib/result'
import { tell } from '../../../shared/told/tell'
import { compileQuery, engineRefusal } from '../sandbox/compile'
import { openReadOnly } from '../sandbox/open-read-only'
import { quoted } from '../sandbox/quoted'
import { nameColumns } from '../sandbox/result-columns'
import { cellOf, sizeOf, widen } from './cells'
import type { JobAnswer, JobAsk } from './job'
import { rowValue } from './row-value'

/** Rows that are written in one statement at the most; the engine takes 32,766 values at once. */
const VALUES_AT_ONCE = 900

/** Runs a query through all layers and writes its rows, one after the other, into a file of their own. */
export function runQuery(ask: JobAsk<'query'>): Result<JobAnswer<'query'>> {
  const database = openReadOnly(ask.files)
  try {
    const compiled = compileQuery(database, ask.sql, ask.maxRows)
    if (!compiled.ok) return compiled
    const { names, select } = nameColumns(database, compiled.value.sql)
    // no rollback: a file that was not finished is thrown away whole
    const result = new sqlite.Database(ask.resultFile)
    try {
      result.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN')
      result.exec(`CREATE TABLE ${quoted(ask.table)} (${names.map(quoted).join(', ')})`)
      const taken = takeRows(database, select, names, ask, rowWriter(result, ask.table, names.length))
      if (taken === null) return failure('sql-refused', tell('sql-no-rows-fit', { size: Math.round(ask.maxBytes / 1e6) }))
      result.exec('COMMIT')
      const columns = names.map((name, index) => ({ name, type: taken.types[index] ?? 'empty' }))
      const cutBy = taken.cutByBytes ? 'bytes' : compiled.value.limited && taken.rows === ask.maxRows ? 'rows' : null
      return success({ columns, head: taken.head, rows: taken.rows, bytes: taken.bytes, cutBy })
    } finally {
      result.close()
    }
  } catch (error) {
    return engineRefusal(error)
  } finally {
    database.close()
  }
}

interface Taken {
  readonly types: readonly ColumnType[]
  readonly head: readonly (readonly Cell[])[]
  readonly rows: number
  readonly bytes: number
  readonly cutByBytes: boolean
}

/** Null where not even one row fits. */
function takeRows(
  database: Database,
  select: string,
  names: readonly string[],
  { maxRows, maxBytes, headRows }: JobAsk<'query'>,
  writer: { write(row: SQLiteValue[]): void; end(): void },
): Taken | null {
  const types: ColumnType[] = names.map(() => 'empty')
  const keys = names.map((_, index) => `c${index}`)
  const head: Cell[][] = []
  let rows = 0
  let bytes = 0
  let cutByBytes = false
  const statement = database.prepare(select)
  try {
    for (const found of statement.iterate()) {
      // the engine's limit has said so before: a layer does not rely on another
      if (rows >= maxRows) break
      const row = keys.map((key) => rowValue(found, key))
      const size = row.reduce<number>((sum, value) => sum + sizeOf(value), 0)
      if (bytes + size > maxBytes) {
        cutByBytes = true
        break
      }
      bytes += size
      rows += 1
      for (const [index, value] of row.entries()) types[index] = widen(types[index] ?? 'empty', value)
      if (head.length < headRows) head.push(row.map(cellOf))
      writer.write(row)
    }
    writer.end()
  } finally {
    statement.finalize()
  }
  return cutByBytes && rows === 0 ? null : { types, head, rows, bytes, cutByBytes }
}

/** Writes rows in groups: one statement for many rows is several times faster than one for each. */
function rowWriter(database: Database, table: string, columns: number) {
  const perGroup = Math.max(1, Math.floor(VALUES_AT_ONCE / columns))
  const one = `(${Array.from({ length: columns }, () => '?').join(', ')})`
  const insert = (count: number) =>
    database.prepare(`INSERT INTO ${quoted(table)} VALUES ${Array.from({ length: count }, () => one).join(', ')}`)
  const whole = insert(perGroup)
  let values: SQLiteValue[] = []
  return {
    write(row: SQLiteValue[]): void {
      values.push(...row)
      if (values.length < perGroup * columns) return
      whole.run(values)
      values = []
    },
    end(): void {
      whole.finalize()
      if (values.length === 0) return
      const rest = insert(values.length / columns)
      rest.run(values)
      rest.finalize()
    },
  }
}
