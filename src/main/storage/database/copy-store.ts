import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from '../../lib/private-file'
import type { Store } from './store'

/** Name of the folder with the copies, in the user's data folder. */
export const BACKUP_FOLDER = 'backups'

/** Copies a store into the folder under a name made from the time, completely or not at all. Throws the engine's error. */
export function copyStore(store: Pick<Store, 'copyTo'>, folder: string, now: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const part = join(folder, `part-${process.pid}.db`)
  rmSync(part, { force: true })
  try {
    // the engine takes an empty file for none
    makePrivate(part)
    store.copyTo(part)
    renameSync(part, join(folder, `parley-${new Date(now).toISOString().replace(/[:.]/g, '-')}.db`))
  } finally {
    rmSync(part, { force: true })
  }
}
