import Database from 'libsql'
import { z } from '../../shared/lib/zod'
import { makePrivate } from './private-file'

/** The result of locking a file. */
export type Hold =
  | { readonly kind: 'held'; release(): void }
  | { readonly kind: 'held-elsewhere' }
  | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Locks a file exclusively, for this and all other processes. The system releases the lock when the process ends,
 * however that happens, so that no stale lock is left. The file is an empty database, because SQLite's locks work on
 * every system.
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
