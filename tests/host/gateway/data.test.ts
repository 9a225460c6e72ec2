import { once } from 'node:events'
import { createServer, get, type IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { dataRoutes, type GatewayData } from '../../../src/main/gateway/data-routes'
import { gatewayLimits } from '../../../src/main/gateway/gateway-limits'
import { createOpenStreams } from '../../../src/main/gateway/open-streams'
import { type Artifact, exportedDataSchema } from '../../../src/shared/data/artifact'
import { failure, success } from '../../../src/shared/lib/result'
import { builtDataFiles } from '../../support/data-files'
import { createFakeClock } from '../../support/fake-clock'
import { modelCall, startGateway } from '../../support/gateway-rig'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const COLUMNS = 60
const ROWS = 10_000

const client = { clientId: 'page', name: 'page', scopes: ['data' as const], origins: [], createdAt: 0, lastUsedAt: null }

const artifact: Artifact = {
  ...{ artifactId: 'wide', conversationId: 'chat', toolCallId: null, title: 'Wide', sqlName: 'result_1', sql: '' },
  origin: { kind: 'artifacts', artifactIds: [] },
  columns: Array.from({ length: COLUMNS }, (_, index) => ({ name: `c${index}`, type: 'text' })),
  ...{ rows: ROWS, originalRows: ROWS, cutBy: null, bytes: 1, durationMs: 1, copiedAt: null, createdAt: 0, expiresAt: null },
  state: 'here',
}

/** The route over windows of 1,000 rows, with each window that was read and each piece that was written. */
async function routeOverWindows() {
  const row = JSON.stringify(Array.from({ length: COLUMNS }, () => 'x'.repeat(50)))
  const windows: Uint8Array[] = []
  const written: unknown[] = []
  const data: GatewayData = {
    get: (artifactId) => (artifactId === 'wide' ? success(artifact) : failure('no', 'no')),
    named: () => failure('no', 'no'),
    rows(_, from, count) {
      const rows = Math.min(1_000, count, ROWS - from)
      const bytes = new TextEncoder().encode(Array.from({ length: rows }, () => row).join(','))
      windows.push(bytes)
      return Promise.resolve({ bytes, rows })
    },
  }
  const clock = createFakeClock()
  const context = { clock, limits: gatewayLimits, streams: createOpenStreams(4), threads: { knows: () => true, find: () => null } }
  const [route] = dataRoutes(context, data)
  class Watched extends ServerResponse {
    override write(piece: unknown, ...more: never[]): boolean {
      written.push(piece)
      return super.write(piece, ...more)
    }
  }
  const server = createServer({ ServerResponse: Watched }, (request: IncomingMessage, response) => {
    const query = new URLSearchParams('id=wide')
    void route?.handle({ request, response, client, id: '', query, body: () => Promise.resolve(null) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  return { url: `http://127.0.0.1:${port}/api/data?id=wide`, windows, written, clock, streams: context.streams }
}

test('of a wide result the main process passes the bytes of the worker on, and makes none of them itself', async () => {
  const { url, windows, written } = await routeOverWindows()
  const exported = exportedDataSchema.parse(await (await fetch(url)).json())
  expect(exported).toMatchObject({ mode: 'full', exported_row_count: ROWS, original_row_count: ROWS })
  expect(exported.rows).toHaveLength(ROWS)
  const passed = written.filter((piece) => piece instanceof Uint8Array)
  expect(passed).toHaveLength(windows.length)
  // the same bytes, not a copy of them
  expect(passed.every((piece, index) => piece === windows[index])).toBe(true)
  expect(written.every((piece) => typeof piece !== 'string' || piece.length < 2_000)).toBe(true)
})

test('a client that does not read is read no further ahead for, and cut after a while', async () => {
  const { url, windows, clock, streams } = await routeOverWindows()
  const asked = get(url)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.pause()
  await expect.poll(() => clock.pending()).toBeGreaterThan(0)
  const before = windows.length
  expect(before).toBeLessThan(10)
  clock.advance(gatewayLimits.abandoned)
  await streams.idle()
  expect(windows).toHaveLength(before)
  await expect(text(response)).rejects.toThrow()
})

test('10,000 rows of 60 columns are one valid answer, in their order', async () => {
  const columns = Array.from({ length: COLUMNS }, (_, index) => `'${index} ' || i AS c${index}`).join(', ')
  const sql = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS}) SELECT ${columns} FROM n`
  const query = { source: 'Sample shop', sql, reason: 'To see it all.', title: 'Wide', max_rows: ROWS }
  const recording = [words, chunk(modelCall('wide', 'execute_sql', query)), finish(), answer('wide'), says('There.'), finish()]
  const rig = await startGateway({ dataFiles: await builtDataFiles(), fixtures: [textRecording(recording)] })
  const asking = fetch(`${rig.url}/api/chat`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'chat', messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Everything' }] }] }),
  }).then((response) => response.text())
  await rig.app.until(() => rig.app.told('approval.changed').length > 0)
  const { approvalId = '', inputHash = '' } = rig.app.told('approval.changed')[0] ?? {}
  await asking
  await rig.app.call('approval.decide', { approvalId, inputHash, approved: true })
  await rig.app.until(() => rig.app.told('artifact.changed').some(({ rows }) => rows === ROWS))
  const { artifactId = '' } = rig.app.told('artifact.changed').at(-1) ?? {}
  const response = await fetch(`${rig.url}/api/data?id=${artifactId}`, { headers: rig.headers })
  const exported = exportedDataSchema.parse(await response.json())
  expect([exported.mode, exported.exported_row_count, exported.columns.length]).toEqual(['full', ROWS, COLUMNS])
  expect(exported.rows.map(([first]) => first)).toEqual(Array.from({ length: ROWS }, (_, index) => `0 ${index + 1}`))
  expect(exported.rows.at(-1)?.at(-1)).toBe(`${COLUMNS - 1} ${ROWS}`)
})
