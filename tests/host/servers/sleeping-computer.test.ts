import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { wakingStartTime, wakingTime } from '../../../src/main/servers/server-connection'
import { z } from '../../../src/shared/lib/zod'
import { createFakeClock } from '../../support/fake-clock'
import { halfOpenProxy } from '../../support/half-open-proxy'
import { httpServer } from '../../support/http-server'
import { toolServerRig } from '../../support/tool-server-rig'

const requestSchema = z.object({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string(),
  params: z.object({ arguments: z.object({ n: z.number() }).optional() }).optional(),
})
const results = new Map<string, object>([
  ['initialize', { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'web', version: '1' } }],
  ['tools/list', { tools: [{ name: 'one', inputSchema: { type: 'object' } }] }],
  ['tools/call', { content: [{ type: 'text', text: 'done' }] }],
])

/** A server of the web behind a network that can freeze; it answers the first call only when it is told to. */
async function slept() {
  const calls: number[] = []
  let answerFirst: () => void = () => {}
  const server = await httpServer((request, response) => {
    void text(request).then((body) => {
      if (body === '') return void response.writeHead(405).end()
      const { id, method, params } = requestSchema.parse(JSON.parse(body))
      if (method === 'tools/call') calls.push(params?.arguments?.n ?? 0)
      const result = results.get(method)
      if (id === undefined) return void response.writeHead(202).end()
      const answer = result === undefined ? { error: { code: -32601, message: 'unknown method' } } : { result }
      const send = (): void => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
      }
      if (method === 'tools/call' && calls.length === 1) answerFirst = send
      else send()
    })
  })
  const network = await halfOpenProxy(server)
  const clock = createFakeClock()
  const rig = toolServerRig({ clock })
  await rig.start({ kind: 'address', name: 'web', on: true, trusted: false, address: `${network.address}/mcp` })
  const phase = () => rig.servers.list()[0]?.state.phase
  const running = rig.run('web__one', { n: 1 })
  await expect.poll(() => calls).toEqual([1])

  /** Lets time pass until the server is as wanted, at most as long as a user would wait. */
  async function until(wanted: string): Promise<void> {
    await expect.poll(() => (phase() === wanted ? wanted : void clock.advance(wakingStartTime / 5))).toBe(wanted)
  }
  return { network, clock, rig, running, calls, phase, until, answerFirst: () => answerFirst() }
}

it('after the computer slept, a connection without a sign of life is renewed; the call that ran on it is unknown, and not made again', async () => {
  const { network, clock, rig, running, calls, phase, until } = await slept()
  const lost = expect(running).rejects.toMatchObject({ text: { code: 'server-call-lost' } })
  network.freeze()
  rig.servers.woke()
  expect(phase()).toBe('starting')
  await until('ready')
  expect(await rig.run('web__one', { n: 2 })).toMatchObject({ text: 'done' })
  clock.advance(wakingTime)
  await lost
  expect(calls).toEqual([1, 2])
})

it('a network that comes back later than the computer is waited for, and the state says that it is not there', async () => {
  const { network, rig, running, phase, until } = await slept()
  const lost = expect(running).rejects.toMatchObject({ text: { code: 'server-call-lost' } })
  network.freeze()
  network.isDown = true
  rig.servers.woke()
  await until('failed')
  network.isDown = false
  await until('ready')
  expect(phase()).toBe('ready')
  await lost
})

it('a call that survives the sleep ends with its result, and calls after it take the new connection', async () => {
  const { rig, running, calls, until, answerFirst } = await slept()
  rig.servers.woke()
  await until('ready')
  expect(await rig.run('web__one', { n: 2 })).toMatchObject({ text: 'done' })
  answerFirst()
  expect(await running).toMatchObject({ text: 'done' })
  expect(calls).toEqual([1, 2])
})

it('a call of before the sleep does not outlive Parley', async () => {
  const { network, rig, running, until, clock } = await slept()
  const lost = expect(running).rejects.toMatchObject({ text: { code: 'server-call-lost' } })
  network.freeze()
  rig.servers.woke()
  await until('ready')
  await rig.servers.close()
  await lost
  expect(clock.pending()).toBe(0)
})
