import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Cipher, secretStore } from '../../../src/main/platform/secrets/secret-store'
import { tempFolder } from '../../support/temp-folder'

/** A fake key store: reversible, and visibly different from the text itself. */
function keyring(key: number): Cipher {
  const turn = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ key)
  return {
    backend: () => Promise.resolve('keyring'),
    encrypt: async (text) => new Uint8Array([key, ...turn(new TextEncoder().encode(text))]),
    async decrypt(bytes) {
      if (bytes[0] !== key) throw new Error('another key')
      return new TextDecoder().decode(turn(bytes.subarray(1)))
    },
  }
}

const noKeyring: Cipher = {
  backend: () => Promise.resolve('memory'),
  encrypt: () => Promise.reject(new Error('no key')),
  decrypt: () => Promise.reject(new Error('no key')),
}

function bench(cipher: Cipher, folder = tempFolder()) {
  const file = join(folder, 'secrets.json')
  const reports: string[] = []
  return { folder, file, reports, store: secretStore(cipher, file, (what) => reports.push(what)) }
}

describe('with a key store', () => {
  it('a secret is read back, also by the next start, and its text is not in the file', async () => {
    const { store, file, folder } = bench(keyring(7))
    expect(await store.backend()).toBe('keyring')
    await store.write('gemini-key', 'canary-0123456789')
    expect(await store.read('gemini-key')).toBe('canary-0123456789')
    expect(await bench(keyring(7), folder).store.read('gemini-key')).toBe('canary-0123456789')
    expect(readFileSync(file, 'utf8')).not.toContain('canary')
  })

  it('the file is only its owner’s, and there are no other files next to it', async () => {
    const { store, file, folder } = bench(keyring(7))
    await store.write('a', '1')
    await store.write('b', '2')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })

  it('simultaneous writes all count', async () => {
    const { store } = bench(keyring(7))
    await Promise.all(Array.from({ length: 20 }, (_, index) => store.write(`secret-${index}`, `value-${index}`)))
    await Promise.all([store.remove('secret-3'), store.write('secret-4', 'new')])
    expect(await store.read('secret-3')).toBeNull()
    expect(await store.read('secret-4')).toBe('new')
    expect(await store.read('secret-19')).toBe('value-19')
  })

  it('a half-written file of a killed write has no effect and is removed', async () => {
    const { store, file, folder } = bench(keyring(7))
    await store.write('a', '1')
    writeFileSync(`${file}.next`, '{"version":1,"secr')
    expect(await store.read('a')).toBe('1')
    await store.write('b', '2')
    expect(await store.read('a')).toBe('1')
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })

  it('a secret of another key reads as none, and stays', async () => {
    const { store, folder, file } = bench(keyring(7))
    await store.write('a', '1')
    const before = readFileSync(file, 'utf8')
    const other = bench(keyring(9), folder)
    expect(await other.store.read('a')).toBeNull()
    expect(other.reports).toHaveLength(1)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it.each([
    ['cut off', '{"version":1,"secr'],
    ['of a newer version', '{"version":2,"secrets":{}}'],
    ['empty', ''],
    ['of another shape', '[]'],
    ['with a secret that is no base64', '{"version":1,"secrets":{"a":"%"}}'],
  ])('a file that is %s reads as empty and is never overwritten', async (_name, content) => {
    const { store, file } = bench(keyring(7))
    writeFileSync(file, content)
    expect(await store.read('a')).toBeNull()
    await expect(store.write('a', '1')).rejects.toThrow()
    await expect(store.remove('a')).rejects.toThrow()
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  it('a folder in place of the file is refused, not removed', async () => {
    const { store, file } = bench(keyring(7))
    mkdirSync(file)
    await expect(store.write('a', '1')).rejects.toThrow()
    expect(statSync(file).isDirectory()).toBe(true)
  })

  it('a failed write does not prevent the next one', async () => {
    const { store, file, folder } = bench(keyring(7))
    await store.write('a', '1')
    mkdirSync(`${file}.next`)
    await expect(store.write('b', '2')).rejects.toThrow()
    rmdirSync(`${file}.next`)
    await store.write('c', '3')
    expect(await store.read('a')).toBe('1')
    expect(await store.read('b')).toBeNull()
    expect(await store.read('c')).toBe('3')
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })
})

describe('without a key store', () => {
  it('a secret lives until the end and is never written', async () => {
    const { store, file, folder } = bench(noKeyring)
    expect(await store.backend()).toBe('memory')
    await store.write('a', '1')
    expect(await store.read('a')).toBe('1')
    expect(existsSync(file)).toBe(false)
    expect(await bench(noKeyring, folder).store.read('a')).toBeNull()
    await store.remove('a')
    expect(await store.read('a')).toBeNull()
  })

  it('an earlier file is neither read nor changed', async () => {
    const { store, folder, file } = bench(keyring(7))
    await store.write('a', '1')
    const before = readFileSync(file, 'utf8')
    const later = bench(noKeyring, folder).store
    expect(await later.read('a')).toBeNull()
    await later.write('a', '2')
    await later.remove('a')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it.each([
    ['gone', noKeyring],
    ['another one', keyring(9)],
  ])('a key store that is %s is detected if it has secrets, and all of them can be read when it is back', async (_name, cipher) => {
    const { store, folder } = bench(keyring(7))
    await store.write('a', '1')
    expect([await store.isLocked('a'), await store.isLocked('b')]).toEqual([false, false])
    const later = bench(cipher, folder).store
    expect([await later.isLocked('a'), await later.isLocked('b')]).toEqual([true, false])
    expect(await bench(keyring(7), folder).store.read('a')).toBe('1')
    expect(await bench(noKeyring).store.isLocked('a')).toBe(false)
  })
})
