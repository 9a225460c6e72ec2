import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { modelText } from '../../../src/shared/messages/message'
import { type ToolServer, toolServerSchema } from '../../../src/shared/servers/tool-server'
import { freePort } from '../../support/free-port'
import { type ToolServerRig, toolServerRig } from '../../support/tool-server-rig'

const webServer = (address: string): ToolServer => ({ kind: 'address', name: 'web', on: true, trusted: false, address })

/** server-everything over streamable HTTP, on a port of its own. */
async function everythingOverHttp(): Promise<string> {
  const port = await freePort()
  const script = fileURLToPath(new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url))
  const server = spawn(process.execPath, [script, 'streamableHttp'], { env: { PORT: String(port) }, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  for await (const line of server.stderr) if (String(line).includes('listening')) break
  return `http://127.0.0.1:${port}/mcp`
}

/** A server of the web that answers as `listener` does. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}/mcp`
}

function why(rig: ToolServerRig): string {
  const state = rig.servers.list()[0]?.state
  return state?.phase === 'failed' ? modelText(state.why) : `is ${state?.phase}`
}

it('server-everything over streamable HTTP lists its tools and answers calls', async () => {
  const rig = toolServerRig()
  await rig.start(webServer(await everythingOverHttp()))
  expect(rig.servers.list()).toMatchObject([{ state: { phase: 'ready' } }])
  expect(await rig.run('web__echo', { message: 'hello' })).toMatchObject({ text: 'Echo: hello' })
  const prepared = rig.tool('web__echo').prepare({ message: 'hello' })
  expect(prepared.ok && prepared.value.destination).toMatch(/^127\.0\.0\.1:\d+$/)
})

it.each([
  ['that asks for a sign-in says so', 401, {}, '', /sign-in/],
  [
    'that is a proxy with a page of its own can’t be used',
    200,
    { 'content-type': 'text/html' },
    '<h1>Sign in to the network</h1>',
    /could not be reached/,
  ],
  ['that sends elsewhere is not followed', 307, { location: 'http://example.com/mcp' }, '', /could not be reached/],
])('an address %s', async (_, status, headers, body, words) => {
  const rig = toolServerRig()
  await rig.start(
    webServer(
      await answering((_request, response) => {
        response.writeHead(status, headers)
        response.end(body)
      }),
    ),
  )
  expect(why(rig)).toMatch(words)
})

it('an address that answers without end is given up', async () => {
  const rig = toolServerRig()
  await rig.start(
    webServer(
      await answering((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const piece = Buffer.alloc(1_000_000, 'x')
        const write = () => {
          if (!response.destroyed && response.write(piece)) setImmediate(write)
        }
        response.on('drain', write)
        write()
      }),
    ),
  )
  expect(why(rig)).toMatch(/could not be reached/)
})

it.each(['http://example.com/mcp', 'https://user:secret@example.com/mcp', 'file:///etc/passwd', 'ftp://example.com', 'example.com'])(
  'the address %s is no server’s',
  (address) => {
    expect(toolServerSchema.safeParse(webServer(address)).success).toBe(false)
  },
)
