import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { liveFrameSchema } from '../../../src/main/gateway/live-frames'
import type { JsonValue } from '../../../src/shared/lib/json'
import { z } from '../../../src/shared/lib/zod'
import { copied, type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { hostileValuesOf } from '../../support/hostile-requests'
import { scaled } from '../../support/scale'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

/** Another one in each run; the names of the tests contain it, and the variable sets it again. */
const SEED = Number(process.env.PARLEY_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Greets, then asks to copy, so that threads have answers, calls and approvals. */
const copies = textRecording([
  words,
  says('Hello.'),
  chunk(modelCall('copy', 'write_clipboard', copied)),
  finish(),
  answer('copy'),
  says('Copied.'),
  finish(),
])

const hostile = fc.constantFrom('', '__proto__', 'constructor', '../../etc/passwd', '%00', 'user', 'assistant', '\u202e', 'x'.repeat(5000))
const json: z.ZodType<JsonValue> = z.json()
const describedSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ requestBody: json.optional() }))),
})
const bodySchema = z.looseObject({ content: z.looseObject({ 'application/json': z.looseObject({ schema: json }) }) })

/** A route as the gateway itself describes it. */
interface DescribedRoute {
  readonly method: string
  readonly path: string
  /** the JSON schema of its body; undefined if it has none */
  readonly body: JsonValue | undefined
}

async function routesOf({ url }: GatewayRig): Promise<readonly DescribedRoute[]> {
  const { paths } = describedSchema.parse(await (await fetch(`${url}/api/openapi.json`)).json())
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      ...{ method: method.toUpperCase(), path },
      body: bodySchema.safeParse(requestBody).data?.content['application/json'].schema,
    })),
  )
}

/** Requests of a route: mostly its method and a body of its shape, with these ids, and a wrong or hostile part now and then. */
function requestsTo({ method, path, body }: DescribedRoute, ids: readonly string[]) {
  const id = fc.oneof(fc.constantFrom(...ids), hostile, fc.string({ maxLength: 300 }))
  return fc.record({
    path: fc.constant(path),
    method: fc.oneof({ weight: 4, arbitrary: fc.constant(method) }, fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD')),
    id,
    query: fc.dictionary(fc.constantFrom('runId', 'threadId', 'run_id', 'artifact_id', 'id', 'mode', 'format', 'token'), id, {
      maxKeys: 3,
    }),
    type: fc.oneof(
      { weight: 4, arbitrary: fc.constant('application/json') },
      fc.constantFrom('application/json; charset=utf-8', 'text/plain', 'multipart/form-data', ''),
    ),
    token: fc.oneof(
      { weight: 4, arbitrary: fc.constant('right' as const) },
      fc.constantFrom('wrong' as const, 'none' as const, 'cut' as const),
    ),
    extra: fc.dictionary(
      fc.constantFrom('origin', 'last-event-id', 'content-encoding', 'sec-fetch-site', 'expect', 'upgrade', 'x-run-id'),
      fc.constantFrom('null', '-1', 'gzip', 'cross-site', '1e9', 'http://evil.example', '..'),
      { maxKeys: 1 },
    ),
    body: fc.oneof(
      { weight: 6, arbitrary: hostileValuesOf(body, ids).map(textOf) },
      fc.string(),
      fc.constantFrom('{', '[[[[', 'x'.repeat(100_000)),
    ),
  })
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // a value that is no JSON
    return 'null'
  }
}

async function startFuzz() {
  const troubles: string[] = []
  const rig = await startGateway({
    fixtures: [copies],
    limits: { bodyBytes: 50_000, requests: 1e9, refusals: 1e9, keepAlive: 1e9 },
    onTrouble: (event, facts) => void troubles.push(`${event} ${JSON.stringify(facts)}`),
  })
  const submit = { id: 'thread', messages: [{ id: 'hi', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] }
  const headers = { ...rig.headers, 'content-type': 'application/json' }
  const said = await (await fetch(`${rig.url}/api/chat`, { method: 'POST', headers, body: JSON.stringify(submit) })).text()
  const known = [...said.matchAll(/"(?:messageId|toolCallId|approvalId)":"([^"]+)"/g)].map(([, id = '']) => id)
  expect(known.length).toBeGreaterThan(1)
  return { rig, ids: ['thread', 'hi', 'run-1', ...new Set(known)], faults: () => troubles.filter((one) => /failed|internal/.test(one)) }
}

test(`every request to any route is answered, without an internal error, and the gateway continues (seed ${SEED})`, {
  timeout: 120_000,
}, async () => {
  const { rig, ids, faults } = await startFuzz()
  const tokens = { right: `Bearer ${rig.token}`, wrong: 'Bearer parley-wrong', none: '', cut: `Bearer ${rig.token.slice(0, -1)}` }
  const routes = await routesOf(rig)
  expect(routes.length).toBeGreaterThan(12)
  const asked = fc.oneof(...[...routes, { method: 'GET', path: '/nowhere', body: undefined }].map((route) => requestsTo(route, ids)))
  const streams: (() => void)[] = []
  await fc.assert(
    fc.asyncProperty(asked, async ({ method, path, id, query, type, token, extra, body }) => {
      const search = new URLSearchParams(query).toString()
      const address = `${path.replace('{id}', encodeURIComponent(id))}${search === '' ? '' : `?${search}`}`
      const headers = { ...extra, ...(type !== '' && { 'content-type': type }), ...(token !== 'none' && { authorization: tokens[token] }) }
      const sent = httpRequest({ host: '127.0.0.1', port: rig.port, method, path: address, headers, agent: false })
      sent.on('error', () => undefined)
      const answered = new Promise<{ readonly status: number; readonly said: string }>((resolve) => {
        sent.on('response', (response) => {
          response.on('error', () => undefined)
          const status = response.statusCode ?? 0
          // a stream that waits for the user stays open
          if (status === 200 && String(response.headers['content-type']).includes('event-stream')) {
            response.resume()
            streams.push(() => sent.destroy())
            resolve({ status, said: '' })
          } else
            void text(response).then(
              (said) => resolve({ status, said }),
              () => resolve({ status, said: '' }),
            )
        })
        sent.on('close', () => resolve({ status: 0, said: '' }))
      })
      sent.end(method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? undefined : body)
      const { status, said } = await answered
      if (streams.length > 20) streams.shift()?.()
      expect(status, `${method} ${address} ${said.slice(0, 300)} for ${body.slice(0, 1_000)}`).toBeLessThan(500)
      if (token !== 'right' && path.startsWith('/api/') && status === 200) expect(['/api/health', '/api/openapi.json']).toContain(path)
    }),
    { seed: SEED, numRuns: scaled(3_000, 300) },
  )
  for (const end of streams) end()
  expect(faults()).toEqual([])
  expect((await fetch(`${rig.url}/api/health`)).status).toBe(200)
  expect((await rig.app.call('gateway.state', null)).port).toBe(rig.port)
})

test(`every frame of a live client is answered or ends its connection with a reason, and the gateway continues (seed ${SEED})`, {
  timeout: 120_000,
}, async () => {
  const { rig, ids, faults } = await startFuzz()
  // what it gives is JSON
  const schema = z.toJSONSchema(liveFrameSchema, { unrepresentable: 'any', reused: 'inline' }) as JsonValue
  const frame = fc.oneof(
    { weight: 8, arbitrary: hostileValuesOf(schema, ids).map(textOf) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 700 }) },
    { weight: 1, arbitrary: fc.string() },
  )
  const codes = new Set<number>()
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 12 }), async (frames) => {
      const socket = new WebSocket(`ws://127.0.0.1:${rig.port}/live`, { headers: rig.headers })
      socket.on('error', () => undefined)
      const closed = new Promise<number>((resolve) => void socket.once('close', resolve))
      await Promise.race([once(socket, 'open'), closed])
      for (const one of frames) socket.send(one)
      // the answer to this says that all others were received
      socket.ping()
      await Promise.race([once(socket, 'pong'), closed])
      socket.terminate()
      codes.add(await closed)
    }),
    { seed: SEED, numRuns: scaled(1_000, 60) },
  )
  // 1006: the test's own end; 1009: a frame above the limit
  expect([...codes].filter((code) => ![1005, 1006, 1008, 1009, 4001, 4002, 4008, 4009, 4010].includes(code))).toEqual([])
  expect(faults()).toEqual([])
  expect((await fetch(`${rig.url}/api/health`)).status).toBe(200)
})
