import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** The bytes of all files in a folder and its subfolders, 0 where there is none. Files that vanish meanwhile are skipped. */
export async function bytesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    bytes += await stat(path.join(entry.parentPath ?? entry.path, entry.name)).then(
      ({ size }) => size,
      () => 0,
    )
  }
  return bytes
}

/** Bytes as megabytes, with their unit. */
export const megabytes = (bytes) => `${Math.round(bytes / 1_000_000)} MB`
