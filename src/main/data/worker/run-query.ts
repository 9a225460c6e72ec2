import type { Database } from 'node-sqlite3-wasm'
import type { Cell, ColumnType } from '../../../shared/data/artifact'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { compileQuery, engineRefusal } from '../sandbox/compile'
import { openReadOnly } from '../sandbox/open-read-only'
import { openDatabase } from '../sandbox/own-engine'
import { nameColumns, quoted } from '../sandbox/result-columns'
import { cellOf, sizeOf, widen } from './cells'
import { type HeldRows, rowHolder } from './held-rows'
import type { JobAnswer, JobAsk } from './job'
import { rowValue } from './row-value'
import { type RowWriter, rowWriter } from './row-writer'

/** Runs a query through all layers and writes its rows to a new file, or returns them. */
export function runQuery(ask: JobAsk<'query'>): Result<JobAnswer<'query'>> {
  const database = openReadOnly(ask.files)
  try {
    const compiled = compileQuery(database, ask.sql, ask.maxRows)
    if (!compiled.ok) return compiled
    const { limited } = compiled.value
    const { names, select } = nameColumns(database, compiled.value.sql)
    if (ask.resultFile !== null)
      return answerOf(intoFile(ask.resultFile, ask.table, names, (to) => takeRows(database, select, names, ask, to)))
    const holder = rowHolder()
    return answerOf(takeRows(database, select, names, ask, holder), { table: ask.table, names, pieces: holder.pieces })

    function answerOf(taken: Taken | null, held: HeldRows | null = null): Result<JobAnswer<'query'>> {
      if (taken === null) return failure('sql-refused', messageOf('sql-no-rows-fit', { size: Math.round(ask.maxBytes / 1e6) }))
      const columns = names.map((name, index) => ({ name, type: taken.types[index] ?? 'empty' }))
      const cutBy = taken.cutByBytes ? 'bytes' : limited && taken.rows === ask.maxRows ? 'rows' : null
      return success({ columns, head: taken.head, rows: taken.rows, bytes: taken.bytes, cutBy, held })
    }
  } catch (error) {
    if (error instanceof NotWritten) return failure('result-disk-full', messageOf('result-disk-full'))
    return engineRefusal(error)
  } finally {
    database.close()
  }
}

/** Null if nothing was taken: nobody reads the file then. */
function intoFile(file: string, table: string, names: readonly string[], take: (writer: RowWriter) => Taken | null): Taken | null {
  const result = openDatabase(file)
  try {
    // no rollback: an unfinished file is deleted completely
    result.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN')
    result.exec(`CREATE TABLE ${quoted(table)} (${names.map(quoted).join(', ')})`)
    const rows = rowWriter(result, quoted(table), names.length)
    const taken = take({ write: (row) => written(() => rows.write(row)), end: () => written(rows.end) })
    if (taken !== null) written(() => result.exec('COMMIT'))
    return taken
  } finally {
    result.close()
  }
}

/** The disk did not accept the rows. */
class NotWritten extends Error {
  override readonly name = 'NotWritten'
}

function written(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof Error && /disk/i.test(error.message)) throw new NotWritten(error.message)
    throw error
  }
}

interface Taken {
  readonly types: readonly ColumnType[]
  readonly head: readonly (readonly Cell[])[]
  readonly rows: number
  readonly bytes: number
  readonly cutByBytes: boolean
}

/** Null if not even one row fits. */
function takeRows(
  database: Database,
  select: string,
  names: readonly string[],
  { maxRows, maxBytes, headRows }: JobAsk<'query'>,
  writer: RowWriter,
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
      // the engine's limit already applies: a layer does not rely on another
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
