import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from '../../../shared/lib/zod'
import type { SecretStore } from '../platform'

/** Encrypts with a key that the system stores. */
export interface Cipher {
  /** Whether there is such a key; checked once. */
  backend(): Promise<'keyring' | 'memory'>
  encrypt(text: string): Promise<Uint8Array>
  /** Rejects if the bytes were encrypted with another key. */
  decrypt(bytes: Uint8Array): Promise<string>
}

const schema = z.strictObject({ version: z.literal(1), secrets: z.record(z.string(), z.base64()) })

/** Encrypted secrets by name, in base64. */
type SealedSecrets = Readonly<Record<string, string>>

/** Reads the file; null if there is none. Rejects if it exists and is invalid: it is then left unchanged. */
async function readSecretFile(path: string): Promise<SealedSecrets | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return schema.parse(JSON.parse(text)).secrets
}

/** Replaces the file atomically, readable only by its owner, even across a power cut. */
async function writeSecretFile(path: string, secrets: SealedSecrets): Promise<void> {
  const next = `${path}.next`
  await rm(next, { force: true })
  try {
    const file = await open(next, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify({ version: 1, secrets })}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(next, path)
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

/** Makes the rename durable. Windows cannot open a folder for this and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Secrets that are forgotten when the app quits; nothing is written to disk. */
export function memorySecretStore(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    backend: () => Promise.resolve('memory'),
    read: (name) => Promise.resolve(secrets.get(name) ?? null),
    isLocked: () => Promise.resolve(false),
    write: async (name, value) => void secrets.set(name, value),
    remove: async (name) => void secrets.delete(name),
  }
}

/**
 * Secrets in one file, encrypted by the system's key store if there is one, otherwise in memory until quit. Without a key store an
 * older file is neither read nor changed. An unreadable file is kept: it reads as empty and a write is refused. Writes are serialized.
 */
export function secretStore(cipher: Cipher, file: string, report: (what: string, detail: unknown) => void): SecretStore {
  const memory = memorySecretStore()
  let backend: Promise<'keyring' | 'memory'> | null = null
  let lastWrite: Promise<void> = Promise.resolve()
  const isStored = async (): Promise<boolean> => {
    backend ??= cipher.backend()
    return (await backend) === 'keyring'
  }
  const change = (next: (sealed: SealedSecrets) => Promise<SealedSecrets>): Promise<void> => {
    const write = lastWrite.then(async () => {
      const before = (await readSecretFile(file)) ?? {}
      const after = await next(before)
      if (after !== before) await writeSecretFile(file, after)
    })
    lastWrite = write.catch(() => undefined)
    return write
  }
  async function read(name: string): Promise<string | null> {
    if (!(await isStored())) return memory.read(name)
    try {
      await lastWrite
      const sealed = new Map(Object.entries((await readSecretFile(file)) ?? {})).get(name)
      return sealed === undefined ? null : await cipher.decrypt(Buffer.from(sealed, 'base64'))
    } catch (error) {
      report('a kept secret can not be read', error)
      return null
    }
  }

  return {
    backend: async () => ((await isStored()) ? 'keyring' : 'memory'),
    read,
    async isLocked(name) {
      const sealed = await readSecretFile(file).catch(() => 'unreadable' as const)
      if (sealed === null || (sealed !== 'unreadable' && !Object.hasOwn(sealed, name))) return false
      return (await read(name)) === null
    },
    async write(name, value) {
      if (!(await isStored())) return memory.write(name, value)
      const sealed = Buffer.from(await cipher.encrypt(value)).toString('base64')
      await change(async (others) => ({ ...others, [name]: sealed }))
    },
    async remove(name) {
      if (!(await isStored())) return memory.remove(name)
      // what is not there takes no write, which a full disk would refuse
      await change(async (others) =>
        !Object.hasOwn(others, name) ? others : Object.fromEntries(Object.entries(others).filter(([other]) => other !== name)),
      )
    },
  }
}
