import Database from 'libsql/promise'
import { z } from '../../../shared/lib/zod'

const resultSchema = z.tuple([z.object({ quick_check: z.string() })])

/** What is used of the engine's connection, whose types name nothing more exactly. */
interface Connection {
  exec(sql: string): Promise<void>
  prepare(sql: string): Promise<{ all(): Promise<unknown> }>
  close(): void
}

/**
 * What SQLite's `quick_check` says first about a file: `ok`, or what is damaged. Rejects where the file is no database or can't be read.
 * A large file is read for seconds, which happens in a thread of the engine: only `exec` runs there, so the result goes through a
 * temporary table.
 */
export async function checkFile(file: string): Promise<string> {
  const database: Connection = new Database(file, {})
  try {
    await database.exec("CREATE TEMP TABLE first_problem AS SELECT quick_check FROM pragma_quick_check(1, 'main')")
    const statement = await database.prepare('SELECT quick_check FROM temp.first_problem')
    const [{ quick_check: found }] = resultSchema.parse(await statement.all())
    return found
  } finally {
    database.close()
  }
}
