import { jsonObjectSchema } from '../lib/json-object'
import { isJsonObject, parseJson } from '../lib/json-value'
import { z } from '../lib/zod'
import { serverNameSchema, type ToolServer, toolServerSchema } from './tool-server'

/** A server of another assistant's configuration, which can be added. */
export interface FoundServer {
  /** its name there */
  readonly source: string
  readonly server: ToolServer
  readonly variables: Readonly<Record<string, string>>
  /** names of variables whose values stand elsewhere, such as `${input:key}` */
  readonly missing: readonly string[]
}

/** Why an entry can't be added: it has neither a command nor an address that Parley takes, or it sends headers of its own. */
export type ServerProblem = 'unreadable' | 'headers' | 'placeholder'

/** The servers of a configuration. */
export interface FoundServers {
  readonly servers: readonly FoundServer[]
  readonly problems: readonly { readonly source: string; readonly problem: ServerProblem }[]
}

/** The longest configuration, in characters, and the most servers of one. */
const LONGEST = 200_000
const MOST_SERVERS = 50

const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
const entrySchema = z.object({
  command: z.string().optional(),
  args: z.array(z.union([z.string(), z.number()]).transform(String)).optional(),
  env: texts.optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: texts.optional(),
})
type Entry = z.infer<typeof entrySchema>

/** A value that stands elsewhere: `${input:key}`, `${env:KEY}`, `$KEY`. */
const PLACEHOLDER = /\$\{[^}]*\}|^\$[A-Za-z_]/u

/**
 * Reads the configuration that other assistants use: an object `mcpServers`, `servers` or `context_servers`, or the servers themselves, with
 * or without comments. Nothing is stored or started. Null if it is no such configuration. `taken`: names that Parley's servers have.
 */
export function readServersJson(text: string, taken: readonly string[] = []): FoundServers | null {
  if (text.length > LONGEST) return null
  const root = parseJson(withoutComments(text))
  if (!isJsonObject(root)) return null
  const inner = [root.mcpServers, root.servers, root.context_servers, isJsonObject(root.mcp) ? root.mcp.servers : undefined].find(
    isJsonObject,
  )
  const entries = Object.entries(inner ?? root).slice(0, MOST_SERVERS)
  if (inner === undefined && !entries.some(([, entry]) => isJsonObject(entry) && (entry.command ?? entry.url) !== undefined)) return null
  const names = new Set(taken)
  const servers: FoundServer[] = []
  const problems: { readonly source: string; readonly problem: ServerProblem }[] = []
  for (const [source, value] of entries) {
    const entry = entrySchema.safeParse(jsonObjectSchema.safeParse(value).data)
    const found = entry.success ? serverOf(source, entry.data, names) : 'unreadable'
    if (typeof found === 'string') problems.push({ source, problem: found })
    else {
      names.add(found.server.name)
      servers.push(found)
    }
  }
  return { servers, problems }
}

function serverOf(source: string, entry: Entry, taken: ReadonlySet<string>): FoundServer | ServerProblem {
  const { command, args = [], env = {}, cwd = '', headers = {} } = entry
  const address = entry.url ?? entry.serverUrl
  const common = { name: freeName(source, taken), on: true, trusted: false }
  if (command === undefined) {
    if (Object.keys(headers).length > 0) return 'headers'
    const server = toolServerSchema.safeParse({ ...common, kind: 'address', address })
    return server.success ? { source, server: server.data, variables: {}, missing: [] } : 'unreadable'
  }
  if ([command, cwd, ...args].some((one) => PLACEHOLDER.test(one))) return 'placeholder'
  const variables = Object.entries(env)
  const missing = variables.filter(([, one]) => PLACEHOLDER.test(one)).map(([name]) => name)
  const server = toolServerSchema.safeParse({ ...common, kind: 'command', command, args, folder: cwd, variables: Object.keys(env) })
  if (!server.success) return 'unreadable'
  return { source, server: server.data, variables: Object.fromEntries(variables.filter(([name]) => !missing.includes(name))), missing }
}

/** A name that Parley takes and no server has. */
function freeName(source: string, taken: ReadonlySet<string>): string {
  const plain = source
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^[^a-z]+|-+$/gu, '')
    .slice(0, 26)
  const name = serverNameSchema.safeParse(plain).success ? plain : 'server'
  if (!taken.has(name)) return name
  for (let number = 2; ; number += 1) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`
}

/** Without comments and commas before a closing bracket, which such files often have; texts stay as they are. */
function withoutComments(text: string): string {
  return text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, (_, kept: string | undefined) => kept ?? ' ')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/gu, (_, kept: string | undefined) => kept ?? '')
}
