import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { liveFrameSchema } from '../../../src/main/gateway/live-frames'
import { builtDataFiles } from '../../support/data-files'
import { modelCall, startGateway } from '../../support/gateway-rig'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const operationSchema = z.strictObject({
  operationId: z.string().regex(/^[a-zA-Z]+$/),
  summary: z.string().min(5),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.strictObject({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema: z.looseObject({}) }),
  ),
  requestBody: z
    .strictObject({
      required: z.literal(true),
      content: z.record(z.string(), z.strictObject({ schema: z.looseObject({}), example: z.looseObject({}) })),
    })
    .optional(),
  responses: z.record(z.string().regex(/^(\d{3}|default)$/), z.looseObject({ description: z.string().min(1) })),
})
/** The part of OpenAPI 3.1 that the document uses; nothing else is allowed. */
const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), summary: z.string() }),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post']), operationSchema)),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.literal('http'), scheme: z.literal('bearer') })),
    schemas: z.record(z.string(), z.looseObject({ examples: z.array(z.unknown()).optional() })),
  }),
})

const problemSchema = z.looseObject({ error: z.looseObject({ code: z.string() }).optional() })

/** The smallest value that matches a JSON schema, as far as our requests need it. */
function smallest(schema: Record<string, unknown>): unknown {
  if (Array.isArray(schema.anyOf)) return smallest(schema.anyOf[0])
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema as { properties?: Record<string, Record<string, unknown>>; required?: string[] }
    return Object.fromEntries(required.map((name) => [name, smallest(properties[name] ?? {})]))
  }
  if (schema.type === 'array') return typeof schema.minItems === 'number' ? [smallest(schema.items as Record<string, unknown>)] : []
  return 'x'
}

test('the document is OpenAPI 3.1 to two validators, every path of it answers, and requests that match its schemas or are its examples are understood', async () => {
  const rig = await startGateway({ fixtures: [textRecording([words, says('Hello.'), finish()])] })
  const response = await fetch(`${rig.url}/api/openapi.json`)
  const text = await response.text()
  expect(await new Validator().validate(JSON.parse(text))).toEqual({ valid: true })
  expect(await validate(JSON.parse(text))).toMatchObject({ valid: true, warnings: [] })
  const document = documentSchema.parse(JSON.parse(text))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  expect(operations).toHaveLength(14)
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  for (const { path, method, operation } of operations) {
    const content = operation.requestBody?.content['application/json']
    for (const body of content === undefined ? [undefined] : [smallest(content.schema), content.example]) {
      const answer = await fetch(rig.url + path.replace('{id}', 'x'), {
        method: method.toUpperCase(),
        headers: { ...rig.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
      if (!isJson) await answer.body?.cancel()
      const code = isJson ? problemSchema.parse(await answer.json()).error?.code : undefined
      // understood: requests are refused for their meaning, not for their shape
      expect([404, 405, 415, 500], `${method} ${path}`).not.toContain(code === undefined ? answer.status : 0)
      expect(['bad-request', 'no-json', 'unknown-path', 'wrong-method', 'internal']).not.toContain(code)
    }
  }
  const frames = document.components.schemas.LiveFrame?.examples ?? []
  expect(frames.map((frame) => liveFrameSchema.safeParse(frame).success)).toEqual([true, true, true, true, true])
})

test('a result is returned for its own run, and to no other client', async () => {
  const query = { source: 'Sample shop', sql: "SELECT status FROM orders WHERE status = 'late'", reason: 'To count.', title: 'Late orders' }
  const rig = await startGateway({
    dataFiles: await builtDataFiles(),
    fixtures: [textRecording([words, chunk(modelCall('sql', 'execute_sql', query)), finish(), answer('sql'), says('Some.'), finish()])],
  })
  const body = { messages: [{ role: 'user', content: 'How many?' }], data: { run_id: 'run-1' } }
  const asking = fetch(`${rig.url}/api/tanstack/chat`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await rig.app.until(() => rig.app.told('approval.changed').length > 0)
  const [asked] = rig.app.told('approval.changed')
  if (asked === undefined) throw new Error('nobody was asked')
  await rig.app.call('approval.decide', { approvalId: asked.approvalId, inputHash: asked.inputHash, approved: true })
  await (await asking).text()
  const { artifacts } = await rig.app.call('artifact.list', { conversationId: asked.conversationId })
  const artifactId = artifacts[0]?.artifactId ?? ''
  const read = async (run: string, headers: Record<string, string>, mode = 'inline') =>
    fetch(`${rig.url}/api/data?run_id=${run}&artifact_id=${artifactId}&mode=${mode}`, { headers })
  const inline = await read('run-1', rig.headers)
  const data = await inline.json()
  expect(data).toMatchObject({ mode: 'full', columns: ['status'], exported_row_count: data.rows.length })
  expect(data.rows.length).toBeGreaterThan(10)
  const download = await read('run-1', rig.headers, 'download')
  expect(download.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Late%20orders.json")
  await download.body?.cancel()
  const other = await rig.addClient('other', ['data'])
  for (const [run, token] of [
    ['run-2', rig.token],
    ['run-1', other.token],
  ] as const) {
    const refused = await read(run, { authorization: `Bearer ${token}` })
    expect([refused.status, (await refused.json()).error.code]).toEqual([404, 'unknown-data'])
  }
})
