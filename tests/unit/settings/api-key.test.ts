import { describe, expect, test } from 'vitest'
import type { SecretStore } from '../../../src/main/platform/platform'
import { KEY_VARIABLE, openApiKey } from '../../../src/main/storage/settings/api-key'
import { messageOf } from '../../../src/shared/messages/message'

const key = 'AIzaSyCanary-0123456789_abcdefghijklmnop'
const otherKey = 'AIzaSyOther-0123456789_abcdefghijklWXYZ'

/** A key store in memory, like that of a system without a keyring. */
function memorySecrets(kept = new Map<string, string>()): SecretStore {
  return {
    backend: async () => 'memory',
    read: async (name) => kept.get(name) ?? null,
    isLocked: async () => false,
    write: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  }
}

const locked: SecretStore = {
  backend: async () => 'keyring',
  read: async () => Promise.reject(new Error('locked')),
  isLocked: async () => true,
  write: async () => Promise.reject(new Error('locked')),
  remove: async () => Promise.reject(new Error('locked')),
}

const reports: unknown[] = []
const open = (environment: Record<string, string>, secrets = memorySecrets()) =>
  openApiKey(environment, secrets, (error) => reports.push(error), '')

describe('the key', () => {
  test('is missing if there is none', async () => {
    const apiKey = await open({ [KEY_VARIABLE]: '  ' })
    expect(apiKey.current()).toBeNull()
    expect(apiKey.state()).toEqual({ source: 'none', storage: 'memory' })
    expect(apiKey.environmentProblem).toBeNull()
  })

  test('comes from the environment', async () => {
    const apiKey = await open({ [KEY_VARIABLE]: ` ${key}\n` })
    expect(apiKey.current()).toBe(key)
    expect(apiKey.state().source).toBe('environment')
  })

  test('that was saved is used before the environment’s, until it is removed', async () => {
    const apiKey = await open({ [KEY_VARIABLE]: key })
    expect(await apiKey.save(otherKey, '')).toEqual({ ok: true, value: { source: 'settings', storage: 'memory', ending: 'WXYZ' } })
    expect(apiKey.current()).toBe(otherKey)
    expect(await apiKey.remove()).toEqual({ ok: true, value: { source: 'environment', storage: 'memory', ending: 'mnop' } })
    expect(apiKey.current()).toBe(key)
  })

  test('that was saved is there at the next start', async () => {
    const kept = new Map<string, string>()
    await (await open({}, memorySecrets(kept))).save(key, '')
    expect((await open({}, memorySecrets(kept))).current()).toBe(key)
  })

  test('is trimmed', async () => {
    const apiKey = await open({})
    await apiKey.save(`\n ${key}\t`, '')
    expect(apiKey.current()).toBe(key)
  })
})

describe('a key is refused, the current one stays, and no part of it is repeated', () => {
  test.each([
    ['of nothing', ' \n', 'key-empty'],
    ['with a gap', `${key} ${key}`, 'key-malformed'],
    ['with a line break', `${key}\n${key}`, 'key-malformed'],
    ['with a control character', `${key}\u0000x`, 'key-malformed'],
    ['with a zero-width space', `AIza\u200b${key}`, 'key-malformed'],
    ['in full-width letters', 'ＡＩｚａ', 'key-malformed'],
  ])('%s', async (_, bad, code) => {
    const apiKey = await open({ [KEY_VARIABLE]: otherKey })
    const saved = await apiKey.save(bad, '')
    expect(saved).toMatchObject({ ok: false, error: { code } })
    expect(JSON.stringify(saved)).not.toContain('AIza')
    expect(apiKey.current()).toBe(otherKey)
  })

  test('even if it comes from the environment', async () => {
    const apiKey = await open({ [KEY_VARIABLE]: `${key} # my key` })
    expect(apiKey.current()).toBeNull()
    expect(apiKey.environmentProblem).toEqual(
      messageOf('key-variable-ignored', { variable: KEY_VARIABLE, problem: messageOf('key-malformed') }),
    )
    expect(JSON.stringify(apiKey.environmentProblem)).not.toContain(key)
  })
})

describe('a locked key store', () => {
  test('does not keep the app from starting', async () => {
    const apiKey = await open({ [KEY_VARIABLE]: key }, locked)
    expect(apiKey.current()).toBe(key)
    expect(reports).toContainEqual(new Error('locked'))
    expect(apiKey.storeProblem).toEqual(messageOf('key-store-closed'))
    expect((await open({})).storeProblem).toBeNull()
  })

  test('refuses a new key, and says what to do', async () => {
    const apiKey = await open({}, locked)
    expect(await apiKey.save(key, '')).toMatchObject({
      ok: false,
      error: { code: 'key-not-stored', message: expect.stringContaining('Unlock') },
    })
    expect(apiKey.current()).toBeNull()
    expect(await apiKey.remove()).toMatchObject({ ok: false, error: { code: 'key-not-stored' } })
  })
})

test('a key goes to the host that it was entered for, and to another one only once the user agreed to it', async () => {
  const kept = new Map<string, string>()
  const apiKey = await open({ [KEY_VARIABLE]: otherKey }, memorySecrets(kept))
  expect([apiKey.keyFor(''), apiKey.keyFor('evil.example')]).toEqual([otherKey, null])
  await apiKey.save(key, 'proxy.example')
  const again = await open({ [KEY_VARIABLE]: otherKey }, memorySecrets(kept))
  expect([again.keyFor('proxy.example'), again.keyFor('evil.example'), again.keyFor('')]).toEqual([key, null, null])
  await again.bindTo('other.example')
  const third = await open({}, memorySecrets(kept))
  expect([third.keyFor('other.example'), third.keyFor('proxy.example')]).toEqual([key, null])
})

test('a key of an earlier Parley belongs to the address that is set when this version first starts, and stays so', async () => {
  const kept = new Map([['gemini-api-key', key]])
  const first = await openApiKey({}, memorySecrets(kept), (error) => reports.push(error), 'proxy.example')
  expect(first.keyFor('proxy.example')).toBe(key)
  const later = await openApiKey({}, memorySecrets(kept), (error) => reports.push(error), 'evil.example')
  expect([later.keyFor('evil.example'), later.keyFor('proxy.example')]).toEqual([null, key])
})

test('no state of the key shows the key', async () => {
  const apiKey = await open({ [KEY_VARIABLE]: key })
  await apiKey.save(otherKey, '')
  expect(JSON.stringify([apiKey, apiKey.state()])).not.toContain('AIza')
})

test('the state identifies a key by its last four characters, but not a key so short that they would reveal it', async () => {
  const apiKey = await open({ [KEY_VARIABLE]: 'a-key-for-tests' })
  expect(apiKey.state()).toEqual({ source: 'environment', storage: 'memory' })
  await apiKey.save(key, '')
  expect(apiKey.state().ending).toBe('mnop')
})
