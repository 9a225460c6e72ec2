import type { Database } from 'node-sqlite3-wasm'
import { type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { compileQuery, engineRefusal } from '../sandbox/compile'
import { openReadOnly } from '../sandbox/open-read-only'
import { quoted } from '../sandbox/result-columns'
import type { JobAnswer, JobAsk } from './job'

const planSchema = z.array(z.object({ id: z.number(), parent: z.number(), detail: z.string() }))
const readsSchema = z.array(z.object({ opcode: z.string(), p2: z.number(), p3: z.number() }))
const databasesSchema = z.array(z.object({ seq: z.number(), name: z.string() }))
const namesSchema = z.array(z.object({ name: z.string() }))

/** What the engine would do for a query; nothing is run. */
export function describeQuery({ files, sql, maxRows }: JobAsk<'describe'>): Result<JobAnswer<'describe'>> {
  const database = openReadOnly(files)
  try {
    const compiled = compileQuery(database, sql, maxRows)
    if (!compiled.ok) return compiled
    const { asked, limited, explained } = compiled.value
    const plan = planSchema.parse(database.all(`EXPLAIN QUERY PLAN ${explained ?? compiled.value.sql}`))
    const shown = explained === null ? compiled.value.sql : `EXPLAIN QUERY PLAN ${explained}`
    return success({ sql: shown, plan, tables: tablesOf(database, explained ?? asked), limited })
  } catch (error) {
    return engineRefusal(error)
  } finally {
    database.close()
  }
}

/** The tables that the compiled program opens, even behind views. */
function tablesOf(database: Database, sql: string): readonly string[] {
  const reads = readsSchema.parse(database.all(`EXPLAIN ${sql}`)).filter(({ opcode }) => opcode === 'OpenRead')
  const databases = databasesSchema.parse(database.all('PRAGMA database_list'))
  const names = reads.flatMap(({ p2, p3 }) => {
    const schema = databases.find(({ seq }) => seq === p3)?.name ?? 'main'
    const found = database.all(`SELECT tbl_name AS name FROM ${quoted(schema)}.sqlite_schema WHERE rootpage = ?`, [p2])
    return namesSchema.parse(found).map(({ name }) => name)
  })
  return [...new Set(names)]
}
