import type { Artifact, Cell } from '../../shared/data/artifact'
import { type CsvStyle, csvBegin, csvLine } from '../../shared/data/csv-text'
import type { Client } from '../../shared/ipc/client'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { wholeView } from './whole-view'
import { type FileToWrite, orStop } from './write-files'

/** Rows of one request, which is also what is in memory. */
const STEP = 2_000

/** The format of a table: text before its rows, the rows, text after them. */
export interface TableFormat {
  begin(artifact: Artifact, total: number): string
  rows(rows: readonly (readonly Cell[])[], isFirst: boolean): string
  end(artifact: Artifact, total: number): string
}

export function csvFormat(style: CsvStyle): TableFormat {
  return {
    begin: ({ columns }) =>
      csvBegin(style) +
      csvLine(
        columns.map(({ name }) => name),
        style,
      ),
    rows: (rows) => rows.map((row) => csvLine(row, style)).join(''),
    end: () => '',
  }
}

/** One object in the shape of exported data, one row per line. */
export const jsonFormat: TableFormat = {
  begin: ({ cutBy, columns }) =>
    `{"mode":${JSON.stringify(cutBy === null ? 'full' : 'truncated')},"columns":${JSON.stringify(columns.map(({ name }) => name))},"rows":[`,
  rows: (rows, isFirst) => rows.map((row, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
  end: ({ originalRows }, total) => `\n],"exported_row_count":${total},"original_row_count":${JSON.stringify(originalRows)}}\n`,
}

/** Rows of a result as they are read. */
interface TableWindow {
  readonly rows: readonly (readonly Cell[])[]
  /** rows before these */
  readonly from: number
  readonly total: number
}

/** The rows of a result, window by window, at least one. */
export async function* windowsOf(
  client: Pick<Client, 'call'>,
  { artifactId }: Pick<Artifact, 'artifactId'>,
  signal: AbortSignal,
  view: ArtifactView,
): AsyncGenerator<TableWindow> {
  for (let from = 0; ; ) {
    signal.throwIfAborted()
    const { rows, total } = orStop(await client.call('artifact.rows', { artifactId, view, from, count: STEP }))
    yield { rows, from, total }
    from += rows.length
    if (from >= total || rows.length === 0) return
  }
}

/** A result as a file that is made window by window; returns how many rows were written. */
export function tableFile(
  client: Pick<Client, 'call'>,
  artifact: Artifact,
  fileName: string,
  format: TableFormat,
  signal: AbortSignal,
  view: ArtifactView = wholeView,
): FileToWrite<number> {
  return {
    fileName,
    async make(put) {
      const encoder = new TextEncoder()
      let written = 0
      for await (const { rows, from, total } of windowsOf(client, artifact, signal, view)) {
        const begin = from === 0 ? format.begin(artifact, total) : ''
        written = from + rows.length
        const bytes = encoder.encode(begin + format.rows(rows, from === 0))
        if (bytes.length > 0) await put(bytes)
      }
      const end = encoder.encode(format.end(artifact, written))
      if (end.length > 0) await put(end)
      return written
    },
  }
}

/** A file name for a result, from its title. */
export function tableFileName(title: string, extension: string): string {
  const stem = title
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, 80)
  return `${stem === '' ? 'table' : stem}.${extension}`
}
