import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startGateway } from '../../support/gateway-rig'
import { finish, says, textRecording, words } from '../../support/text-recording'

const fixtures = [textRecording([words, says('Hello.'), finish()])]
const said = { id: 'chat', messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] }

test('added and revoked clients are in the audit trail with their scopes, and its chain is valid', async () => {
  const rig = await startGateway({ fixtures })
  const page = await rig.addClient('page', ['chat', 'approve-low', 'approve-medium'], ['http://localhost:3000'])
  await rig.app.call('gateway.revokeClient', { clientId: page.clientId })
  const { entries, check } = await rig.app.call('audit.list', { kind: 'client', limit: 10 })
  const told = {
    kind: 'client',
    clientId: page.clientId,
    name: 'page',
    scopes: ['chat', 'approve-low', 'approve-medium'],
    origins: ['http://localhost:3000'],
  }
  const ofPage = entries.filter(({ event }) => event.kind === 'client' && event.clientId === page.clientId).map(({ event }) => event)
  expect(ofPage).toHaveLength(2)
  expect(ofPage).toEqual(
    expect.arrayContaining([
      { ...told, what: 'added' },
      { ...told, what: 'revoked' },
    ]),
  )
  expect(entries).toHaveLength(3)
  expect(check).toEqual({ entries: 3, brokenAt: null })
  expect(JSON.stringify(entries)).not.toContain(page.token)
})

test('a token is in no file, only its hash is; it survives a restart, and a revoked one never comes back', async () => {
  const before = await startGateway({ fixtures, limits: { closing: 20 } })
  const gone = await before.addClient('gone', ['chat'])
  const ask = (url: string, token: string) =>
    fetch(`${url}/api/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(said),
    }).then(async (response) => ({ status: response.status, text: await response.text() }))
  expect([(await ask(before.url, before.token)).status, (await ask(before.url, gone.token)).status]).toEqual([200, 200])
  await before.app.call('gateway.revokeClient', { clientId: gone.clientId })
  expect((await ask(before.url, gone.token)).status).toBe(401)
  await before.app.stop()

  const folder = before.app.userDataFolder
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    names.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
  )
  const hashes = [before.token, gone.token].map((token) => createHash('sha256').update(token).digest('hex'))
  for (const token of [before.token, gone.token]) {
    expect(files.some((text) => text.includes(token))).toBe(false)
    expect(files.some((text) => text.includes(Buffer.from(token).toString('base64').slice(0, 40)))).toBe(false)
  }
  for (const hash of hashes) expect(files.some((text) => text.includes(hash))).toBe(true)

  const after = await startGateway({ fixtures, userDataFolder: folder, name: 'second' })
  expect((await ask(after.url, before.token)).status).toBe(200)
  expect((await ask(after.url, gone.token)).status).toBe(401)
})
