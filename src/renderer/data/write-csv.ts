import type { Artifact } from '../../shared/data/artifact'
import type { CsvStyle } from '../../shared/data/csv-text'
import type { Client } from '../../shared/ipc/client'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { type SaveInBrowser, type WrittenFiles, writeFiles } from './write-files'
import { csvFormat, tableFile, tableFileName } from './write-table'

/** A result that is to become a file; with a view, only the rows of it in its order. */
export interface CsvFile {
  readonly artifact: Artifact
  readonly fileName: string
  readonly view?: ArtifactView
}

/** What came of it: files with the names that they got and their numbers of rows, or no place. */
export type CsvOutcome = WrittenFiles<number>

/**
 * Makes CSV of kept results and hands it to main piece by piece, at a place that the user chooses. Several results are one
 * question. Nothing of a file is left when it can't be written whole, or when `signal` aborts.
 */
export function writeCsv(
  client: Pick<Client, 'call'>,
  files: readonly CsvFile[],
  style: CsvStyle,
  keepInBrowser: SaveInBrowser,
  signal: AbortSignal,
): Promise<CsvOutcome> {
  const format = csvFormat(style)
  return writeFiles(
    client,
    files.map(({ artifact, fileName, view }) => tableFile(client, artifact, fileName, format, signal, view)),
    keepInBrowser,
  )
}

/** A file name for a result: its title. */
export function csvFileName(title: string, style: CsvStyle): string {
  return tableFileName(title, style.delimiter === '\t' ? 'tsv' : 'csv')
}
