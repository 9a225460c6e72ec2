import { dirname } from 'node:path'
import type { Files } from './files'

/**
 * Replaces a file so that at every moment, also after a power cut, the old text or the new one stands there, whole. Rejects
 * with the system's error, and then the old text stands.
 */
export async function writeAtomically(files: Files, path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await files.writeDurably(temporary, text)
    await files.rename(temporary, path)
  } catch (error) {
    // the fault that matters is the first one
    await files.remove(temporary).catch(() => {})
    throw error
  }
  await files.syncFolder(dirname(path))
}
