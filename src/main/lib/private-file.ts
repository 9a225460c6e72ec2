import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const PRIVATE = 0o600
const OTHERS = 0o077

/**
 * Creates a file that only its owner can read, or removes all other permissions from an existing one. Databases are created by this
 * first: the files that the engine writes next to one get the same permissions. A file that can't be changed is left for the
 * caller's open to report. An existing file is not opened: closing it would release the locks that this process holds on it.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', PRIVATE))
  } catch {
    try {
      const { mode } = statSync(file)
      // the owner's own permissions stay: a read-only file is intended
      if ((mode & OTHERS) !== 0) chmodSync(file, mode & 0o700)
    } catch {
      // it does not exist and can't be created, or is not the user's own
    }
  }
}
