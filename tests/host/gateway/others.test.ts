import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { canonicalJson } from '../../../src/shared/lib/canonical-json'
import type { JsonObject } from '../../../src/shared/lib/json'
import { parseJson } from '../../../src/shared/lib/json-value'
import { callingModel } from '../../support/choosing-model'
import { builtDataFiles } from '../../support/data-files'
import { type GatewayRig, startGateway } from '../../support/gateway-rig'
import { paperDesktop } from '../../support/paper-desktop'
import { sized } from '../../support/scale'

const historySchema = z.object({
  messages: z.array(z.looseObject({ id: z.string(), role: z.string(), parts: z.array(z.looseObject({ type: z.string() })) })),
})
const callsSchema = z.array(z.looseObject({ name: z.string(), args: z.looseObject({}) }))

/** A model that makes the calls that the user's text is the JSON of. */
const obedient = () => callingModel((text) => callsSchema.safeParse(parseJson(text)).data ?? [])

const SECRETS = ['secret-words', 'secret-row', 'secret_column', 'secret-label', 'secret-copy', 'secret-title', btoa('secret file 123')]

const reason = 'To see.'
const query: JsonObject = {
  source: 'Sample shop',
  sql: "SELECT 'secret-row' || id AS secret_column FROM events LIMIT 2",
  title: 'secret-title',
  reason,
}
const calls = (...made: readonly { readonly name: string; readonly args: JsonObject }[]) => JSON.stringify(made)
const file = { type: 'file', mediaType: 'text/plain', filename: 'a.txt', url: `data:text/plain;base64,${btoa('secret file 123')}` }

function aiSdk(id: string, text: string, ...more: readonly object[]): object {
  return { id, messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text }, ...more] }] }
}

/** Whatever this request is answered within a second and a half: a stream may stay open. */
async function ask(rig: GatewayRig, token: string, method: string, path: string, body?: object): Promise<string> {
  let told = ''
  try {
    const response = await fetch(`${rig.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(1_500),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    told = `${response.status} `
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) told += piece
  } catch {
    // the stream waits for somebody: what came of it counts
  }
  return told
}

/** Everything that a live client is sent within a second after these frames. */
async function askLive(rig: GatewayRig, token: string, ...frames: readonly object[]): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${rig.port}/live`, { headers: { authorization: `Bearer ${token}` } })
  onTestFinished(() => socket.terminate())
  let told = ''
  socket.on('message', (data) => {
    told += String(data)
  })
  await once(socket, 'open')
  for (const frame of frames) socket.send(JSON.stringify(frame))
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(1_000) })
  await closed.catch(() => socket.terminate())
  return told
}

/** The app with a client's chat that has secrets of every kind, an open approval among them, and one of the user's own. */
async function withSecrets() {
  const wishes = await obedient()
  const copied: string[] = []
  const desktop = paperDesktop({ writeClipboard: (text) => Promise.resolve(void copied.push(text)) })
  const rig = await startGateway({
    ...wishes,
    desktop,
    dataFiles: await builtDataFiles(),
    limits: { requests: 1_000_000, talksPerClient: 1_000 },
  })
  const { app } = rig
  const allow = async (toolName: string, count: number): Promise<void> => {
    const open = () => app.told('approval.changed').filter((one) => one.toolName === toolName && one.state === 'requested')
    await app.until(() => open().length >= count)
    const { approvalId = '', inputHash = '' } = open().at(-1) ?? {}
    await app.call('approval.decide', { approvalId, inputHash, approved: true })
  }
  const { conversationId: own } = await app.call('conversation.create', null)
  await app.call('conversation.replyModality', { conversationId: own, replyModality: 'text' })
  await app.call('text.send', {
    conversationId: own,
    text: calls({ name: 'execute_sql', args: query }, { name: 'set_timer', args: { label: 'secret-label', seconds: 3000 } }),
  })
  await allow('execute_sql', 1)
  const asked = calls({ name: 'execute_sql', args: query }, { name: 'set_timer', args: { label: 'secret-label', seconds: 3000 } })
  const first = ask(rig, rig.token, 'POST', '/api/chat', aiSdk('victim chat', asked))
  await allow('execute_sql', 2)
  await first
  await ask(rig, rig.token, 'POST', '/api/ag-ui', {
    ...{ threadId: 'victim thread', runId: 'victim run', state: {}, context: [], tools: [], forwardedProps: {} },
    messages: [{ id: 'u', role: 'user', content: 'secret-words' }],
  })
  await ask(rig, rig.token, 'POST', '/api/chat', {
    ...{ run_id: 'victim contract' },
    messages: [{ role: 'user', content: 'secret-words' }],
  })
  await askLive(rig, rig.token, { type: 'hello', format: 'json', sessionId: 'victim talk' }, { type: 'text', text: 'secret-words' })
  await ask(rig, rig.token, 'POST', '/api/chat', aiSdk('victim file', 'secret-words', file))
  const waits = calls({ name: 'write_clipboard', args: { text: 'secret-copy' } })
  await ask(rig, rig.token, 'POST', '/api/chat', aiSdk('victim waits', waits))
  const copying = () =>
    app.told('approval.changed').findLast(({ toolName, state }) => toolName === 'write_clipboard' && state === 'requested')
  // what was asked above may take longer than its answer was waited for
  await app.until(() => copying() !== undefined)
  const asks = copying()
  if (asks === undefined) throw new Error('nothing was asked')
  const artifacts = app.told('artifact.changed')
  const conversations = [...new Set(app.told('stream.chunk').map(({ conversationId }) => conversationId))]
  const stored = async () => {
    const opened = await Promise.all(conversations.map((conversationId) => app.call('conversation.open', { conversationId })))
    const { approvals } = await app.call('app.bootstrap', null)
    const open = approvals.filter(({ state }) => state === 'requested').map(({ approvalId }) => approvalId)
    return canonicalJson(JSON.parse(JSON.stringify({ messages: opened.map(({ messages }) => messages), open })))
  }
  const chunks = app.told('stream.chunk')
  const found: readonly unknown[] = [
    ...conversations,
    ...artifacts.flatMap(({ artifactId, sqlName }) => [artifactId, sqlName]),
    ...chunks.flatMap(({ messageId, chunk }) => ['toolCallId' in chunk ? chunk.toolCallId : messageId]),
    asks.approvalId,
  ]
  const ids = [
    ...['victim chat', 'victim thread', 'victim run', 'victim contract', 'victim talk', 'victim file', 'victim waits'],
    ...new Set(found.flatMap((id) => (typeof id === 'string' ? [id] : []))),
  ]
  return { rig, ids, asks, artifacts, stored, copied }
}

/** As many at once as a client may. */
async function inGroups<One>(all: readonly One[], attack: (one: One) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 50) await Promise.all(all.slice(at, at + 50).map(attack))
}

const expectNoSecrets = (told: string, what: string): void => {
  for (const secret of SECRETS) expect(told.includes(secret), `${what} tells ${secret}`).toBe(false)
}

test('a client that guesses every id of another client and of the user gets nothing of them on any path, and changes nothing', {
  timeout: 120_000,
}, async () => {
  const { rig, ids, asks, stored, copied } = await withSecrets()
  const before = await stored()
  expect(SECRETS.slice(0, -1).filter((secret) => !before.includes(secret))).toEqual([])
  const { token } = await rig.addClient('other', ['chat', 'live', 'data', 'approve-low', 'approve-medium'])
  const { toolCallId, approvalId, messageId, toolName, input } = asks
  const yes = {
    type: 'dynamic-tool',
    toolName,
    toolCallId,
    state: 'approval-responded',
    input,
    approval: { id: approvalId, approved: true },
  }
  const agUi = (id: string, more: object) => ({
    ...{ threadId: id, runId: id, state: {}, context: [], tools: [], forwardedProps: {}, messages: [] },
    ...more,
  })
  const attacks = ids.flatMap((raw): readonly (readonly [string, string, object?])[] => {
    const id = encodeURIComponent(raw)
    return [
      ...['ai-sdk', 'ag-ui', 'tanstack'].map((format) => ['GET', `/api/chat/${id}?format=${format}`] as const),
      ['GET', `/api/chat/${id}/stream`],
      ['POST', `/api/chat/${id}/stop`],
      ['GET', `/api/ag-ui?runId=${id}`],
      ['GET', `/api/ag-ui?threadId=${id}`],
      ['GET', `/api/tanstack/chat?run_id=${id}`],
      ['GET', `/api/data?id=${id}`],
      ...ids.map((other) => ['GET', `/api/data?run_id=${id}&artifact_id=${encodeURIComponent(other)}`] as const),
      ['POST', '/api/continuation', { run_id: raw, approvals: { [approvalId]: true, [toolCallId]: true } }],
      ['POST', '/api/continuation', { run_id: raw, tool_results: { [toolCallId]: { output: {} } } }],
      ['POST', '/api/chat', { id: raw, messages: [{ id: messageId, role: 'assistant', parts: [yes] }] }],
      [
        'POST',
        '/api/chat',
        { id: raw, messageId, trigger: 'regenerate-message', messages: [{ id: messageId, role: 'assistant', parts: [yes] }] },
      ],
      ['POST', '/api/ag-ui', agUi(raw, { resume: [{ interruptId: approvalId, status: 'resolved', payload: { approved: true } }] })],
      ['POST', '/api/ag-ui', agUi(raw, { messages: [{ id: 't', role: 'tool', toolCallId, content: '{}' }] })],
      ['POST', '/api/ag-ui', agUi(raw, {})],
    ]
  })
  // all of them in a long run, a part that differs from run to run otherwise
  const every = sized(1, 8)
  const from = Math.floor(Math.random() * every)
  const chosen = <One>(all: readonly One[]): readonly One[] => all.filter((_, index) => index % every === from)
  await inGroups(chosen(attacks), async ([method, path, body]) => {
    expectNoSecrets(await ask(rig, token, method, path, body), `${method} ${path} ${JSON.stringify(body)}`)
  })
  const yesLive = { type: 'approval', approvalId, toolCallId, approved: true }
  const result = { type: 'tool_result', toolCallId, output: {} }
  const hellos = ids.flatMap((sessionId) => [undefined, 0, 1].map((after) => ({ type: 'hello', format: 'json', sessionId, after })))
  await inGroups(chosen(hellos), async (hello) => expectNoSecrets(await askLive(rig, token, hello, yesLive, result), JSON.stringify(hello)))
  expect(await stored()).toBe(before)
  expect(copied).toEqual([])
})

test('a client’s conversation gets nothing of others by any tool, whatever the model calls and the client allows', {
  timeout: 60_000,
}, async () => {
  const { rig, artifacts, stored } = await withSecrets()
  const before = await stored()
  const { token } = await rig.addClient('other', ['chat', 'live', 'data', 'approve-low', 'approve-medium'])
  const names = [...new Set(artifacts.flatMap(({ artifactId, sqlName }) => [sqlName, artifactId]))]
  const spies = [
    ...names.flatMap((name) => [
      { name: 'query_artifact', args: { artifacts: [name], sql: `SELECT * FROM "${name}"`, reason } },
      { name: 'export_csv', args: { artifacts: [name] } },
      { name: 'execute_sql', args: { source: name, sql: `SELECT * FROM "${name}"`, reason } },
      { name: 'execute_sql', args: { source: 'Sample shop', sql: `SELECT * FROM "${name}"`, reason } },
      { name: 'preview_schema', args: { source: name } },
    ]),
    { name: 'preview_schema', args: {} },
    { name: 'list_timers', args: {} },
    { name: 'cancel_timer', args: { label: 'secret-label' } },
  ]
  for (const [index, spy] of spies.entries()) {
    const id = `spy ${index}`
    const said = calls(spy)
    const first = await ask(rig, token, 'POST', '/api/chat', aiSdk(id, said))
    const history = await ask(rig, token, 'GET', `/api/chat/${encodeURIComponent(id)}`)
    const { messages } = historySchema.parse(parseJson(history.replace(/^\d+ /, '')))
    const allowed = messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) =>
        part.state === 'approval-requested'
          ? { ...part, state: 'approval-responded', approval: { ...Object(part.approval), approved: true } }
          : part,
      ),
    }))
    const second = await ask(rig, token, 'POST', '/api/chat', { id, messages: allowed })
    const told = `${first}${history}${second}`.replaceAll(JSON.stringify(said).slice(1, -1), '')
    for (const secret of SECRETS.filter((one) => !said.includes(one)))
      expect(told.includes(secret), `${said} tells ${secret}: ${told}`).toBe(false)
    // an export is run by the client itself, which was given the name of the result
    expect(told, said).toMatch(/output-(error|available)|export_csv/)
  }
  expect(await stored()).toBe(before)
  const timers = await ask(rig, rig.token, 'POST', '/api/chat', aiSdk('victim chat', calls({ name: 'list_timers', args: {} })))
  expect(timers).toContain('"label":"secret-label"')
})
