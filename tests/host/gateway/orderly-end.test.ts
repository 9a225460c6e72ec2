import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startInProcess } from '../../support/app-in-process'
import { type GatewayRig, startGateway } from '../../support/gateway-rig'
import { openLive } from '../../support/live-client'
import { tempFolder } from '../../support/temp-folder'
import { finish, says, textRecording, words } from '../../support/text-recording'

const counts = textRecording([words, ...Array.from({ length: 200 }, (_, index) => says(`${index} `)), finish()])
const chat = JSON.stringify({ id: 'chat', messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Count.' }] }] })

/** An answer that begins and is then not read any further. */
async function unread(rig: GatewayRig): Promise<void> {
  const headers = { ...rig.headers, 'content-type': 'application/json' }
  const sent = httpRequest(`${rig.url}/api/chat`, { method: 'POST', headers })
  onTestFinished(() => void sent.destroy())
  sent.on('error', () => undefined)
  sent.end(chat)
  const [response] = await once(sent, 'response')
  response.pause()
  response.socket.pause()
}

test('64 live clients of which half are dead, an unread answer and an idle connection do not delay the end', async () => {
  const rig = await startGateway({ speed: 0.25, fixtures: [counts], limits: { closing: 100 } })
  const clients = await Promise.all(Array.from({ length: 64 }, () => openLive(rig)))
  // a client that does not read answers no close frame
  for (const { socket } of clients.slice(0, 32)) socket.pause()
  await unread(rig)
  const silent = connect(rig.port, '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  silent.on('error', () => undefined)
  await once(silent, 'connect')
  await rig.app.stop()
  const alive = clients.slice(32)
  await Promise.all(alive.map((client) => client.until(() => client.closed() !== null)))
  expect(alive.map((client) => client.closed())).toEqual(alive.map(() => 1001))
  await expect(fetch(`${rig.url}/api/health`)).rejects.toThrow()
})

// the library gives a dead client up after 30 s
test('live clients of which half are dead are not waited for as answers are', { timeout: 25_000 }, async () => {
  const rig = await startGateway({ speed: 0.25, fixtures: [counts], limits: { closing: 3_600_000 } })
  const clients = await Promise.all(Array.from({ length: 8 }, () => openLive(rig)))
  for (const { socket } of clients.slice(0, 4)) socket.pause()
  await rig.app.stop()
  const alive = clients.slice(4)
  await Promise.all(alive.map((client) => client.until(() => client.closed() !== null)))
  expect(alive.map((client) => client.closed())).toEqual(alive.map(() => 1001))
})

test('the last input is stored before anything is waited for: a kill while the app ends loses none of it', async () => {
  const rig = await startGateway({ speed: 0.5, fixtures: [counts], limits: { closing: 10_000 } })
  await unread(rig)
  const deltas = () =>
    rig.app.told('stream.chunk').flatMap(({ role, chunk }) => (role === 'assistant' && chunk.type === 'text-delta' ? [chunk.delta] : []))
  await rig.app.until(() => deltas().length > 3)
  const folder = tempFolder()
  void rig.app.stop()
  const told = deltas().join('')
  // what is on the disk now is what a kill now would leave: nothing else has its turn before it is copied
  cpSync(rig.app.userDataFolder, folder, { recursive: true })
  const { conversationId = '' } = rig.app.told('stream.chunk')[0] ?? {}
  const after = await startInProcess({ fixtures: [counts], userDataFolder: folder })
  onTestFinished(() => after.stop())
  const { messages } = await after.call('conversation.open', { conversationId })
  const stored = messages.flatMap(({ role, parts }) =>
    role === 'assistant' ? parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
  )
  expect(stored.join('').startsWith(told)).toBe(true)
})
