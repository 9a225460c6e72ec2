import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from '../../../src/shared/lib/zod'
import { modelText } from '../../../src/shared/messages/message'
import { httpServer } from '../../support/http-server'
import { commandServer, scriptServer, type ToolServerRig, toolServerRig } from '../../support/tool-server-rig'

const stateOf = (rig: ToolServerRig, name: string) => rig.servers.list().find(({ server }) => server.name === name)?.state
const whyOf = (rig: ToolServerRig, name: string): string => {
  const state = stateOf(rig, name)
  return state?.phase === 'failed' ? modelText(state.why) : `is ${state?.phase}`
}

it('a process that ends at any request before `initialize`, such as `server/discover`, is used', async () => {
  const rig = toolServerRig()
  await rig.start(scriptServer('strict', `for (const method of ['server/discover', 'ping']) on(method, () => process.exit(1))`))
  expect(await rig.run('strict__one', {})).toMatchObject({ text: 'ran one' })
})

it('a process that ends at `initialize` says why, is started once, and costs no other server anything', async () => {
  const rig = toolServerRig()
  const lines = `on('initialize', () => { process.stderr.write('no licence'); process.exit(4) })`
  await rig.start(scriptServer('bad', lines), scriptServer('good', ''))
  expect(whyOf(rig, 'bad')).toBe('It ended. no licence')
  expect(rig.servers.messages('bad').map(({ direction }) => direction)).toEqual(['to'])
  expect(await rig.run('good__one', {})).toMatchObject({ text: 'ran one' })
})

it('a process that refuses `initialize` says why, and is not asked again in the newest version', async () => {
  const rig = toolServerRig()
  await rig.start(scriptServer('bad', `on('initialize', (_, id) => void send({ id, error: { code: -32000, message: 'no licence' } }))`))
  expect(whyOf(rig, 'bad')).toContain('no licence')
  expect(rig.servers.messages('bad').map(({ direction }) => direction)).toEqual(['to', 'from'])
})

it('a process that speaks the newest version of the protocol alone is used', async () => {
  const rig = toolServerRig()
  const lines = `
    import { McpServer } from '@modelcontextprotocol/server'
    import { serveStdio } from '@modelcontextprotocol/server/stdio'
    serveStdio(() => {
      const server = new McpServer({ name: 'newest', version: '1.0.0' })
      server.registerTool('one', {}, () => ({ content: [{ type: 'text', text: 'ran one' }] }))
      return server
    }, { legacy: 'reject' })`
  const folder = fileURLToPath(new URL('../../..', import.meta.url))
  await rig.start(commandServer({ name: 'newest', args: ['--input-type=module', '-e', lines], folder }))
  expect(whyOf(rig, 'newest')).toBe('is ready')
  expect(await rig.run('newest__one', {})).toMatchObject({ text: 'ran one' })
})

const requestSchema = z.object({ id: z.union([z.number(), z.string()]).optional(), method: z.string() })
const results = new Map<string, object>([
  ['initialize', { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'web', version: '1' } }],
  ['tools/list', { tools: [{ name: 'one', inputSchema: { type: 'object' } }] }],
  ['tools/call', { content: [{ type: 'text', text: 'ran one' }] }],
])

it.each([
  ['closes the connection', 0],
  ['has a fault', 500],
])('an address that %s at `server/discover` is used as of an earlier version', async (_, status) => {
  const seen: string[] = []
  const address = await httpServer((request, response) => {
    void text(request).then((body) => {
      const message = body === '' ? null : requestSchema.parse(JSON.parse(body))
      if (message !== null) seen.push(message.method)
      if (message?.method === 'server/discover' && status === 0) return void request.socket.destroy()
      if (message === null || message.method === 'server/discover') return void response.writeHead(message === null ? 405 : status).end()
      if (message.id === undefined) return void response.writeHead(202).end()
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: results.get(message.method) }))
    })
  })
  const rig = toolServerRig()
  await rig.start({ kind: 'address', name: 'web', on: true, trusted: false, address: `${address}/mcp` })
  expect(whyOf(rig, 'web')).toBe('is ready')
  expect(await rig.run('web__one', {})).toMatchObject({ text: 'ran one' })
  expect(seen.slice(0, 2)).toEqual(['server/discover', 'initialize'])
})
