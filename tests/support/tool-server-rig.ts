import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import { memorySecretStore } from '../../src/main/platform/secrets/secret-store'
import { createElicitations, type Elicitations } from '../../src/main/servers/elicitations'
import { createToolServers, type ToolServers, type ToolServersOptions } from '../../src/main/servers/tool-servers'
import { openMemoryStore } from '../../src/main/storage/database/open-store'
import type { ToolServerTable } from '../../src/main/storage/database/tool-server-table'
import type { MainTool } from '../../src/main/tool-calls/tools/main-tool'
import type { AuditEvent } from '../../src/shared/audit/audit-entry'
import type { CallProgress } from '../../src/shared/ipc/tool-server-calls'
import { countingIds } from '../../src/shared/lib/ids'
import type { JsonObject } from '../../src/shared/lib/json'
import type { CommandServer, ToolServer } from '../../src/shared/servers/tool-server'
import { createConditionWaiter } from './condition-waiter'

/** Where the start script of a server from the registry is. */
const scriptOf = (name: string): string =>
  fileURLToPath(new URL(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url))

/** A server that is started by a command; this very Node by default. */
export function commandServer(change: Partial<CommandServer> & Pick<CommandServer, 'name' | 'args'>): CommandServer {
  return { kind: 'command', on: true, trusted: false, command: process.execPath, variables: [], folder: '', ...change }
}

/** A server from the registry. */
export function realServer(name: 'everything' | 'filesystem' | 'memory', ...args: readonly string[]): CommandServer {
  return commandServer({ name, args: [scriptOf(name), ...args] })
}

/** A server made of these lines of JavaScript, in a process of its own. `send(message)` writes a message, `on(method, handler)` answers one. */
export function scriptServer(name: string, lines: string): CommandServer {
  return commandServer({ name, args: ['-e', `${SCRIPT}\n${lines}`] })
}

const SCRIPT = `
const handlers = new Map()
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const on = (method, handler) => handlers.set(method, handler)
const tool = (name, more = {}) => ({ name, inputSchema: { type: 'object', properties: {} }, ...more })
const text = (text) => ({ content: [{ type: 'text', text }] })
let tools = [tool('one')]
on('initialize', ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'script', version: '1' } }))
on('tools/list', () => ({ tools }))
on('tools/call', ({ name }) => text('ran ' + name))
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line)
  const handler = handlers.get(method)
  const result = await handler?.(params, id)
  if (id !== undefined && result !== undefined) send({ id, result })
}).on('close', () => process.exit())
`

/** The servers over a store, without the rest of the app. */
export interface ToolServerRig {
  readonly servers: ToolServers
  readonly table: ToolServerTable
  readonly reports: unknown[]
  readonly elicitations: Elicitations
  /** what went into the audit trail about questions */
  readonly audited: AuditEvent[]
  /** the pages that were opened */
  readonly pages: string[]
  /** how far calls were, as it was reported */
  readonly progress: CallProgress[]
  /** Checks the conditions of `until` now. */
  look(): void
  /** Resolves when the condition holds; it is checked again after every change. */
  until(condition: () => boolean): Promise<void>
  /** Adds servers as if the user had agreed, starts them, and waits until each runs or failed. */
  start(...servers: readonly ToolServer[]): Promise<void>
  tool(name: string): MainTool
  /** Runs a tool, past rules and approvals. */
  run(name: string, input: JsonObject, signal?: AbortSignal): Promise<JsonObject>
}

export function toolServerRig(change: Partial<ToolServersOptions> = {}): ToolServerRig {
  const table = change.table ?? openMemoryStore({ clock: systemClock, unreadable: () => {} }).toolServers
  const waiter = createConditionWaiter()
  const reports: unknown[] = []
  const audited: AuditEvent[] = []
  const clock = change.clock ?? systemClock
  const pages: string[] = []
  const progress: CallProgress[] = []
  const elicitations = createElicitations({
    clock,
    newId: countingIds(),
    audit: { record: (_, event) => void audited.push(event) },
    seconds: () => 120,
    openPage: (address) => Promise.resolve(void pages.push(address)),
    onChange: waiter.changed,
    report: (error) => void reports.push(error),
  })
  const servers = createToolServers({
    table,
    elicitations,
    secrets: memorySecretStore(),
    clock: systemClock,
    version: '0.0.0',
    environment: process.env,
    openPage: (address) => Promise.resolve(void pages.push(address)),
    signedInText: () => 'Done.',
    onProgress: (one) => void progress.push(one),
    onCallMessage: () => {},
    mayStart: () => true,
    onTools: () => {},
    onChange: waiter.changed,
    report: (error) => void reports.push(error),
    ...change,
  })
  onTestFinished(servers.close)

  function tool(name: string): MainTool {
    const found = servers.tools().find((one) => one.name === name)
    if (found === undefined) throw new Error(`there is no tool ${name}: ${servers.tools().map((one) => one.name)}`)
    return found
  }

  return {
    servers,
    table,
    reports,
    elicitations,
    pages,
    progress,
    audited,
    look: waiter.changed,
    until: waiter.until,
    tool,
    async start(...added) {
      for (const server of added) await servers.save(server, {})
      servers.wake()
      await waiter.until(() => servers.list().every(({ state }) => state.phase === 'ready' || state.phase === 'failed'))
    },
    run(name, input, signal = new AbortController().signal) {
      const prepared = tool(name).prepare(input)
      if (!prepared.ok) throw new Error(prepared.error.message)
      return prepared.value.run({ toolCallId: 'call-1', conversationId: 'conversation-1', signal })
    },
  }
}
