import { ChatClient, fetchServerSentEvents } from 'legacy-tanstack-ai-client'
import { expect, test } from 'vitest'
import { builtDataFiles } from '../../support/data-files'
import { type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

type Sent = { readonly type: string; readonly id: string } & Record<string, unknown>

/** A page of the older contract: it learns its run from the first chunk, and sends it with each message. */
function contractPage(rig: GatewayRig) {
  let runId: string | null = null
  const chunks: Sent[] = []
  const waiting = new Set<() => void>()
  const connection = fetchServerSentEvents(`${rig.url}/api/chat`, () => ({
    headers: { ...rig.headers },
    ...(runId !== null && { body: { run_id: runId } }),
  }))
  const client = new ChatClient({
    connection,
    onChunk(received) {
      runId ??= received.id
      chunks.push({ ...received })
      for (const look of [...waiting]) look()
    },
  })
  return {
    client,
    chunks,
    runId: () => runId ?? '',
    until: (type: string, from = 0) =>
      new Promise<Sent>((resolve) => {
        const look = (): void => {
          const found = chunks.slice(from).find((one) => one.type === type)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    async goOn(body: object): Promise<{ readonly status: number; readonly body: unknown }> {
      const response = await fetch(`${rig.url}/api/continuation`, {
        method: 'POST',
        headers: { ...rig.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ run_id: runId, ...body }),
      })
      return { status: response.status, body: await response.json() }
    },
  }
}

const textOf = ({ client }: ReturnType<typeof contractPage>): string =>
  (client.getMessages().at(-1)?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.content] : [])).join('')

test.each(['会話 1', 'one\u0000', '\ud800'])('a run may have any name: %j', async (run_id) => {
  const rig = await startGateway({ fixtures: [textRecording([words, says('Hello.'), finish()])] })
  const response = await fetch(`${rig.url}/api/chat`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ run_id, messages: [{ role: 'user', content: 'Hi' }] }),
  })
  expect([response.status, response.headers.get('x-run-id')]).toEqual([200, null])
  expect(await response.text()).toContain('Hello.')
})

test('the first chunk names the run, every chunk has its id, and the run goes on with each message', async () => {
  const rig = await startGateway({
    fixtures: [textRecording([words, says('Hello.'), finish(), words, says('Hello again.'), finish()])],
  })
  const page = contractPage(rig)
  await page.client.sendMessage('Hi')
  expect(textOf(page)).toBe('Hello.')
  await page.client.sendMessage('And again')
  expect(textOf(page)).toBe('Hello again.')
  expect(page.runId()).not.toBe('')
  expect(new Set(page.chunks.map(({ id }) => id))).toEqual(new Set([page.runId()]))
  expect(page.chunks.filter(({ type }) => type === 'done')).toHaveLength(2)
  const history = await (await fetch(`${rig.url}/api/chat/${page.runId()}`, { headers: rig.headers })).json()
  expect(history.messages.map(({ role }: { readonly role: string }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
})

test('an approval is named by its call, its hint stands in the chunk, a denial goes on in the same stream, and a later yes changes nothing', async () => {
  const rig = await startGateway({
    fixtures: [
      textRecording([words, chunk(modelCall('where', 'get_location', {})), finish(), answer('where'), says('Then not.'), finish()]),
    ],
  })
  const page = contractPage(rig)
  const talk = page.client.sendMessage('Where am I?')
  const asked = await page.until('approval-requested')
  expect(asked).toMatchObject({
    toolName: 'get_location',
    approval: {
      id: asked.toolCallId,
      toolCallId: asked.toolCallId,
      status: 'pending',
      needsApproval: true,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      metadata: { hint: expect.stringMatching(/\w/) },
    },
  })
  expect(await page.goOn({ approvals: { [String(asked.toolCallId)]: false } })).toEqual({ status: 200, body: { status: 'ok' } })
  await talk
  expect(textOf(page)).toBe('Then not.')
  const late = await page.goOn({ approvals: { [String(asked.toolCallId)]: true } })
  expect(late).toMatchObject({ status: 200, body: { status: 'ok', problems: [expect.stringContaining('Nothing waits')] } })
  expect((await page.goOn({ approvals: { 'call of nobody': true } })).status).toBe(409)
  const result = page.chunks.find(({ type }) => type === 'tool_result')
  expect(result).toMatchObject({ role: 'tool', toolCallId: asked.toolCallId })
  expect(JSON.parse(String(result?.content))).toMatchObject({ type: 'tool_result', version: 1, success: false })
})

test('a tool of the page gets its call after the yes; its envelope is its output, and a failure of it is told to the model', async () => {
  const asks = (id: string) => [words, chunk(modelCall(id, 'get_location', {})), finish(), answer(id), says('I see.'), finish()]
  const rig = await startGateway({ fixtures: [textRecording([...asks('first'), ...asks('second')])] })
  const page = contractPage(rig)
  const results = [
    {
      output: JSON.stringify({ type: 'tool_result', version: 1, data: { latitude: 35, longitude: 135, accuracy: 9 } }),
      state: 'output-available',
      errorText: null,
    },
    { tool: 'get_location', output: null, state: 'output-error', errorText: 'The page has no position.' },
  ]
  for (const result of results) {
    const from = page.chunks.length
    const talk = page.client.sendMessage('Where am I?')
    const asked = await page.until('approval-requested', from)
    await page.goOn({ approvals: { [String(asked.toolCallId)]: true } })
    const given = await page.until('tool-input-available', from)
    expect(given).toMatchObject({ id: page.runId(), toolCallId: asked.toolCallId, toolName: 'get_location', input: {} })
    expect((await page.goOn({ tool_results: { [String(given.toolCallId)]: result } })).body).toEqual({ status: 'ok' })
    await talk
    expect(textOf(page)).toBe('I see.')
  }
  const told = page.chunks.flatMap(({ type, content }) => (type === 'tool_result' ? [JSON.parse(String(content))] : []))
  expect(told).toMatchObject([{ success: true, data: { latitude: 35 } }, { success: false }])
  expect(told[1].message).toContain('The page has no position.')
})

test('a query stores 100 rows unless told, and its artifact is read by run and by id, of this client alone', async () => {
  const sql = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT i FROM n'
  const query = (more: object) => ({ source: 'Sample shop', sql, reason: 'To count.', title: 'Numbers', ...more })
  const asks = (id: string, more: object) => [
    ...[words, chunk(modelCall(id, 'execute_sql', query(more))), finish()],
    ...[answer(id), says('There.'), finish()],
  ]
  const rig = await startGateway({
    dataFiles: await builtDataFiles(),
    fixtures: [textRecording([...asks('few', {}), ...asks('more', { max_rows: 200 })])],
  })
  const page = contractPage(rig)
  for (const rows of [100, 200]) {
    const from = page.chunks.length
    const talk = page.client.sendMessage('Count')
    const asked = await page.until('approval-requested', from)
    await page.goOn({ approvals: { [String(asked.toolCallId)]: true } })
    await talk
    const content = JSON.parse(String(page.chunks.slice(from).find(({ type }) => type === 'tool_result')?.content))
    expect(content.artifacts).toEqual([{ id: expect.stringMatching(/\w/), type: 'table', row_count: rows }])
    const [{ id }] = content.artifacts
    const read = async (query: string, headers: Record<string, string> = rig.headers) => {
      const response = await fetch(`${rig.url}/api/data?${query}`, { headers })
      return response.ok ? (await response.json()).rows.length : response.status
    }
    expect(await read(`run_id=${page.runId()}&artifact_id=${id}&mode=inline`)).toBe(rows)
    expect(await read(`run_id=${page.runId()}&artifact_id=${content.data.artifact}`)).toBe(rows)
    expect(await read(`id=${id}`)).toBe(rows)
    const other = await rig.addClient(`other ${rows}`, ['data'])
    expect(await read(`id=${id}`, { authorization: `Bearer ${other.token}` })).toBe(404)
  }
})

test('a request without new words ends at once, and repeats nothing', async () => {
  const rig = await startGateway({ fixtures: [textRecording([words, says('Hello.'), finish()])] })
  const page = contractPage(rig)
  await page.client.sendMessage('Hi')
  const sent = rig.app.told('stream.chunk').length
  await page.client.append({ role: 'assistant', content: 'Go on' })
  expect(page.chunks.at(-1)).toMatchObject({ type: 'done', id: page.runId(), finishReason: 'stop' })
  expect(rig.app.told('stream.chunk')).toHaveLength(sent)
})
