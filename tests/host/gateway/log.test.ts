import { expect, test } from 'vitest'
import type { Facts } from '../../../src/main/lib/log/logger'
import { type GatewayRig, startGateway } from '../../support/gateway-rig'
import { openLive } from '../../support/live-client'
import { finish, says, textRecording, words } from '../../support/text-recording'

const secretWords = 'My PIN is 4711'

async function post(rig: GatewayRig, path: string, body: object): Promise<void> {
  const response = await fetch(`${rig.url}${path}`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.text()
}

test('every log line of a request names its run and its invocation, in each dialect, and no words and no token', async () => {
  const lines: { readonly event: string; readonly facts: Facts }[] = []
  let onRequest = (): void => undefined
  /** The next request has ended, and its line is written. */
  const requestEnded = () =>
    new Promise<void>((resolve) => {
      onRequest = resolve
    })
  const rig = await startGateway({
    fixtures: [textRecording([words, says('Hello.'), finish()])],
    onLine(event, facts = {}) {
      lines.push({ event, facts })
      if (event === 'gateway request') onRequest()
    },
  })
  const turnOf = () => rig.app.told('stream.chunk').at(-1)?.turnId
  const text = secretWords
  const asks = [
    ['chat-1', '/api/chat', { id: 'chat-1', messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text }] }] }],
    ['contract-1', '/api/chat', { run_id: 'contract-1', messages: [{ role: 'user', content: text }] }],
    ['run-1', '/api/ag-ui', { threadId: 'thread-1', runId: 'run-1', messages: [{ id: 'u1', role: 'user', content: text }] }],
    ['run-2', '/api/tanstack/chat', { messages: [{ role: 'user', content: text }], data: { run_id: 'run-2' } }],
  ] as const
  for (const [runId, path, body] of asks) {
    const from = lines.length
    await Promise.all([post(rig, path, body), requestEnded()])
    const mine = lines.slice(from).filter(({ facts }) => facts.clientId === rig.clientId)
    expect(mine.at(-1), path).toMatchObject({ event: 'gateway request', facts: { method: 'POST', path, status: 200, whole: true } })
    expect(
      mine.every(({ facts }) => facts.runId === runId),
      path,
    ).toBe(true)
    expect(mine.at(-1)?.facts.invocationId, path).toBe(turnOf())
  }
  const live = await openLive(rig, { sessionId: 'talk-1' })
  live.send({ type: 'text', text })
  await live.until(() => live.ended() === 1)
  const spoken = lines.filter(({ facts }) => facts.path === '/live')
  expect(spoken.length).toBeGreaterThan(0)
  expect(spoken.every(({ facts }) => facts.runId === 'talk-1' && facts.clientId === rig.clientId)).toBe(true)
  expect(JSON.stringify(lines)).not.toMatch(/4711|parley-[\w-]{20}/)
})
