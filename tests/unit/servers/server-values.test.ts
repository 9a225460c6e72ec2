import { expect, test } from 'vitest'
import { systemClock } from '../../../src/main/lib/system-clock'
import { memorySecretStore } from '../../../src/main/platform/secrets/secret-store'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import { commandServer, toolServerRig } from '../../support/tool-server-rig'

const server = { ...commandServer({ name: 'notes', args: [] }), on: false, variables: ['TOKEN'] }
const fullDisk = (): never => {
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
}

test('a server that can’t be stored leaves the values of its environment as they were', async () => {
  const secrets = memorySecretStore()
  const { toolServers } = openMemoryStore({ clock: systemClock, unreadable: () => {} })
  let isFull = true
  const table = { ...toolServers, save: (...row: Parameters<typeof toolServers.save>) => (isFull ? fullDisk() : toolServers.save(...row)) }
  const { servers } = toolServerRig({ secrets, table })
  await expect(servers.save(server, { TOKEN: 'first' })).rejects.toThrow('no space left')
  expect(await secrets.read('tool-server-notes')).toBeNull()
  isFull = false
  await servers.save(server, { TOKEN: 'first' })
  isFull = true
  await expect(servers.save(server, { TOKEN: 'second' })).rejects.toThrow('no space left')
  expect(await secrets.read('tool-server-notes')).toBe('{"TOKEN":"first"}')
})

test.each([
  ['a full disk', fullDisk, 'disk-full'],
  [
    'a key store that refuses them',
    () => {
      throw new Error('locked')
    },
    'key-not-stored',
  ],
])('a server whose values can’t be stored because of %s is refused in words, and not added', async (_, write, code) => {
  const { servers, table } = toolServerRig({ secrets: { ...memorySecretStore(), write: async () => write() } })
  expect(await servers.save(server, { TOKEN: 'first' })).toMatchObject({ ok: false, error: { code } })
  expect(table.list()).toEqual([])
  expect(servers.list()).toEqual([])
})
