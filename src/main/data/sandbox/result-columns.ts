import type { Database } from 'node-sqlite3-wasm'
import { z } from '../../../shared/lib/zod'

/** A name as an identifier of SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const columnsSchema = z.array(z.object({ name: z.string() }))
const VIEW = 'parley_query'

/** A compiled query, ready to run: `names` are unique, and `select` returns them as `c0`, `c1`, … in order. */
export interface NamedQuery {
  readonly names: readonly string[]
  readonly select: string
}

/** Lets the engine name the columns of a query: duplicates get numbers. Works without write access. */
export function nameColumns(database: Database, sql: string): NamedQuery {
  database.exec('PRAGMA query_only = OFF')
  try {
    // in the engine's memory, and gone with its connection
    database.exec(`CREATE TEMP VIEW ${VIEW} AS ${sql}`)
  } finally {
    database.exec('PRAGMA query_only = ON')
  }
  const names = columnsSchema.parse(database.all(`SELECT name FROM pragma_table_xinfo('${VIEW}') ORDER BY cid`)).map(({ name }) => name)
  return { names, select: `SELECT ${names.map((name, index) => `${quoted(name)} AS c${index}`).join(', ')} FROM temp.${VIEW}` }
}
