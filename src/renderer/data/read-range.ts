import type { Cell } from '../../shared/data/artifact'
import type { Client } from '../../shared/ipc/client'
import { type ArtifactView, mostWindowRows } from '../../shared/ipc/data-calls'
import { type Result, success } from '../../shared/lib/result'

/** Rows `from` to `to` (not included) of a view, in as few questions as may be. */
export async function readRange(
  client: Pick<Client, 'call'>,
  artifactId: string,
  view: ArtifactView,
  from: number,
  to: number,
): Promise<Result<readonly (readonly Cell[])[]>> {
  const rows: (readonly Cell[])[] = []
  for (let at = from; at < to; ) {
    const reply = await client.call('artifact.rows', { artifactId, view, from: at, count: Math.min(mostWindowRows, to - at) })
    if (!reply.ok) return reply
    if (reply.value.rows.length === 0) break
    rows.push(...reply.value.rows)
    at += reply.value.rows.length
  }
  return success(rows)
}
