import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from '../../../shared/lib/zod'

const schema = z.strictObject({ version: z.literal(1), secrets: z.record(z.string(), z.base64()) })

/** Encrypted secrets by name, in base64. */
export type SealedSecrets = Readonly<Record<string, string>>

/** Reads the file; null when there is none. Rejects when it is there and is not such a file: it is then left as it is. */
export async function readSecretFile(path: string): Promise<SealedSecrets | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return schema.parse(JSON.parse(text)).secrets
}

/** Writes the file anew, readable by its owner alone. It is either the old one or the new one, also after a power cut. */
export async function writeSecretFile(path: string, secrets: SealedSecrets): Promise<void> {
  const next = `${path}.next`
  await rm(next, { force: true })
  const file = await open(next, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ version: 1, secrets })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(next, path)
  await syncFolder(dirname(path))
}

/** Makes the new name last. Windows can't open a folder for this and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
