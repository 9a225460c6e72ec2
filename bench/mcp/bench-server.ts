import type { ToolServer } from '../../src/shared/servers/tool-server'

/** How many tools the server of the benches has. */
export const TOOLS = 40

/** Each tool says how long it took the server to read the call and to answer, in ns. */
const script = `
const schema = { type: 'object', properties: { text: { type: 'string' }, count: { type: 'integer', minimum: 1 } }, required: ['text'] }
const tools = Array.from({ length: ${TOOLS} }, (_, index) => ({ name: 'tool_' + index, description: 'Does one thing. '.repeat(20), inputSchema: schema }))
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const began = process.hrtime.bigint()
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const send = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
  if (method === 'initialize') send({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bench', version: '1' } })
  else if (method === 'tools/list') send({ tools })
  else send({ content: [], structuredContent: { ns: Number(process.hrtime.bigint() - began) } })
}).on('close', () => process.exit())`

/** A server of 40 tools that answers at once. */
export function benchServer(name: string): ToolServer {
  const started = { command: process.execPath, args: ['-e', script], variables: [], folder: '' }
  return { kind: 'command', name, on: true, trusted: true, ...started }
}
