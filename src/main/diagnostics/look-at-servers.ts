import { constants } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../../shared/diagnostics/diagnosis'
import type { ToolServerSummary } from '../../shared/ipc/tool-server-calls'
import { assertNever } from '../../shared/lib/assert-never'
import { type Message, messageOf } from '../../shared/messages/message'
import type { ToolServer } from '../../shared/servers/tool-server'
import { createCommandPath } from '../servers/command-path'
import { STORE_FILE } from '../storage/database/open-store'
import { openSqlDatabase } from '../storage/database/sql-database'
import { toolServerTable } from '../storage/database/tool-server-table'

/** A larger file of conversations, in bytes, is not copied to read the servers in it. */
const LARGEST_STORE = 500_000_000

/** What is known of a server; `phase` is null while Parley is not running. */
interface ServerFacts {
  readonly server: ToolServer
  readonly phase: ToolServerSummary['state']['phase'] | null
  readonly tools: number
}

/** The finding about MCP servers: of the running app, or, with null, of the conversations' file in `folder`. Nothing is started. */
export async function lookAtServers(
  running: readonly ToolServerSummary[] | null,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Finding> {
  const check = 'servers'
  const facts =
    running === null
      ? (await storedServers(folder))?.map((server): ServerFacts => ({ server, phase: null, tools: 0 }))
      : running.map(({ server, state, tools }): ServerFacts => ({ server, phase: state.phase, tools: tools.length }))
  if (facts === undefined) return { check, state: 'attention', words: messageOf('doctor-servers-unread') }
  if (facts.length === 0) return { check, state: 'good', words: messageOf('doctor-servers-none') }
  const path = createCommandPath(environment)
  const findings = await Promise.all(facts.map((one) => lookAtServer(one, async (command) => (await path.find(command)).found)))
  const state = findings.some(({ isGood }) => !isGood) ? 'attention' : 'good'
  return { check, state, words: messageOf('doctor-servers', { servers: findings.map(({ words }) => words) }) }
}

async function lookAtServer(
  { server, phase, tools }: ServerFacts,
  isFound: (command: string) => Promise<boolean>,
): Promise<{ readonly isGood: boolean; readonly words: Message }> {
  const { name } = server
  if (!server.on) return { isGood: true, words: messageOf('doctor-server-off', { name }) }
  if (phase !== 'ready' && server.kind === 'command' && !(await isFound(server.command)))
    return { isGood: false, words: messageOf('doctor-server-missing', { name, command: server.command }) }
  switch (phase) {
    case 'ready':
      return { isGood: true, words: messageOf('doctor-server-ready', { name, tools }) }
    case 'failed':
      return { isGood: false, words: messageOf('doctor-server-failed', { name }) }
    case 'starting':
    case 'stopped':
    case null:
      return { isGood: true, words: messageOf('doctor-server-stopped', { name }) }
    default:
      return assertNever(phase, 'phase of a server')
  }
}

/** The servers in a copy of the conversations' file, which stays untouched; undefined if it can't be read. */
async function storedServers(folder: string): Promise<readonly ToolServer[] | undefined> {
  const file = join(folder, STORE_FILE)
  const facts = await stat(file).catch(() => null)
  if (facts === null || facts.size === 0) return []
  if (facts.size > LARGEST_STORE) return undefined
  const place = await mkdtemp(join(tmpdir(), 'parley-doctor-'))
  try {
    const copy = join(place, STORE_FILE)
    await copyFile(file, copy, constants.COPYFILE_FICLONE)
    await copyFile(`${file}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).catch(() => undefined)
    const database = openSqlDatabase(copy)
    try {
      return toolServerTable(database).list()
    } finally {
      database.close()
    }
  } catch {
    return undefined
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
