import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Artifact, ExportedData } from '../../shared/data/artifact'
import type { GatewayClient } from '../../shared/gateway/gateway-client'
import { mostWindowRows } from '../../shared/ipc/limits'
import type { Result } from '../../shared/lib/result'
import type { GatewayContext } from './gateway-context'
import { HttpProblem, type Route } from './routes'

/** Rows of a result as JSON in UTF-8: with commas between them and no brackets around them. */
export interface RowsAsText {
  readonly bytes: Uint8Array
  readonly rows: number
}

/** Stored results as the gateway reads them. */
export interface GatewayData {
  get(artifactId: string): Result<Artifact>
  /** The result that a query gave this name in the conversation. */
  named(name: string, conversationId: string): Result<Artifact>
  /** Some of these rows, at least the first of them if there is one. They are made into text elsewhere: this process only passes it on. */
  rows(artifactId: string, from: number, count: number): Promise<RowsAsText>
}

/** The most rows in one response: the app can read more without holding them all in memory. */
const MOST_ROWS = 10_000

/** Writes a piece, and waits until the client has taken it. False if it is gone, or does not read for as long as answers wait. */
async function hasTaken(
  { clock, limits }: Pick<GatewayContext, 'clock' | 'limits'>,
  response: ServerResponse,
  piece: string | Uint8Array,
): Promise<boolean> {
  if (response.destroyed) return false
  if (response.write(piece)) return true
  const late = clock.after(limits.abandoned, () => response.destroy())
  const closed = new AbortController()
  const close = (): void => closed.abort()
  response.once('close', close)
  try {
    await once(response, 'drain', { signal: closed.signal })
    return true
  } catch {
    return false
  } finally {
    response.off('close', close)
    late.cancel()
  }
}

/**
 * Sends the rows of a result as they come, never more than one window ahead of the client. `first`: its first rows. A connection that is
 * cut in the middle is no valid JSON.
 */
async function sendRows(
  context: Pick<GatewayContext, 'clock' | 'limits'>,
  data: Pick<GatewayData, 'rows'>,
  response: ServerResponse,
  { artifactId, columns, originalRows, cutBy, rows: kept }: Artifact,
  first: RowsAsText,
): Promise<void> {
  const send = (piece: string | Uint8Array): Promise<boolean> => hasTaken(context, response, piece)
  const wanted = Math.min(kept, MOST_ROWS)
  if (!(await send(`{"columns":${JSON.stringify(columns.map(({ name }) => name))},"rows":[`))) return
  let sent = 0
  for (let window = first; window.rows > 0; ) {
    if (sent > 0 && !(await send(','))) return
    if (!(await send(window.bytes))) return
    sent += window.rows
    if (sent >= wanted) break
    window = await data.rows(artifactId, sent, Math.min(mostWindowRows, wanted - sent))
  }
  const facts: Omit<ExportedData, 'columns' | 'rows'> = {
    mode: cutBy === null && sent === kept ? 'full' : 'truncated',
    exported_row_count: sent,
    original_row_count: originalRows,
  }
  response.end(`],${JSON.stringify(facts).slice(1)}`)
}

/** What the route needs of the gateway. */
export interface DataRoutesContext extends Pick<GatewayContext, 'streams' | 'clock' | 'limits'> {
  readonly threads: Pick<GatewayContext['threads'], 'knows' | 'find'>
}

/** `GET /api/data?run_id&artifact_id&mode=inline|download`: a stored result of the run's own conversation, in the seed's shape. */
export function dataRoutes(context: DataRoutesContext, data: GatewayData): readonly Route[] {
  const { threads, streams } = context

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
      async handle({ client, request, response, query }) {
        const runId = query.get('run_id')
        const name = query.get('artifact_id') ?? query.get('id') ?? ''
        const mode = query.get('mode') ?? 'inline'
        if (mode !== 'inline' && mode !== 'download') throw new HttpProblem(400, 'bad-mode', 'The mode is "inline" or "download".')
        const artifact = found(client, runId, name)
        // one answer for all cases: others' results look like missing ones
        if (artifact === null) throw new HttpProblem(404, 'unknown-data', 'This run has no such result, or its time is over.')
        if (artifact.state === 'gone') throw new HttpProblem(410, 'data-gone', 'These rows are gone. Run the query again.')
        const { artifactId, title, rows } = artifact
        streams.check(client.clientId)
        const release = streams.taken(client.clientId, () => response.destroy())
        try {
          // a result that can't be read is refused before anything is sent
          const first = await data.rows(artifactId, 0, Math.min(mostWindowRows, rows))
          if (mode === 'download')
            response.setHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(title.slice(0, 80))}.json`)
          response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
          if (request.method === 'HEAD') response.end()
          else await sendRows(context, data, response, artifact, first)
        } finally {
          release()
        }
      },
    },
  ]
}
