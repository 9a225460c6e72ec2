import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { type GatewayRig, startGateway } from '../../support/gateway-rig'
import { openLive } from '../../support/live-client'
import { scaled } from '../../support/scale'
import { finish, says, textRecording, words } from '../../support/text-recording'

const fixtures = [textRecording([words, says('Hello.'), finish()])]
const chat = JSON.stringify({ id: 'chat', messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] })

/** One raw request, with every header set by the test. */
async function ask(rig: GatewayRig, method: string, path: string, headers: Readonly<Record<string, string>>, body = '') {
  const sent = httpRequest({
    host: '127.0.0.1',
    port: rig.port,
    method,
    path,
    headers: { ...headers, ...(body !== '' && { 'content-length': Buffer.byteLength(body) }) },
  })
  sent.on('error', () => undefined)
  sent.end(body)
  const [response] = await once(sent, 'response')
  return {
    status: response.statusCode as number,
    headers: response.headers as Record<string, string | undefined>,
    text: await text(response),
  }
}

/** Writes bytes to a plain connection; returns everything that came back when it is closed. */
async function raw(rig: GatewayRig, bytes: string): Promise<string> {
  const socket = connect(rig.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  let told = ''
  socket.on('data', (piece) => {
    told += piece.toString('latin1')
  })
  await once(socket, 'close')
  return told
}

const said = ({ app }: GatewayRig) => app.told('stream.chunk').length

test('a name that resolves here by DNS, a page of another origin and a client without a token get nothing, not even a CORS header', async () => {
  const rig = await startGateway({ fixtures })
  const json = { 'content-type': 'application/json' }
  for (const host of [
    'evil.example',
    `evil.example:${rig.port}`,
    `localhost:${rig.port}`,
    '127.0.0.1',
    `127.0.0.1:${rig.port + 1}`,
    `[::1]:${rig.port}`,
  ]) {
    const answer = await ask(rig, 'POST', '/api/chat', { ...json, ...rig.headers, host }, chat)
    expect(answer.status, host).toBe(421)
  }
  for (const origin of ['http://evil.example', 'null', `http://localhost:${rig.port}`, `http://127.0.0.1:${rig.port}`, 'app://assistant']) {
    for (const method of ['POST', 'OPTIONS', 'GET']) {
      const answer = await ask(rig, method, '/api/chat', { ...json, ...rig.headers, origin }, method === 'POST' ? chat : '')
      expect(answer.status, origin).toBe(403)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  }
  const tokens = [
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Bearer ${rig.token.slice(0, -1)}`,
    `Bearer ${rig.token}x`,
    `Basic ${rig.token}`,
    `Bearer ${rig.token} x`,
    `Bearer ${'x'.repeat(4000)}`,
  ]
  for (const authorization of tokens)
    expect((await ask(rig, 'POST', '/api/chat', { ...json, authorization }, chat)).status, authorization.slice(0, 30)).toBe(401)
  expect((await ask(rig, 'POST', `/api/chat?token=${rig.token}`, json, chat)).status).toBe(401)
  expect(said(rig)).toBe(0)
})

test('a page whose origin the user added may connect, with its own client and no other', async () => {
  const rig = await startGateway({ fixtures })
  const origin = 'http://localhost:3000'
  const page = await rig.addClient('page', ['chat'], [origin])
  const preflight = await ask(rig, 'OPTIONS', '/api/chat', { origin, 'access-control-request-method': 'POST' })
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, origin])
  const headers = { 'content-type': 'application/json', origin }
  expect((await ask(rig, 'POST', '/api/chat', { ...headers, ...rig.headers }, chat)).status).toBe(403)
  const allowed = await ask(rig, 'POST', '/api/chat', { ...headers, authorization: `Bearer ${page.token}` }, chat)
  expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, origin])
})

test('a client is held to its scopes and its rate; many wrong tokens get 429, and lock out nobody whose token is right', async () => {
  const rig = await startGateway({ fixtures, scopes: ['live'], limits: { requests: 5, refusals: 8 } })
  const json = { 'content-type': 'application/json' }
  const answer = await ask(rig, 'POST', '/api/chat', { ...json, ...rig.headers }, chat)
  expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([403, 'scope-missing'])
  const busy = await rig.addClient('busy', ['chat'])
  const statuses: number[] = []
  for (let count = 0; count < 7; count += 1)
    statuses.push((await ask(rig, 'GET', '/api/chat/x/stream', { authorization: `Bearer ${busy.token}` })).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429])
  for (let count = 0; count < 8; count += 1) await ask(rig, 'GET', '/api/chat/x/stream', { authorization: 'Bearer guess' })
  expect((await ask(rig, 'GET', '/api/chat/x/stream', { authorization: 'Bearer guess' })).status).toBe(429)
  const quiet = await rig.addClient('quiet', ['chat'])
  expect((await ask(rig, 'GET', '/api/chat/x/stream', { authorization: `Bearer ${quiet.token}` })).status).toBe(204)
  expect((await ask(rig, 'GET', '/api/chat/x/stream', {})).status).toBe(401)
})

test('images, scripts and links of any web page are refused, and cost no client anything', async () => {
  const rig = await startGateway({ fixtures, limits: { refusals: 8 } })
  for (const site of ['cross-site', 'same-site', 'same-origin'])
    for (const path of ['/api/chat/x/stream', '/api/data?run_id=1&artifact_id=2', '/api/health', '/nowhere', '/live'])
      expect((await ask(rig, 'GET', path, { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' })).status, path).toBe(403)
  for (let count = 0; count < 100; count += 1) expect((await ask(rig, 'GET', '/api/data', {})).status).toBe(401)
  expect((await ask(rig, 'GET', '/api/chat/x/stream', rig.headers)).status).toBe(204)
  expect((await ask(rig, 'GET', '/api/health', { 'sec-fetch-site': 'none' })).status).toBe(200)
})

test('bodies that are too large, cut short or not JSON are refused, and the next request is not read from them', async () => {
  const rig = await startGateway({ fixtures, limits: { bodyBytes: 2000 } })
  const headers = { 'content-type': 'application/json', ...rig.headers }
  expect((await ask(rig, 'POST', '/api/chat', headers, JSON.stringify({ id: 'x'.repeat(3000) }))).status).toBe(413)
  const wrong = ['', '{', '[]', '{"id":1}', '{"id":"","messages":[]}', `${'['.repeat(900)}${']'.repeat(900)}`, '{"__proto__":{"id":"x"}}']
  for (const body of wrong) expect((await ask(rig, 'POST', '/api/chat', headers, body)).status, body.slice(0, 20)).toBe(400)
  expect((await ask(rig, 'POST', '/api/chat', { ...headers, 'content-type': 'text/plain' }, chat)).status).toBe(415)
  expect((await ask(rig, 'DELETE', '/api/chat', headers)).status).toBe(405)
  expect((await ask(rig, 'GET', '/api/../../etc/passwd', headers)).status).toBe(404)
  expect(said(rig)).toBe(0)
})

test('requests smuggled in another one are never served', async () => {
  const rig = await startGateway({ fixtures })
  const head = `POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\nAuthorization: ${rig.headers.authorization}\r\nContent-Type: application/json\r\nConnection: close\r\n`
  const inner = `${head}Content-Length: ${chat.length}\r\n\r\n${chat}`
  const shapes = [
    `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    `${head}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${inner}`,
    `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
    `${head}Transfer-Encoding: xchunked\r\n\r\n${inner}`,
    `${head}X: y\n Content-Length: 0\r\n\r\n${inner}`,
    `${head}Content-Length: +0\r\n\r\n${inner}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n${inner}`,
    `GET /api/chat/x/stream HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  ]
  for (const bytes of shapes) {
    const told = await raw(rig, bytes)
    expect(told.split('HTTP/1.1 ').length - 1, bytes.slice(0, 400)).toBe(1)
    expect(told, bytes.slice(0, 400)).toMatch(/^HTTP\/1\.1 4\d\d /)
  }
  expect(said(rig)).toBe(0)
})

test('a client that sends its headers a letter at a time, or its body, is disconnected', async () => {
  const rig = await startGateway({ fixtures, limits: { headers: 300, request: 600 } })
  const slow = await raw(rig, `GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\n`)
  expect(slow === '' || /^HTTP\/1\.1 40[08]/.test(slow)).toBe(true)
  const body = await raw(
    rig,
    `POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\nAuthorization: ${rig.headers.authorization}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  )
  expect(body === '' || /^HTTP\/1\.1 40[08]/.test(body)).toBe(true)
  expect((await ask(rig, 'GET', '/api/health', {})).status).toBe(200)
})

/** Ten thousand in a long run. */
const IDLE = scaled(10_000, 3_000)

test('thousands of idle connections replace each other, and no client; memory stays the same', { timeout: 90_000 }, async () => {
  const rig = await startGateway({ fixtures, limits: { connections: 200 } })
  const live = await openLive(rig)
  const sockets = new Set<Socket>()
  const open = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(rig.port, '127.0.0.1', resolve)
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        resolve()
      })
    })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const before = process.memoryUsage().rss
  for (let opened = 0; opened < IDLE; opened += 100) await Promise.all(Array.from({ length: 100 }, open))
  expect(sockets.size).toBeLessThan(1500)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  expect((await ask(rig, 'POST', '/api/chat', { 'content-type': 'application/json', ...rig.headers }, chat)).status).toBe(200)
  expect(live.closed()).toBeNull()
  expect((await rig.app.call('gateway.state', null)).port).toBe(rig.port)
})

test('a client fills neither the user’s list nor the disk: above its limit it gets a message, and its conversations continue', async () => {
  const rig = await startGateway({ fixtures, limits: { conversations: 2, keptBytes: 1500 } })
  const say = (id: string, parts: readonly object[] = [{ type: 'text', text: 'Hi' }]) =>
    ask(
      rig,
      'POST',
      '/api/chat',
      { 'content-type': 'application/json', ...rig.headers },
      JSON.stringify({ id, messages: [{ id: `u-${id}-${parts.length}-${JSON.stringify(parts).length}`, role: 'user', parts }] }),
    )
  const file = (bytes: number) => [
    { type: 'text', text: 'Read this' },
    { type: 'file', mediaType: 'text/plain', url: `data:text/plain;base64,${Buffer.alloc(bytes, 'a').toString('base64')}` },
  ]
  expect([(await say('one')).status, (await say('two')).status]).toEqual([200, 200])
  const third = await say('three')
  expect([third.status, JSON.parse(third.text).error]).toEqual([
    429,
    expect.objectContaining({ code: 'too-many-conversations', message: expect.stringContaining('Delete some of them in Parley') }),
  ])
  expect(new Set(rig.app.told('stream.chunk').map(({ conversationId }) => conversationId)).size).toBe(2)
  expect((await say('one', file(1000))).status).toBe(200)
  const tooMuch = await say('two', file(1000))
  expect([tooMuch.status, JSON.parse(tooMuch.text).error.code]).toEqual([413, 'too-many-files'])
  expect((await say('two')).status).toBe(200)
  // another client has its own limit
  const other = await rig.addClient('other', ['chat'])
  const answered = await ask(rig, 'POST', '/api/chat', { 'content-type': 'application/json', authorization: `Bearer ${other.token}` }, chat)
  expect(answered.status).toBe(200)
})
