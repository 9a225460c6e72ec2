import { z } from '../../../shared/lib/zod'
import { type ServerTool, serverToolSchema } from '../../../shared/servers/server-tool'
import { type ToolServer, toolServerSchema } from '../../../shared/servers/tool-server'
import { jsonText, type SqlDatabase } from './sql-database'

/** MCP servers that the user agreed to, and their tools as the user knows them. */
export const toolServerSchemaSql = `CREATE TABLE tool_servers (
     name TEXT PRIMARY KEY,
     json TEXT NOT NULL,
     agreedAt INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE server_tools (
     server TEXT NOT NULL REFERENCES tool_servers ON DELETE CASCADE,
     tool TEXT NOT NULL,
     definitionHash TEXT NOT NULL,
     json TEXT NOT NULL,
     knownSince INTEGER NOT NULL,
     PRIMARY KEY (server, tool)
   ) STRICT;`

/** A tool of a server, in the definition that the user knows. */
export interface KnownServerTool {
  readonly tool: ServerTool
  readonly definitionHash: string
  /** when Parley first saw the tool (ms since the epoch) */
  readonly knownSince: number
}

/** A tool as the user knows it from now on. `forgets`: the name of a tool whose calls the user's choice is no more for. */
export interface ChangedServerTool {
  readonly known: KnownServerTool
  readonly forgets: string | null
}

/** A row is a yes: a server that has none is never started. Rows that can't be read are left out. */
export interface ToolServerTable {
  list(): readonly ToolServer[]
  /**
   * Adds or replaces a server that the user agreed to. Another command, or another address, is another server: its tools are forgotten,
   * and what the user chose for their calls without a rule. `changed`: tools that are stored with it.
   */
  save(server: ToolServer, agreedAt: number, forgetTools: boolean, changed: readonly ChangedServerTool[]): void
  remove(name: string): void
  tools(server: string): readonly KnownServerTool[]
  /** When the newest rule was made (ms since the epoch): later than now if the clock was set back. 0 without rules. */
  newestRule(): number
  /** Stores the definition that the user knows from now on. */
  saveTool(server: string, changed: ChangedServerTool): void
}

const serverRowSchema = z.object({ json: z.string() })
const toolRowSchema = z.object({ definitionHash: z.string(), json: z.string(), knownSince: z.number() })
const serverText = jsonText(toolServerSchema)
const toolText = jsonText(serverToolSchema)

export function toolServerTable(database: SqlDatabase): ToolServerTable {
  /** The names of a server's tools begin with its own, which has no `__`. */
  function forgetDefaults(server: string): void {
    const beginning = `${server}__`
    database.run('DELETE FROM tool_defaults WHERE substr(toolName, 1, ?) = ?', beginning.length, beginning)
  }

  function writeTool(server: string, { known: { tool, definitionHash, knownSince }, forgets }: ChangedServerTool): void {
    if (forgets !== null) database.run('DELETE FROM tool_defaults WHERE toolName = ?', forgets)
    database.run(
      `INSERT INTO server_tools (server, tool, definitionHash, json, knownSince) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (server, tool) DO UPDATE SET
           definitionHash = excluded.definitionHash, json = excluded.json, knownSince = excluded.knownSince`,
      server,
      tool.name,
      definitionHash,
      JSON.stringify(tool),
      knownSince,
    )
  }

  return {
    list: () =>
      database.all(serverRowSchema, 'SELECT json FROM tool_servers ORDER BY agreedAt, name').flatMap(({ json }) => {
        const server = serverText.safeParse(json)
        return server.success ? [server.data] : []
      }),
    save(server, agreedAt, forgetTools, changed) {
      database.durably(() => {
        if (forgetTools) {
          database.run('DELETE FROM server_tools WHERE server = ?', server.name)
          forgetDefaults(server.name)
        }
        database.run(
          `INSERT INTO tool_servers (name, json, agreedAt) VALUES (?, ?, ?)
             ON CONFLICT (name) DO UPDATE SET json = excluded.json, agreedAt = excluded.agreedAt`,
          server.name,
          JSON.stringify(server),
          agreedAt,
        )
        for (const one of changed) writeTool(server.name, one)
      })
    },
    remove: (name) =>
      database.durably(() => {
        database.run('DELETE FROM tool_servers WHERE name = ?', name)
        forgetDefaults(name)
      }),
    tools: (server) =>
      database
        .all(toolRowSchema, 'SELECT definitionHash, json, knownSince FROM server_tools WHERE server = ? ORDER BY rowid', server)
        .flatMap(({ json, ...facts }) => {
          const tool = toolText.safeParse(json)
          return tool.success ? [{ ...facts, tool: tool.data }] : []
        }),
    newestRule: () =>
      database.first(
        z.object({ at: z.number() }),
        `SELECT coalesce(max(iif(json_valid(json), json_extract(json, '$.createdAt'), 0)), 0) AS at FROM policy_rules`,
      )?.at ?? 0,
    saveTool: (server, changed) => database.durably(() => writeTool(server, changed)),
  }
}
