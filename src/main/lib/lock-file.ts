import Database from 'libsql'
import { z } from '../../shared/lib/zod'
import { makePrivate } from './private-file'

/** What came of taking a file for oneself. */
export type Hold =
  | { readonly kind: 'held'; release(): void }
  | { readonly kind: 'held-elsewhere' }
  | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Holds a file so that nobody else can, here or in another process. The system itself lets go when the process ends,
 * however that happens: nothing stale is ever left. The file is an empty database, because SQLite's locks hold on every
 * system.
 */
export function holdFile(location: string): Hold {
  let database: Database.Database | null = null
  try {
    makePrivate(location)
    database = new Database(location)
    database.exec('PRAGMA busy_timeout = 0')
    database.exec('BEGIN EXCLUSIVE')
    const held = database
    return { kind: 'held', release: () => void held.close() }
  } catch (error) {
    database?.close()
    const code = z.object({ code: z.string() }).safeParse(error).data?.code
    return code === 'SQLITE_BUSY' ? { kind: 'held-elsewhere' } : { kind: 'failed', error }
  }
}
