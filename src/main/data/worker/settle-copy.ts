import type { Database } from 'node-sqlite3-wasm'
import { failure, type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { engineRefusal } from '../sandbox/compile'
import { openDatabase } from '../sandbox/own-engine'
import { quoted } from '../sandbox/result-columns'
import type { JobAnswer, JobAsk } from './job'
import { readSchema } from './read-schema'
import { rollBack } from './roll-back'

const checkSchema = z.array(z.object({ quick_check: z.string() }))
const tablesSchema = z.array(z.object({ name: z.string() }))
const columnsSchema = z.array(z.object({ hidden: z.number() }))

/**
 * Brings a fresh copy to one file and checks it: a transaction that never ended is taken back, and what stands in a log beside it
 * is written into it. Nothing that the file itself defines is computed: no CHECK, no generated column, no view.
 */
export function settleCopy({ file }: JobAsk<'settle'>, onChecked: () => void): Result<JobAnswer<'settle'>> {
  const rolledBack = rollBack(file)
  if (rolledBack === 'names-others') return failure('source-unfinished', 'its transaction went over several databases')
  if (rolledBack === 'damaged') return failure('source-damaged', 'its journal is of another file')
  const database = openDatabase(file, { fileMustExist: true })
  try {
    // alone with its file the engine needs no shared memory for the log
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA ignore_check_constraints = ON')
    database.all('PRAGMA journal_mode = DELETE')
    const problem = problemOf(database, onChecked)
    if (problem !== null) return failure('source-damaged', problem)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    if (/not a database|encrypted/i.test(reason)) return failure('source-not-database', reason)
    if (/malformed|corrupt|disk I\/O/i.test(reason)) return failure('source-damaged', reason)
    return engineRefusal(error)
  } finally {
    database.close()
  }
  const schema = readSchema({ file })
  return schema.ok ? success({ tables: schema.value.tables.map(({ name, rows }) => ({ name, rows })) }) : schema
}

/** What is wrong with the file, looked at table by table; null where it is whole. */
function problemOf(database: Database, onChecked: () => void): string | null {
  const stored = tablesSchema.parse(
    database.all(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') AND name <> 'sqlite_schema' ORDER BY name",
    ),
  )
  // the check of the schema goes over the pages that are free, too
  for (const { name } of [{ name: 'sqlite_schema' }, ...stored]) {
    if (hasGeneratedColumn(database, name)) database.all(`SELECT count(*) FROM main.${quoted(name)} NOT INDEXED`)
    else {
      const [found] = checkSchema.parse(database.all(`PRAGMA main.quick_check(${quoted(name)})`))
      if (found?.quick_check !== 'ok') return found?.quick_check ?? 'no answer'
    }
    onChecked()
  }
  return null
}

/** The check of such a table would compute the column for every row. */
function hasGeneratedColumn(database: Database, table: string): boolean {
  const columns = columnsSchema.parse(database.all(`PRAGMA main.table_xinfo(${quoted(table)})`))
  return columns.some(({ hidden }) => hidden === 2 || hidden === 3)
}
