import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../shared/lib/clock'
import { failure, type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { checkFile } from './check-file'
import { BACKUP_FOLDER, copyStore } from './copy-store'
import { eraseConversation } from './erase-conversation'
import { openFile } from './open-store'
import { openSqlDatabase } from './sql-database'
import { type Store, storeOver } from './store'

/** A copy of the store from some point in time. */
export interface Backup {
  /** its file's name, which is also its id */
  readonly name: string
  /** ms since the epoch */
  readonly at: number
  readonly bytes: number
  /** null if it is damaged or from a newer Parley: it cannot be restored */
  readonly conversations: number | null
}

/** The latest copies of the store, in a folder of their own; each is complete or absent. */
export interface Backups {
  /** Newest first. */
  list(): Promise<readonly Backup[]>
  /** Copies the current store, and removes the oldest copies. Throws the engine's error if the disk does not accept it. */
  make(): void
  /** When the newest was made, in ms since the epoch; null if there is none. */
  newest(): number | null
  /** Opens a copy of a backup, at the newest schema, while `body` runs; the backup itself is not changed. */
  read<Value>(name: string, body: (store: Store, file: string) => Value | Promise<Value>): Promise<Result<Value>>
  /** Removes a conversation from every copy. A copy from which it cannot be removed is deleted, because erased data must be gone. */
  erase(conversationId: string): void
  /** Removes all copies. */
  eraseAll(): void
}

/** The number of copies to keep. */
export const MAX_BACKUPS = 7

/** Begins the name of a copy that is being read. */
const READING = 'reading-'

const nameSchema = z.string().regex(/^parley-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.db$/)
const countSchema = z.object({ count: z.number() })

export function openBackups(userDataFolder: string, store: Pick<Store, 'copyTo'>, clock: Clock): Backups {
  const folder = join(userDataFolder, BACKUP_FOLDER)
  const names = (): readonly string[] =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => nameSchema.safeParse(name).success)
          .sort()
          .reverse()
      : []
  let reads = 0
  // a process that ended while it read a backup left its copy, from which nothing is erased
  if (existsSync(folder)) for (const name of readdirSync(folder)) if (name.startsWith(READING)) rmSync(join(folder, name), { force: true })

  return {
    async list() {
      const listed = await Promise.all(names().map((name) => described(join(folder, name), name)))
      return listed.filter((backup) => backup !== null)
    },
    newest: () => {
      const [name] = names()
      return name === undefined ? null : timeOf(name)
    },
    make() {
      copyStore(store, folder, clock.now())
      for (const old of names().slice(MAX_BACKUPS)) rmSync(join(folder, old), { force: true })
    },
    async read(name, body) {
      if (!names().includes(name)) return failure('backup-gone', 'This backup does not exist any more. Choose another one.')
      reads += 1
      const copy = join(folder, `${READING}${reads}.db`)
      try {
        await copyFile(join(folder, name), copy)
        const checked = await checkFile(copy).catch(() => 'no database')
        const opened = openFile(copy, { checked })
        if (!opened.ok)
          return failure(
            'backup-damaged',
            'This backup is damaged or was made by a newer Parley, so nothing was restored. Choose another one.',
          )
        const from = storeOver(opened.value, { clock, unreadable: () => {} })
        try {
          return success(await body(from, copy))
        } finally {
          from.close()
        }
      } finally {
        for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true })
      }
    },
    erase(conversationId) {
      for (const name of names()) {
        const file = join(folder, name)
        if (!eraseIn(file, conversationId)) rmSync(file, { force: true })
        for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
      }
    },
    // a copy that is being checked can't be removed on Windows
    eraseAll: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}

function timeOf(name: string): number {
  const stamp = name.slice('parley-'.length, -'.db'.length)
  return Date.parse(stamp.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'))
}

/** The facts of a copy; null if it was removed meanwhile. */
async function described(file: string, name: string): Promise<Backup | null> {
  const conversations = await countIn(file)
  const bytes = statSync(file, { throwIfNoEntry: false })?.size
  return bytes === undefined ? null : { name, at: timeOf(name), bytes, conversations }
}

/** The number of conversations in a copy; null if it is not completely readable. */
async function countIn(file: string): Promise<number | null> {
  try {
    if ((await checkFile(file)) !== 'ok') return null
    const database = openSqlDatabase(file)
    try {
      return database.first(countSchema, 'SELECT count(*) AS count FROM conversations')?.count ?? null
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

/** False if the file cannot be changed: it is damaged, or its schema differs. */
function eraseIn(file: string, conversationId: string): boolean {
  try {
    const database = openSqlDatabase(file)
    try {
      // a check that reads the copy ends soon; a copy that can't be written would be deleted
      database.script('PRAGMA busy_timeout = 60000')
      const held = database.first(countSchema, 'SELECT count(*) AS count FROM conversations WHERE conversationId = ?', conversationId)
      if (held?.count !== 0) eraseConversation(database, conversationId)
      return true
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}
