import { type Artifact, type Cell, exportedDataSchema } from '../../shared/data/artifact'
import type { GatewayClient } from '../../shared/gateway/gateway-client'
import { mostWindowRows } from '../../shared/ipc/limits'
import type { Result } from '../../shared/lib/result'
import type { GatewayContext } from './gateway-context'
import { HttpProblem, type Route, sendJson } from './routes'

/** Stored results as the gateway reads them. */
export interface GatewayData {
  get(artifactId: string): Result<Artifact>
  /** The result that a query gave this name in the conversation. */
  named(name: string, conversationId: string): Result<Artifact>
  rows(artifactId: string, from: number, count: number): Promise<{ readonly rows: readonly (readonly Cell[])[]; readonly total: number }>
}

/** The most rows in one response: the app can read more without holding them all in memory. */
const MOST_ROWS = 10_000

/** `GET /api/data?run_id&artifact_id&mode=inline|download`: a stored result of the run's own conversation, in the seed's shape. */
export function dataRoutes({ threads }: GatewayContext, data: GatewayData): readonly Route[] {
  /** A result of the client's run or chat, by its id or its name; without one, a result of any of its conversations, by its id. */
  function found(client: GatewayClient, runId: string | null, wanted: string): Artifact | null {
    const byId = data.get(wanted)
    if (runId === null) return byId.ok && threads.knows(client, byId.value.conversationId) ? byId.value : null
    const conversationId = threads.find(client, 'run', runId) ?? threads.find(client, 'chat', runId)
    if (conversationId === null) return null
    const artifact = byId.ok ? byId : data.named(wanted, conversationId)
    return artifact.ok && artifact.value.conversationId === conversationId ? artifact.value : null
  }

  return [
    {
      method: 'GET',
      path: '/api/data',
      scope: 'data',
      async handle({ client, response, query }) {
        const runId = query.get('run_id')
        const name = query.get('artifact_id') ?? query.get('id') ?? ''
        const mode = query.get('mode') ?? 'inline'
        if (mode !== 'inline' && mode !== 'download') throw new HttpProblem(400, 'bad-mode', 'The mode is "inline" or "download".')
        const artifact = found(client, runId, name)
        // one answer for all cases: others' results look like missing ones
        if (artifact === null) throw new HttpProblem(404, 'unknown-data', 'This run has no such result, or its time is over.')
        if (artifact.state === 'gone') throw new HttpProblem(410, 'data-gone', 'These rows are gone. Run the query again.')
        const { artifactId, columns, originalRows, cutBy, rows: kept, title } = artifact
        const rows: (readonly Cell[])[] = []
        const wanted = Math.min(kept, MOST_ROWS)
        while (rows.length < wanted) {
          const window = await data.rows(artifactId, rows.length, Math.min(mostWindowRows, wanted - rows.length))
          if (window.rows.length === 0) break
          rows.push(...window.rows)
        }
        const whole = cutBy === null && rows.length === kept
        const exported = exportedDataSchema.parse({
          mode: whole ? 'full' : 'truncated',
          columns: columns.map(({ name }) => name),
          rows,
          exported_row_count: rows.length,
          original_row_count: originalRows,
        })
        if (mode === 'download')
          response.setHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(title.slice(0, 80))}.json`)
        sendJson(response, 200, exported)
      },
    },
  ]
}
