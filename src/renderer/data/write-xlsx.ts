import type { Artifact, Cell } from '../../shared/data/artifact'
import type { Client } from '../../shared/ipc/client'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { wholeView } from './whole-view'
import type { FileToWrite } from './write-files'
import { windowsOf } from './write-table'

/** The media type of a workbook. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Longest text of a cell that Excel opens, in UTF-16 units. */
const LONGEST_TEXT = 32_767

/**
 * A result as a workbook with one sheet, which is made window by window; returns how many rows were written. Texts are texts in it,
 * whatever they begin with, so nothing of them runs. Rows behind the last one of a sheet go on in another. A text that is too long for
 * a cell ends with an ellipsis.
 */
export function workbookFile(
  client: Pick<Client, 'call'>,
  artifact: Artifact,
  fileName: string,
  signal: AbortSignal,
  view: ArtifactView = wholeView,
): FileToWrite<number> {
  return {
    fileName,
    async make(put) {
      const { writeXlsxStream } = await import('hucre/xlsx')
      let written = 0
      async function* rows(): AsyncGenerator<(string | number | null)[]> {
        yield artifact.columns.map(({ name }) => cellOf(name))
        for await (const { rows: read } of windowsOf(client, artifact, signal, view)) {
          for (const row of read) yield row.map(cellOf)
          written += read.length
        }
      }
      const reader = writeXlsxStream(rows(), { name: 'Sheet1' }).getReader()
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return written
          await put(new Uint8Array(value))
        }
      } finally {
        await reader.cancel().catch(() => undefined)
      }
    },
  }
}

/** A value as the workbook has it: digits that a number would lose stay text. */
function cellOf(cell: Cell): string | number | null {
  if (cell === null || typeof cell === 'number') return cell
  const text = typeof cell === 'string' ? cell : 'integer' in cell ? cell.integer : `<${cell.bytes} bytes>`
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text
}
