import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const PRIVATE = 0o600
const OTHERS = 0o077

/**
 * Makes a file that its owner alone may read, or takes it from all others where it is there. Databases are made by this first: what
 * the engine writes beside one has the rights of the file itself. A file that can't be changed is left to whoever opens it next. An
 * existing one is not opened: closing it would let go of the locks that this process holds on it.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', PRIVATE))
  } catch {
    try {
      const { mode } = statSync(file)
      // its owner's own rights stay: who made it read-only wants it so
      if ((mode & OTHERS) !== 0) chmodSync(file, mode & 0o700)
    } catch {
      // not there and can't be made, or not the user's own
    }
  }
}
