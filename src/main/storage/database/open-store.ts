import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Failure, failure, type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { messageOf } from '../../../shared/messages/message'
import { STORE_FILE } from '../../lib/store-file'
import { checkFile } from './check-file'
import { BACKUP_FOLDER, copyStore } from './copy-store'
import { APPLICATION_ID, migrate, migrations, schemaVersion } from './migrations'
import { openSqlDatabase, type SqlDatabase, type SqlDatabaseOptions } from './sql-database'
import { type Store, type StoreOptions, storeOver } from './store'

export { STORE_FILE }

/** A ready store. `setAside` is the name (not the path) of the damaged file that was kept next to it, or null. */
export interface OpenedStore {
  readonly store: Store
  readonly setAside: string | null
}

/** Why there is no store. In each case the file is unchanged. */
export type StoreFailure = Failure & { readonly code: 'store-newer' | 'store-foreign' | 'store-unavailable' }

/**
 * Opens the database of a data folder, creates it if missing, and migrates it to the newest schema. A file of a newer Parley, or of
 * another program, is refused and left alone. A damaged file is moved aside, with its log, and replaced by an empty one. Before an
 * older schema is changed, the file is copied to the backups. `checked`: what `checkStore` found in the file; otherwise it is checked here.
 */
export function openStore(folder: string, options: StoreOptions, checked?: string): Result<OpenedStore, StoreFailure> {
  const file = join(folder, STORE_FILE)
  const copyBefore = (database: SqlDatabase): void => {
    try {
      copyStore({ copyTo: (path) => database.run('VACUUM INTO ?', path) }, join(folder, BACKUP_FOLDER), options.clock.now())
    } catch {
      // an upgrade changes the file in whole steps: it is safe without a copy, too
    }
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const first = openFile(file, { ...options, beforeMigration: copyBefore, ...(checked !== undefined && { checked }) })
    if (first.ok) return success({ store: storeOver(first.value, options), setAside: null })
    if (first.error.code !== 'store-damaged') return { ok: false, error: { ...first.error, code: first.error.code } }
    const setAside = moveAside(folder, options.clock.now())
    const second = openFile(file, options)
    if (second.ok) return success({ store: storeOver(second.value, options), setAside })
    return unavailable(second.error.code)
  } catch (error) {
    return unavailable(codeOf(error))
  }
}

/**
 * What `checkFile` finds in the database of a data folder: reading a large file takes seconds, which must not block the process. Undefined
 * where there is nothing to check, or where the file is refused or broken in a way that `openStore` finds at once. Never rejects.
 */
export async function checkStore(folder: string): Promise<string | undefined> {
  const file = join(folder, STORE_FILE)
  let database: SqlDatabase | null = null
  try {
    if (!existsSync(file)) return undefined
    // while this connection is open, the end of the other one does not change the file: a refused one is left as it is
    database = openSqlDatabase(file)
    return refusedUnread(database) === null ? await checkFile(file) : undefined
  } catch {
    return undefined
  } finally {
    database?.close()
  }
}

/** A store that is not saved: for a session whose file was refused, and for tests. */
export function openMemoryStore(options: StoreOptions): Store {
  const database = openSqlDatabase(':memory:')
  migrate(database)
  return storeOver(database, options)
}

type OpenFailure = Failure & { readonly code: StoreFailure['code'] | 'store-damaged' }

interface OpenFileOptions extends Pick<SqlDatabaseOptions, 'clock' | 'onFlush'> {
  /** Runs before an older schema is changed. */
  readonly beforeMigration?: (database: SqlDatabase) => void
  /** What `checkFile` found in the file, where it was checked before. */
  readonly checked?: string
}

/** Opens one file at the newest schema. Throws if the system refuses. */
export function openFile(file: string, { beforeMigration, checked, ...flushes }: OpenFileOptions = {}): Result<SqlDatabase, OpenFailure> {
  let database: SqlDatabase | null = null
  try {
    database = openSqlDatabase(file, flushes)
    const refusal = refusalOf(database, checked)
    if (refusal === null) {
      const version = schemaVersion(database)
      if (version > 0 && version < migrations.length) beforeMigration?.(database)
      migrate(database)
      return success(database)
    }
    database.close()
    return { ok: false, error: refusal }
  } catch (error) {
    database?.close()
    if (isDamage(error)) return failure('store-damaged', messageOf('store-damaged'))
    throw error
  }
}

const applicationSchema = z.object({ application_id: z.number() })
const countSchema = z.object({ count: z.number() })
const checkSchema = z.object({ quick_check: z.string() })

/** Why this file is not one for this Parley; null where it is, as far as its head says. */
function refusedUnread(database: SqlDatabase): OpenFailure | null {
  const version = schemaVersion(database)
  const application = database.first(applicationSchema, 'PRAGMA application_id')?.application_id ?? 0
  const tables = database.first(countSchema, 'SELECT count(*) AS count FROM sqlite_schema')?.count ?? 0
  if (application !== APPLICATION_ID && (tables > 0 || application !== 0)) {
    return failure('store-foreign', messageOf('store-foreign', { file: STORE_FILE })).error
  }
  if (version > migrations.length) {
    return failure('store-newer', messageOf('store-newer', { version, known: migrations.length })).error
  }
  return null
}

/** Checks a file without changing anything but an index that can be rebuilt. */
function refusalOf(database: SqlDatabase, checked?: string): OpenFailure | null {
  const refused = refusedUnread(database)
  if (refused !== null) return refused
  const version = schemaVersion(database)
  const check = checked ?? quickCheck(database)
  // the index can be rebuilt from the texts; only what cannot be rebuilt counts as damaged
  const mended = check.includes('FTS5') && version === migrations.length ? rebuildIndex(database) : check
  return mended === 'ok' ? null : failure('store-damaged', messageOf('store-damaged')).error
}

function quickCheck(database: SqlDatabase): string {
  return database.first(checkSchema, 'PRAGMA quick_check(1)')?.quick_check ?? ''
}

function rebuildIndex(database: SqlDatabase): string {
  database.durably(() => database.run("INSERT INTO message_index (message_index) VALUES ('rebuild')"))
  return quickCheck(database)
}

function isDamage(error: unknown): boolean {
  // the engine also says where: SQLITE_CORRUPT_VTAB, SQLITE_CORRUPT_INDEX
  return /^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error))
}

/** The short code of an error. Its text may name a folder of the user, so it is not passed on. */
function codeOf(error: unknown): string {
  const code = codeSchema.safeParse(error).data?.code ?? ''
  return code === '' ? 'no access' : code
}

const codeSchema = z.object({ code: z.string() })

/** Names of damaged files that were kept, and their logs. */
export const DAMAGED_FILE = /^parley\.damaged-.*\.db(-wal|-shm)?$/

/** Renames the damaged file and its log to a free name; returns that name. */
function moveAside(folder: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-')
  const [name = STORE_FILE] = Array.from(
    { length: 1000 },
    (_, count) => `parley.damaged-${stamp}${count === 0 ? '' : `-${count}`}.db`,
  ).filter((candidate) => !existsSync(join(folder, candidate)))
  for (const suffix of ['', '-wal', '-shm']) {
    const from = join(folder, `${STORE_FILE}${suffix}`)
    if (existsSync(from)) renameSync(from, join(folder, `${name}${suffix}`))
  }
  return name
}

function unavailable(cause: string): { readonly ok: false; readonly error: StoreFailure } {
  return failure('store-unavailable', messageOf('store-unavailable', { code: cause }))
}
