import type { Artifact } from '../../shared/data/artifact'
import type { CsvStyle } from '../../shared/data/csv-text'
import type { Client } from '../../shared/ipc/client'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { type SaveInBrowser, type WrittenFiles, writeFiles } from './write-files'
import { csvFormat, tableFile, tableFileName } from './write-table'

/** A result to export; with a view, only its rows in its order. */
export interface CsvFile {
  readonly artifact: Artifact
  readonly fileName: string
  readonly view?: ArtifactView
}

/** The outcome: files with their final names and numbers of rows, or that the user chose no place. */
export type CsvOutcome = WrittenFiles<number>

/**
 * Writes stored results as CSV and sends it to main piece by piece, at a place that the user chooses. Several results need
 * one dialog. No part of a file is left if it can't be written completely, or if `signal` aborts.
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

/** A file name for a result, from its title. */
export function csvFileName(title: string, style: CsvStyle): string {
  return tableFileName(title, style.delimiter === '\t' ? 'tsv' : 'csv')
}
