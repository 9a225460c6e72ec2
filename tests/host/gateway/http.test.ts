import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startGateway } from '../../support/gateway-rig'
import { jumpingClock } from '../../support/jumping-clock'
import { openLive } from '../../support/live-client'
import { finish, says, textRecording, words } from '../../support/text-recording'

const fixtures = [textRecording([words, says('Hello.'), finish()])]
const ORIGIN = 'http://localhost:5173'

test('HEAD is answered wherever GET is, with the same headers and no body, and opens no stream', async () => {
  const rig = await startGateway({ fixtures })
  for (const path of ['/api/health', '/api/openapi.json']) {
    const [head, get] = [await fetch(rig.url + path, { method: 'HEAD' }), await fetch(rig.url + path)]
    expect([head.status, await head.text()], path).toEqual([200, ''])
    expect(head.headers.get('content-length'), path).toBe(String((await get.arrayBuffer()).byteLength))
  }
  const run = {
    threadId: 'thread',
    runId: 'run',
    state: {},
    messages: [{ id: 'u1', role: 'user', content: 'Go on' }],
    tools: [],
    context: [],
  }
  const headers = { ...rig.headers, 'content-type': 'application/json' }
  await (await fetch(`${rig.url}/api/ag-ui`, { method: 'POST', headers, body: JSON.stringify({ ...run, forwardedProps: {} }) })).text()
  const stream = await fetch(`${rig.url}/api/ag-ui?runId=run`, { method: 'HEAD', headers: rig.headers })
  expect([stream.status, stream.headers.get('content-type'), await stream.text()]).toEqual([200, 'text/event-stream', ''])
  // the run is still there for whoever resumes it
  const resumed = await fetch(`${rig.url}/api/ag-ui?runId=run`, { headers: rig.headers })
  expect(await resumed.text()).toContain('Hello.')
  const wrong = await fetch(`${rig.url}/api/health`, { method: 'DELETE' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('a refusal says what a program can do: when to try again, and which credentials or scope it lacks', async () => {
  const clock = jumpingClock()
  const rig = await startGateway({ fixtures, clock, limits: { requests: 3, refusals: 1 } })
  const ask = (token?: string) =>
    fetch(`${rig.url}/api/chat/x/stream`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  expect((await ask()).headers.get('www-authenticate')).toBe('Bearer realm="Parley"')
  expect((await ask('guess')).headers.get('www-authenticate')).toBe('Bearer realm="Parley", error="invalid_token"')
  const { token } = await rig.addClient('reader', ['data'])
  const unscoped = await ask(token)
  expect([unscoped.status, unscoped.headers.get('www-authenticate')]).toEqual([
    403,
    'Bearer realm="Parley", error="insufficient_scope", scope="chat"',
  ])
  clock.jump(50_000)
  const guessed = await ask('another-guess')
  expect([guessed.status, guessed.headers.get('retry-after')]).toEqual([429, '10'])
  for (let sent = 0; sent < 3; sent += 1) expect((await ask(rig.token)).status).toBe(204)
  const limited = await ask(rig.token)
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60'])
  clock.jump(Number(limited.headers.get('retry-after')) * 1000)
  expect((await ask(rig.token)).status).toBe(204)
  const refused = new WebSocket(`ws://127.0.0.1:${rig.port}/live`, { headers: { authorization: 'Bearer guess' } })
  const [, response] = await once(refused, 'unexpected-response')
  expect(response.headers['www-authenticate']).toBe('Bearer realm="Parley", error="invalid_token"')
})

test('the scripts of an allowed page can read the headers that they need', async () => {
  const rig = await startGateway({ fixtures })
  const { token } = await rig.addClient('page', ['chat'], [ORIGIN])
  const response = await fetch(`${rig.url}/api/chat/x/stream`, { headers: { authorization: `Bearer ${token}`, origin: ORIGIN } })
  const exposed = response.headers.get('access-control-expose-headers')?.split(', ')
  expect(exposed).toEqual(expect.arrayContaining(['retry-after', 'www-authenticate', 'x-run-id', 'content-disposition']))
  expect((await fetch(`${rig.url}/api/health`)).headers.get('access-control-expose-headers')).toBeNull()
})

test('a client has so many live talks at a time and no more; one that it gave up for good makes room', async () => {
  const clock = jumpingClock()
  const rig = await startGateway({ fixtures, clock, limits: { talksPerClient: 2 } })
  const first = await openLive(rig, { sessionId: 'first' })
  await openLive(rig, { sessionId: 'second' })
  expect((await openLive(rig, { sessionId: 'third' })).closed()).toBe(4010)
  // the talks of another client count apart, and one of its own can be taken up
  const other = await rig.addClient('other', ['live'])
  expect((await openLive({ port: rig.port, token: other.token })).closed()).toBeNull()
  expect((await openLive(rig, { sessionId: 'first' })).closed()).toBeNull()
  await first.until(() => first.closed() === 4001)
})
