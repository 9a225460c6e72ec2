import type { Client } from '../../shared/ipc/client'
import { textOf } from '../../shared/lib/result'
import { DELIMITERS, type ExportCsvInput, type ExportCsvOutput } from '../../shared/tools/export-csv'
import { csvFileName, writeCsv } from '../data/write-csv'
import { type SaveInBrowser, writeFiles } from '../data/write-files'
import { tableFileName } from '../data/write-table'
import { workbookFile } from '../data/write-xlsx'
import { PageToolError } from './page-tool'

/** Saves the results that the model named; main has checked that they exist. */
export async function exportCsvInPage(
  client: Pick<Client, 'call'>,
  keepInBrowser: SaveInBrowser,
  { artifacts: names, filename, format = 'csv', delimiter = 'comma', byte_order_mark: byteOrderMark = true }: ExportCsvInput,
  signal: AbortSignal,
): Promise<ExportCsvOutput> {
  const listed = await client.call('artifact.list', { conversationId: null })
  if (!listed.ok) throw new PageToolError(textOf(listed.error))
  const style = { delimiter: DELIMITERS[delimiter], byteOrderMark }
  const files = names.flatMap((name, index) => {
    const artifact = listed.value.artifacts.find((one) => one.sqlName === name || one.artifactId === name)
    return artifact === undefined ? [] : [{ artifact, fileName: fileNameOf(nameOf(index) ?? artifact.title) }]
  })
  function fileNameOf(title: string): string {
    return format === 'xlsx' ? tableFileName(title, 'xlsx') : csvFileName(title, style)
  }
  function nameOf(index: number): string | null {
    if (filename === undefined) return null
    const name = filename.replace(/\.(?:csv|tsv|xlsx)$/i, '')
    return names.length === 1 ? name : `${name} ${index + 1}`
  }
  const outcome =
    format === 'xlsx'
      ? await writeFiles(
          client,
          files.map(({ artifact, fileName }) => workbookFile(client, artifact, fileName, signal)),
          keepInBrowser,
        )
      : await writeCsv(client, files, style, keepInBrowser, signal)
  if (outcome.kind === 'failed') throw new PageToolError(textOf(outcome.failure))
  if (outcome.kind === 'cancelled') return { status: 'cancelled' }
  const saved = outcome.files.map(({ file, outcome: rows }, index) => ({ artifact: files[index]?.artifact.sqlName ?? '', file, rows }))
  return { status: 'saved', files: saved }
}
