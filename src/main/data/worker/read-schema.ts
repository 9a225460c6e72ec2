import type { Database } from 'node-sqlite3-wasm'
import type { TableSchema } from '../../../shared/data/source'
import { type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { engineRefusal } from '../sandbox/compile'
import { openReadOnly } from '../sandbox/open-read-only'
import { quoted } from '../sandbox/result-columns'
import type { JobAnswer, JobAsk } from './job'

const tablesSchema = z.array(z.object({ name: z.string(), type: z.enum(['table', 'view', 'virtual', 'shadow']) }))
const columnsSchema = z.array(z.object({ name: z.string(), type: z.string(), pk: z.number() }))
const keysSchema = z.array(z.object({ from: z.string(), table: z.string(), to: z.string().nullable() }))
const countSchema = z.object({ rows: z.number().int() })

/** Tables, columns, keys and numbers of rows. What of one table can't be read leaves the others. */
export function readSchema({ file }: JobAsk<'schema'>): Result<JobAnswer<'schema'>> {
  const database = openReadOnly([file])
  try {
    const tables = tablesSchema.parse(
      database.all(
        "SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
      ),
    )
    return success({ tables: tables.map((table) => schemaOf(database, table)) })
  } catch (error) {
    return engineRefusal(error)
  } finally {
    database.close()
  }
}

function schemaOf(database: Database, { name, type }: { readonly name: string; readonly type: string }): TableSchema {
  const kind = type === 'view' ? 'view' : 'table'
  const columns =
    quietly(() => columnsSchema.parse(database.all('SELECT name, type, pk FROM pragma_table_xinfo(?) ORDER BY cid', [name]))) ?? []
  const keys = quietly(() =>
    keysSchema.parse(database.all('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq', [name])),
  )
  return {
    name,
    kind,
    rows:
      // a view may be a long query, and a virtual table may read one
      type !== 'table'
        ? null
        : (quietly(() => countSchema.parse(database.get(`SELECT count(*) AS rows FROM main.${quoted(name)}`)).rows) ?? null),
    columns: columns.map((column) => ({ name: column.name, type: column.type, key: column.pk > 0 })),
    foreignKeys: (keys ?? []).map(({ from, table, to }) => ({ column: from, table, references: to ?? '' })),
  }
}

function quietly<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}
