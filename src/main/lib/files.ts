import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The file system operations for storing a small file. Each call rejects with the system's error. */
export interface Files {
  /** The text of a file, or null if it does not exist. */
  read(path: string): Promise<string | null>
  /** Writes a whole file, readable only by the user, and returns when it is on the disk. */
  writeDurably(path: string, content: string | Uint8Array): Promise<void>
  /** Replaces a file by another atomically. */
  rename(from: string, to: string): Promise<void>
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>
  /** Makes a rename in this folder survive a power cut, if the system supports that. */
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

/** Whether an error code means that there is no space: on the disk, for this user, or for a file of this size. */
export function isDiskFull(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}

/** The system's error code, for example `ENOSPC`; `unknown` if there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

/**
 * Replaces a file so that at every moment, even after a power cut, it has either the complete old or the complete new
 * content. Rejects with the system's error, and then the old content stays.
 */
export async function writeAtomically(files: Files, path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await files.writeDurably(temporary, content)
    await files.rename(temporary, path)
  } catch (error) {
    // the first error is the relevant one
    await files.remove(temporary).catch(() => {})
    throw error
  }
  await files.syncFolder(dirname(path))
}
