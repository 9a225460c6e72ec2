import { riskSchema } from '../../shared/approvals/approval'
import type { ToolServerSummary } from '../../shared/ipc/tool-server-calls'
import type { Clock } from '../../shared/lib/clock'
import { jsonObjectSchema } from '../../shared/lib/json-object'
import { failure, type Result, success } from '../../shared/lib/result'
import { type Message, messageOf } from '../../shared/messages/message'
import {
  definitionHash,
  largestDefinition,
  largestDefinitions,
  longestShownDescription,
  riskOf,
  type ServerTool,
  serverToolNames,
  serverToolSchema,
  titleOf,
} from '../../shared/servers/server-tool'
import type { ToolServer } from '../../shared/servers/tool-server'
import { makeVisible } from '../../shared/text/make-visible'
import { visibleBeginning } from '../../shared/text/visible-beginning'
import type { ChangedServerTool, KnownServerTool, ToolServerTable } from '../storage/database/tool-server-table'
import type { MainTool } from '../tool-calls/tools/main-tool'
import { createServerTool, type ServerToolOptions } from './server-tool'

/** Dependencies of a server's tools. */
export interface ServerToolsOptions extends Pick<ServerToolOptions, 'call' | 'check'> {
  readonly server: ToolServer
  readonly table: Pick<ToolServerTable, 'tools' | 'saveTool' | 'newestRule'>
  readonly clock: Clock
  toolsChanged(): void
}

/**
 * The tools of one server. A definition is known from the first time it is seen. A tool that comes with another one later is withdrawn
 * until the user accepts it.
 */
export interface ServerTools {
  usable(): readonly MainTool[]
  summaries(): ToolServerSummary['tools']
  /** What rules may be about: also the tools that are withdrawn until the user accepts them. */
  ruled(): readonly Pick<MainTool, 'name' | 'risk' | 'input' | 'parameters'>[]
  /** Takes the list that the server sent. */
  take(sent: readonly unknown[]): void
  /** Whether the server still has this tool in this definition. */
  isCurrent(known: KnownServerTool): boolean
  /** `tool`: its own name, as `summaries` has it. */
  accept(tool: string, hash: string): Result<null>
}

/** A listed tool that can't be used, and why. */
interface UnusableTool {
  readonly ownName: string
  readonly why: Message
}

/** What a list says. */
interface ReadList {
  readonly tools: readonly { readonly tool: ServerTool; readonly hash: string }[]
  readonly unusable: readonly UnusableTool[]
}

function readList(sent: readonly unknown[]): ReadList {
  const tools: ReadList['tools'][number][] = []
  const unusable: UnusableTool[] = []
  let together = 0
  for (const one of sent) {
    const parsed = serverToolSchema.safeParse(one)
    if (!parsed.success) continue
    const tool = parsed.data
    const { length } = JSON.stringify(tool)
    together += length
    if (length > largestDefinition || together > largestDefinitions)
      unusable.push({ ownName: tool.name, why: messageOf('server-tool-too-large') })
    else tools.push({ tool, hash: definitionHash(tool) })
  }
  return { tools, unusable }
}

export function createServerTools({ server, table, clock, call, check, toolsChanged }: ServerToolsOptions): ServerTools {
  let known = new Map(table.tools(server.name).map((one) => [one.tool.name, one]))
  /** null until the server was started: then what is known counts */
  let listed: ReadList | null = null
  let made: readonly MainTool[] | null = null

  const names = () => serverToolNames(server.name, listed === null ? [...known.keys()] : listed.tools.map(({ tool }) => tool.name))

  function current(): readonly KnownServerTool[] {
    if (listed === null) return [...known.values()]
    return listed.tools.flatMap(({ tool, hash }) => {
      const one = known.get(tool.name)
      return one?.definitionHash === hash ? [one] : []
    })
  }

  function remember(tool: ServerTool, hash: string): void {
    const before = known.get(tool.name)
    const one = { tool, definitionHash: hash, knownSince: before?.knownSince ?? afterRules(clock, table) }
    const isRiskier = before !== undefined && rankOf(tool, server.trusted) > rankOf(before.tool, server.trusted)
    const changed = isRiskier ? riskierTool(server.name, one, afterRules(clock, table)) : { known: one, forgets: null }
    table.saveTool(server.name, changed)
    known = new Map(known).set(tool.name, changed.known)
  }

  /** Differs if anything that `summaries` and `usable` say differs. */
  function signature(): string {
    const { tools, unusable } = listed ?? {
      tools: [...known.values()].map((one) => ({ tool: one.tool, hash: one.definitionHash })),
      unusable: [],
    }
    return JSON.stringify([tools.map(({ hash }) => hash), current().map((one) => one.definitionHash), unusable])
  }

  function usable(): readonly MainTool[] {
    const own = names().names
    return current().flatMap((one) => {
      const name = own.get(one.tool.name)
      return name === undefined ? [] : [createServerTool({ server, known: one, name, call, check })]
    })
  }

  function summaryOf(tool: ServerTool, hash: string): ToolServerSummary['tools'][number] {
    const before = known.get(tool.name)
    const name = names().names.get(tool.name) ?? null
    const facts = {
      ownName: makeVisible(tool.name),
      name,
      title: titleOf(tool),
      description: visibleBeginning(tool.description ?? '', longestShownDescription),
      risk: riskOf(tool, server.trusted),
      definitionHash: hash,
    }
    if (name === null) return { ...facts, state: { kind: 'unusable', why: messageOf('server-tool-same-name') } }
    if (before === undefined || before.definitionHash === hash) return { ...facts, state: { kind: 'usable' } }
    return { ...facts, state: { kind: 'changed', before: shown(before.tool), after: shown(tool) } }
  }

  return {
    usable: () => (made ??= usable()),
    summaries() {
      const tools = listed?.tools ?? [...known.values()].map(({ tool, definitionHash: hash }) => ({ tool, hash }))
      const unusable = (listed?.unusable ?? []).map(({ ownName, why }) => ({
        ...{ ownName: makeVisible(ownName), name: null, title: makeVisible(ownName), description: '', definitionHash: '' },
        risk: 'high' as const,
        state: { kind: 'unusable' as const, why },
      }))
      return [...tools.map(({ tool, hash }) => summaryOf(tool, hash)), ...unusable]
    },
    ruled() {
      const own = names().names
      const tools = listed?.tools.map(({ tool }) => tool) ?? [...known.values()].map(({ tool }) => tool)
      return tools.flatMap((tool) => {
        const name = own.get(tool.name)
        const facts = { risk: riskOf(tool, server.trusted), input: jsonObjectSchema, parameters: tool.inputSchema }
        return name === undefined ? [] : [{ name, ...facts }]
      })
    },
    take(sent) {
      const before = signature()
      listed = readList(sent)
      for (const { tool, hash } of listed.tools) if (!known.has(tool.name)) remember(tool, hash)
      if (signature() === before) return
      made = null
      toolsChanged()
    },
    isCurrent: ({ tool, definitionHash: hash }) => current().some((one) => one.tool.name === tool.name && one.definitionHash === hash),
    accept(tool, hash) {
      const now = listed?.tools.find((one) => makeVisible(one.tool.name) === tool && one.hash === hash)
      if (now === undefined)
        return failure('server-tool-changed-again', 'The tool has changed again, so nothing was accepted. Look at it once more.')
      remember(now.tool, hash)
      made = null
      toolsChanged()
      return success(null)
    },
  }
}

/**
 * The known tools whose calls have a higher risk now that the user has taken their trust in the server away, as they are known from now on.
 * `now`: ms since the epoch.
 */
export function distrustedTools(
  before: ToolServer,
  after: ToolServer,
  known: readonly KnownServerTool[],
  now: number,
): ChangedServerTool[] {
  return known
    .filter(({ tool }) => rankOf(tool, after.trusted) > rankOf(tool, before.trusted))
    .map((one) => riskierTool(after.name, one, now))
}

/** The time now, or right after the newest rule where the clock was set back: no rule that is there was made for a tool known since. */
export function afterRules(clock: Pick<Clock, 'now'>, table: Pick<ToolServerTable, 'newestRule'>): number {
  return Math.max(clock.now(), table.newestRule() + 1)
}

/** A rule of the user, and their choice, were made for the risk that they saw: a tool with a higher one is a new tool to both. */
function riskierTool(server: string, one: KnownServerTool, now: number): ChangedServerTool {
  const { name } = one.tool
  return { known: { ...one, knownSince: now }, forgets: serverToolNames(server, [name]).names.get(name) ?? null }
}

const rankOf = (tool: ServerTool, trusted: boolean): number => riskSchema.options.indexOf(riskOf(tool, trusted))

/** A definition as the user compares it, with hidden characters visible. */
function shown(tool: ServerTool): string {
  return JSON.stringify(tool, null, 2).split('\n').map(makeVisible).join('\n')
}
