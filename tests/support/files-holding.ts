import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a folder, at any depth, that contain a text: as UTF-8, as UTF-16, or escaped as in JSON. */
export function filesHolding(folder: string, text: string): readonly string[] {
  const escaped = text.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le'), Buffer.from(escaped, 'utf8')]
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return []
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    return needles.some((needle) => bytes.includes(needle)) ? [path.slice(folder.length + 1)] : []
  })
}
