import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The recordings in a folder and its subfolders, by name. Links are not followed. */
export async function recordingFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return recordingFiles(path)
      return Promise.resolve(entry.isFile() && /\.jsonl?$/.test(entry.name) ? [path] : [])
    }),
  )
  return found.flat().sort()
}
