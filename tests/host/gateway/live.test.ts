import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startGateway } from '../../support/gateway-rig'
import { type LiveClient, openLive } from '../../support/live-client'
import { bundled } from '../fixtures/bundled'

/** A second of a voice-like tone: s16le mono 16 kHz. */
const speech = (() => {
  const samples = Int16Array.from({ length: 16_000 }, (_, index) => Math.round(8000 * Math.sin(index / 7) * Math.sin(index / 900)))
  return new Uint8Array(samples.buffer)
})()

async function talk(client: LiveClient): Promise<void> {
  client.send({ type: 'talk_start' })
  client.speak(speech)
  client.send({ type: 'talk_stop' })
}

const typesOf = ({ chunks }: LiveClient) => chunks.map(({ chunk }) => chunk.type)
const transcript = ({ chunks }: LiveClient) => chunks.map(({ chunk }) => (chunk.type === 'text-delta' ? String(chunk.delta) : '')).join('')
const samples = ({ chunks }: LiveClient) =>
  chunks.reduce(
    (sum, { chunk }) => (chunk.type === 'data-pcm' && chunk.pcm instanceof Uint8Array ? sum + chunk.pcm.byteLength / 2 : sum),
    0,
  )
const sessionOf = ({ chunks }: LiveClient): string => {
  const session = chunks.find(({ chunk }) => chunk.type === 'data-session')?.chunk.data
  return typeof session === 'object' && session !== null && 'sessionId' in session ? String(session.sessionId) : ''
}

test('a client speaks and receives: sound as binary frames without a gap, text and transcript as server-sent events, none in the window', async () => {
  const rig = await startGateway({ speed: 20, fixtures: [await bundled('weather')] })
  const client = await openLive(rig, { sound: 'binary' })
  await talk(client)
  await client.until(() => client.ended() > 0 && typesOf(client).includes('finish'))
  expect(transcript(client)).toContain('Kyoto')
  let next = 0
  for (const { chunk } of client.chunks) {
    if (chunk.type !== 'data-pcm' || !(chunk.pcm instanceof Uint8Array)) continue
    expect(chunk.startSample).toBe(next)
    next += chunk.pcm.byteLength / 2
  }
  expect(next).toBeGreaterThan(24_000)
  const numbers = client.chunks.map(({ id }) => id).filter((id) => id > 0)
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
  expect(rig.app.told('playback.pcm')).toEqual([])
  client.send({ type: 'ping', timestamp: 7 })
  await client.until(() => typesOf(client).includes('pong'))
  expect(client.chunks.at(-1)?.chunk).toEqual({ type: 'pong', timestamp: 7 })
})

test('the seed’s own frames do the same: audio_control, audio_chunk and sound as JSON', async () => {
  const rig = await startGateway({ speed: 20, fixtures: [await bundled('weather')] })
  const client = await openLive(rig, { format: 'json' })
  client.send({ version: '1.0', type: 'audio_control', action: 'start' })
  for (let at = 0; at < speech.byteLength; at += 3200)
    client.send({
      version: '1.0',
      type: 'audio_chunk',
      chunk: Buffer.from(speech.subarray(at, at + 3200)).toString('base64'),
      sampleRate: 16_000,
      channels: 1,
      bitDepth: 16,
    })
  client.send({ version: '1.0', type: 'audio_control', action: 'stop' })
  await client.until(() => client.ended() > 0)
  const sound = client.chunks.filter(({ chunk }) => chunk.type === 'data-pcm')
  expect(sound.length).toBeGreaterThan(5)
  expect(sound[0]?.chunk).toMatchObject({ data: { sampleRate: 24_000, channels: 1, bitDepth: 16, startSample: 0 }, transient: true })
})

test('a payment by voice is only requested in Parley: the client gets no approval request, its yes does not count, and it is paid once', async () => {
  const rig = await startGateway({ speed: 20, fixtures: [await bundled('payment')] })
  const client = await openLive(rig)
  await talk(client)
  await rig.app.until(() => rig.app.told('approval.changed').length > 0)
  const { approvalId = '', inputHash = '' } = rig.app.told('approval.changed')[0] ?? {}
  client.send({ type: 'approval', approvalId: 'approval-of-nobody', approved: true })
  client.send({ type: 'approval', approvalId, approved: true })
  await client.until(() => typesOf(client).filter((type) => type === 'data-problem').length === 2)
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested'])
  await rig.app.call('approval.decide', { approvalId, inputHash, approved: true })
  await client.until(() => typesOf(client).includes('tool-output-available') && client.ended() > 0)
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
  expect(typesOf(client)).not.toContain('tool-approval-request')
})

test('a broken socket loses nothing: the session continues where it was, over a new one', async () => {
  const rig = await startGateway({ speed: 4, fixtures: [await bundled('weather')] })
  const whole = await openLive(rig, { sound: 'binary' })
  await talk(whole)
  await whole.until(() => whole.ended() > 0)

  const first = await openLive(rig, { sound: 'binary' })
  const sessionId = sessionOf(first)
  await talk(first)
  await first.until(() => samples(first) > 5000)
  first.socket.terminate()
  await first.until(() => first.closed() !== null)
  const after = Math.max(...first.chunks.map(({ id }) => id))
  const second = await openLive(rig, { sound: 'binary', sessionId, after })
  await second.until(() => second.ended() > 0)
  expect(samples(first) + samples(second)).toBe(samples(whole))
  expect(transcript(first) + transcript(second)).toBe(transcript(whole))
  expect(second.chunks[1]?.id).toBe(after + 1)
  // numbers that were never issued are refused, and nothing is made up
  const wrong = await openLive(rig, { sessionId, after: 1_000_000 })
  expect(wrong.closed()).toBe(4002)
})

test('clients are separate: each gets its own conversation, and another client’s session is not available', async () => {
  const rig = await startGateway({ speed: 20, fixtures: [await bundled('weather')] })
  const other = await rig.addClient('other', ['live'])
  const mine = await openLive(rig, { sound: 'binary' })
  const theirs = await openLive({ port: rig.port, token: other.token }, { sound: 'binary', sessionId: sessionOf(mine) })
  await talk(mine)
  await mine.until(() => mine.ended() > 0)
  expect(samples(mine)).toBeGreaterThan(0)
  expect(typesOf(theirs)).toEqual(['data-session'])
  await rig.app.call('gateway.revokeClient', { clientId: other.clientId })
  await theirs.until(() => theirs.closed() !== null)
  expect(theirs.closed()).toBe(4003)
  expect(mine.closed()).toBeNull()
})

test('an invalid frame ends the connection, and the server continues', async () => {
  const rig = await startGateway({ fixtures: [await bundled('weather')], limits: { frameBytes: 4096 } })
  const attempts: readonly [string | Uint8Array, number][] = [
    ['{', 1008],
    ['{"type":"shell","command":"rm"}', 1008],
    [new Uint8Array(3), 1008],
    [new Uint8Array(5000), 1009],
    [JSON.stringify({ type: 'text', text: 'x'.repeat(5000) }), 1009],
  ]
  for (const [data, code] of attempts) {
    const client = await openLive(rig)
    client.socket.send(data)
    await client.until(() => client.closed() !== null)
    expect(client.closed()).toBe(code)
  }
  const refusals = [
    {},
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${rig.token.slice(0, -1)}` },
    { authorization: `Bearer ${rig.token}`, origin: 'http://evil.example' },
  ]
  for (const headers of refusals) {
    const status = await new Promise<number>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${rig.port}/live`, { headers })
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
      socket.on('open', () => resolve(101))
      socket.on('error', () => undefined)
    })
    expect([401, 403]).toContain(status)
  }
  expect((await fetch(`${rig.url}/api/health`)).status).toBe(200)
})
