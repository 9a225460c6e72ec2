import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { agUiRoutes } from '../../../src/main/gateway/ag-ui-routes'
import { createClientThread } from '../../../src/main/gateway/client-thread'
import { createDeferredTasks } from '../../../src/main/gateway/deferred-tasks'
import type { GatewayContext } from '../../../src/main/gateway/gateway-context'
import { gatewayLimits } from '../../../src/main/gateway/gateway-limits'
import { createOpenStreams } from '../../../src/main/gateway/open-streams'
import { systemClock } from '../../../src/main/lib/system-clock'
import { countingIds } from '../../../src/shared/lib/ids'
import { startGateway } from '../../support/gateway-rig'
import { finish, says, textRecording, words } from '../../support/text-recording'

test('a request of AG-UI that comes again while the first is still beginning asks for nothing a second time', async () => {
  const thread = createClientThread('conversation-1', () => false)
  const part = (text: string) => [{ type: 'text', text }]
  const stored = [
    { id: 'u1', role: 'user', parts: part('Say it.') },
    { id: 'a1', role: 'assistant', parts: part('Once.') },
  ]
  let goBack = (): void => undefined
  const rewind = vi.fn(() => new Promise<void>((resolve) => (goBack = resolve)))
  const ask = vi.fn()
  const parts = {
    registry: { get: () => ({ messages: () => stored, askAgain: ask, interrupt: () => undefined }) },
    threads: { open: () => 'conversation-1' },
    bridge: { thread: () => thread },
    idle: { keep: () => undefined, used: () => undefined },
    toolBox: { find: () => null },
    answers: { mayAnswer: () => false, pending: () => [] },
    streams: createOpenStreams(8),
    later: createDeferredTasks(systemClock),
    limits: gatewayLimits,
    clock: systemClock,
    newId: countingIds(),
    rewind,
    // the rest of it is not touched by words that are to be answered once more
  } as unknown as GatewayContext
  const route = agUiRoutes(parts).find(({ method }) => method === 'POST')
  const client = { clientId: 'client-1', name: 'test', scopes: [], origins: [], createdAt: 1, lastUsedAt: null }
  const run = { threadId: 'thread-1', runId: 'run-1', state: {}, tools: [], context: [], forwardedProps: {} }
  const body = { ...run, messages: [{ id: 'u1', role: 'user', content: 'Say it.' }] }
  const server = createServer((request, response) => {
    void route?.handle({ request, response, client, id: '', query: new URLSearchParams(), body: async () => body })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // a server that listens on a port has an address with one
  const { port } = server.address() as AddressInfo
  const first = fetch(`http://127.0.0.1:${port}/`)
  await vi.waitFor(() => expect(rewind).toHaveBeenCalledTimes(1))
  // its stream is opened at once: the run is known
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  goBack()
  await first
  expect([rewind.mock.calls, ask.mock.calls.length]).toEqual([[['conversation-1', 'a1']], 1])
})

test('a request of the AI SDK that comes twice at once is carried out once, and both get its answer: new text, an edit, a regeneration', async () => {
  const rig = await startGateway({ fixtures: [textRecording([words, says('Hello.'), finish()])], speed: 1 })
  const post = async (body: object): Promise<{ readonly status: number; readonly text: string }> => {
    const headers = { ...rig.headers, 'content-type': 'application/json' }
    const response = await fetch(`${rig.url}/api/chat`, { method: 'POST', headers, body: JSON.stringify({ id: 'chat', ...body }) })
    return { status: response.status, text: await response.text() }
  }
  const begun = (role: 'user' | 'assistant') =>
    rig.app.told('stream.chunk').filter((placed) => placed.role === role && placed.chunk.type === 'start').length
  const said = (id: string, text: string) => ({ id, role: 'user', parts: [{ type: 'text', text }] })
  const twice = async (body: object) => {
    const before = [begun('user'), begun('assistant')] as const
    const [first, second] = await Promise.all([post(body), post(body)])
    expect(first.text).toContain('Hello.')
    expect(second).toEqual(first)
    return [begun('user') - before[0], begun('assistant') - before[1]]
  }
  const edited = said('u1', 'Hello')
  expect(await twice({ trigger: 'submit-message', messages: [said('u1', 'Hi')] })).toEqual([1, 1])
  expect(await twice({ trigger: 'submit-message', messageId: 'u1', messages: [edited] })).toEqual([1, 1])
  expect(await twice({ trigger: 'regenerate-message', messages: [edited] })).toEqual([0, 1])
  // asked for again once it has ended: that is another answer
  expect(await twice({ trigger: 'regenerate-message', messages: [edited] })).toEqual([0, 1])
})
