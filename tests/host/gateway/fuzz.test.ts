import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startGateway } from '../../support/gateway-rig'
import { scaled } from '../../support/scale'
import { finish, says, textRecording, words } from '../../support/text-recording'

/** Another one in each run; the name of the test contains it, and the variable sets it again. */
const SEED = Number(process.env.PARLEY_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const greets = textRecording([words, says('Hello.'), finish()])

const paths = [
  '/api/chat',
  '/api/chat/{id}/stream',
  '/api/chat/{id}/stop',
  '/api/ag-ui',
  '/api/tanstack/chat',
  '/api/continuation',
  '/api/data',
  '/api/health',
  '/api/openapi.json',
  '/live',
  '/nowhere',
]
/** Names that the routes read, so that a body is often almost valid. */
const names = [
  'id',
  'messages',
  'parts',
  'role',
  'type',
  'text',
  'threadId',
  'runId',
  'run_id',
  'resume',
  'data',
  'approvals',
  'tool_results',
]
const hostile = fc.constantFrom('', '__proto__', 'constructor', '../../etc/passwd', '%00', 'user', 'assistant', '\u202e', 'x'.repeat(5000))
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, -1, 1e308, 0.5),
    hostile,
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), hostile), tie('value'), { maxKeys: 5 }),
  ),
}))
const asked = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
  path: fc.constantFrom(...paths),
  id: fc.oneof(hostile, fc.string({ maxLength: 300 })),
  query: fc.dictionary(fc.constantFrom('runId', 'threadId', 'run_id', 'artifact_id', 'mode', 'token'), hostile, { maxKeys: 3 }),
  type: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', 'multipart/form-data', ''),
  token: fc.constantFrom('right', 'wrong', 'none', 'cut'),
  extra: fc.dictionary(
    fc.constantFrom('origin', 'last-event-id', 'content-encoding', 'sec-fetch-site', 'expect', 'upgrade', 'x-run-id'),
    fc.constantFrom('null', '-1', 'gzip', 'cross-site', '1e9', 'http://evil.example', '..'),
    { maxKeys: 2 },
  ),
  body: fc.oneof(
    value.map((one) => JSON.stringify(one) ?? ''),
    fc.string(),
    fc.constantFrom(
      '{',
      '[[[[',
      '{"id":"a","messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"Hi"}]}]}',
      'x'.repeat(100_000),
    ),
  ),
})

test(`every request to any route is answered, without an internal error, and the gateway continues (seed ${SEED})`, {
  timeout: 60_000,
}, async () => {
  const troubles: string[] = []
  const rig = await startGateway({
    fixtures: [greets],
    limits: { bodyBytes: 50_000, requests: 1e9, refusals: 1e9 },
    onTrouble: (event, facts) => void troubles.push(`${event} ${JSON.stringify(facts)}`),
  })
  const tokens = { right: `Bearer ${rig.token}`, wrong: 'Bearer parley-wrong', none: '', cut: `Bearer ${rig.token.slice(0, -1)}` }
  await fc.assert(
    fc.asyncProperty(asked, async ({ method, path, id, query, type, token, extra, body }) => {
      const search = new URLSearchParams(query).toString()
      const address = `${path.replace('{id}', encodeURIComponent(id))}${search === '' ? '' : `?${search}`}`
      const headers = { ...extra, ...(type !== '' && { 'content-type': type }), ...(token !== 'none' && { authorization: tokens[token] }) }
      const sent = httpRequest({ host: '127.0.0.1', port: rig.port, method, path: address, headers, agent: false })
      sent.on('error', () => undefined)
      const status = new Promise<number>((resolve) => {
        sent.on('response', (response) => {
          response.on('error', () => undefined)
          void text(response).then(
            () => resolve(response.statusCode ?? 0),
            () => resolve(response.statusCode ?? 0),
          )
        })
        sent.on('close', () => resolve(0))
      })
      sent.end(method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? undefined : body)
      const answered = await status
      expect(answered, `${method} ${address}`).toBeLessThan(500)
      if (token !== 'right' && path.startsWith('/api/') && answered === 200) expect(['/api/health', '/api/openapi.json']).toContain(path)
    }),
    { seed: SEED, numRuns: scaled(2_000, 200) },
  )
  expect(troubles.filter((trouble) => trouble.includes('a request failed'))).toEqual([])
  expect((await fetch(`${rig.url}/api/health`)).status).toBe(200)
  expect((await rig.app.call('gateway.state', null)).port).toBe(rig.port)
})
