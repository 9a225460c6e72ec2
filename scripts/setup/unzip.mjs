import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { inProject } from './project.mjs'

/**
 * Unpacks a zip file one entry after the other, preserving modes. `nameFor(entryName)` returns the place of each within `folder`, or
 * null to leave it out. Rejects on a damaged archive and on names that point outside.
 */
export async function unzip(zipFile, folder, nameFor) {
  const yauzl = createRequire(inProject('package.json'))('yauzl')
  const zip = await promisify(yauzl.open)(zipFile, { lazyEntries: true })
  const openEntry = promisify(zip.openReadStream.bind(zip))
  const write = async (entry) => {
    const name = entry.fileName.endsWith('/') ? null : nameFor(entry.fileName)
    if (name === null) return
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    const mode = (entry.externalFileAttributes >>> 16) & 0o777
    await pipeline(await openEntry(entry), createWriteStream(file, { mode: mode === 0 ? 0o644 : mode }))
  }
  try {
    await new Promise((resolve, reject) => {
      zip.on('end', resolve).on('error', reject)
      zip.on('entry', (entry) => write(entry).then(() => zip.readEntry(), reject))
      zip.readEntry()
    })
  } finally {
    zip.close()
  }
}
