import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The few things that keeping a small file needs of the file system. Each call rejects with the system's error. */
export interface Files {
  /** The text of a file, or null where there is none. */
  read(path: string): Promise<string | null>
  /** Writes a file whole, readable by the user alone, and returns when it is on the disk. */
  writeDurably(path: string, content: string | Uint8Array): Promise<void>
  /** Puts a file in the place of another in one step. */
  rename(from: string, to: string): Promise<void>
  /** Removes a file; nothing where there is none. */
  remove(path: string): Promise<void>
  /** Makes a rename in this folder last through a power cut, where the system can. */
  syncFolder(folder: string): Promise<void>
}

/** The real file system. */
export const nodeFiles: Files = {
  async read(path) {
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null
      throw error
    }
  },
  async writeDurably(path, content) {
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  async syncFolder(folder) {
    if (process.platform === 'win32') return
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
}

/** Whether the system says that there is no room: on the disk, for this user, or for a file of this size. */
export function isDiskFull(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}

/** The system's short code of an error, for example `ENOSPC`; `unknown` where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

/**
 * Replaces a file so that at every moment, also after a power cut, the old content or the new one stands there, whole.
 * Rejects with the system's error, and then the old content stands.
 */
export async function writeAtomically(files: Files, path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await files.writeDurably(temporary, content)
    await files.rename(temporary, path)
  } catch (error) {
    // the fault that matters is the first one
    await files.remove(temporary).catch(() => {})
    throw error
  }
  await files.syncFolder(dirname(path))
}
