import type { Cell } from '../../shared/data/artifact'
import type { Client } from '../../shared/ipc/client'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { mostWindowRows } from '../../shared/ipc/limits'
import { type Result, success } from '../../shared/lib/result'

/** Rows of a view, and the number of rows in the view. */
export interface ReadRows {
  readonly rows: readonly (readonly Cell[])[]
  readonly total: number
}

/** Rows `from` to `to` (exclusive) of a view, as far as they exist, in as few requests as possible. */
export async function readRange(
  client: Pick<Client, 'call'>,
  artifactId: string,
  view: ArtifactView,
  from: number,
  to: number,
): Promise<Result<ReadRows>> {
  const rows: (readonly Cell[])[] = []
  for (let at = from; ; ) {
    const reply = await client.call('artifact.rows', { artifactId, view, from: at, count: Math.min(mostWindowRows, to - at) })
    if (!reply.ok) return reply
    const { rows: more, total } = reply.value
    for (const row of more) rows.push(row)
    at += more.length
    if (more.length === 0 || at >= Math.min(to, total)) return success({ rows, total })
  }
}
