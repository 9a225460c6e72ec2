import type { Artifact } from '../../shared/data/artifact'
import { type CsvStyle, csvBegin, csvLine } from '../../shared/data/csv-text'
import type { Client } from '../../shared/ipc/client'
import { largestPiece } from '../../shared/ipc/data-calls'
import type { Failure, Result } from '../../shared/lib/result'

/** A result that is to become a file. */
export interface CsvFile {
  readonly artifact: Artifact
  readonly fileName: string
}

/** What came of it: files with the names that they got, or no place. */
export type CsvOutcome =
  | { readonly kind: 'saved'; readonly files: readonly { readonly artifact: Artifact; readonly file: string; readonly rows: number }[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Rows that are asked for at once: what is in memory is as much. */
const WINDOW = 2_000

/** How files are kept where main can't ask for a place: as a browser does. */
export type KeepInBrowser = (fileName: string, parts: readonly Uint8Array<ArrayBuffer>[]) => void

class Refused extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/**
 * Makes CSV of kept results and hands it to main piece by piece, at a place that the user chooses. Several results are one
 * question. Nothing of a file is left when it can't be written whole, or when `signal` aborts.
 */
export async function writeCsv(
  client: Pick<Client, 'call'>,
  files: readonly CsvFile[],
  style: CsvStyle,
  keepInBrowser: KeepInBrowser,
  signal: AbortSignal,
): Promise<CsvOutcome> {
  const open = new Set<string>()
  try {
    const begun = must(await client.call('export.begin', { fileNames: files.map(({ fileName }) => fileName) }))
    if (begun.kind === 'cancelled') return { kind: 'cancelled' }
    if (begun.kind === 'place') for (const { exportId } of begun.files) open.add(exportId)
    const saved: { readonly artifact: Artifact; readonly file: string; readonly rows: number }[] = []
    for (const [index, { artifact, fileName }] of files.entries()) {
      const place = begun.kind === 'place' ? begun.files[index] : undefined
      const kept: Uint8Array<ArrayBuffer>[] = []
      const rows = await writeOne(client, artifact, style, signal, async (bytes) => {
        if (place === undefined) kept.push(bytes)
        else must(await client.call('export.piece', { exportId: place.exportId, bytes }))
      })
      if (place === undefined) keepInBrowser(fileName, kept)
      else {
        must(await client.call('export.finish', { exportId: place.exportId }))
        open.delete(place.exportId)
      }
      saved.push({ artifact, file: place?.fileName ?? fileName, rows })
    }
    return { kind: 'saved', files: saved }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'failed', failure: error.failure }
    throw error
  } finally {
    for (const exportId of open) await client.call('export.cancel', { exportId })
  }
}

/** Gives the number of rows. */
async function writeOne(
  client: Pick<Client, 'call'>,
  { artifactId, columns }: Artifact,
  style: CsvStyle,
  signal: AbortSignal,
  put: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<number> {
  const encoder = new TextEncoder()
  let text =
    csvBegin(style) +
    csvLine(
      columns.map(({ name }) => name),
      style,
    )
  let from = 0
  for (;;) {
    signal.throwIfAborted()
    const view = { sort: null, filters: [], search: '' }
    const { rows, total } = must(await client.call('artifact.rows', { artifactId, view, from, count: WINDOW }))
    text += rows.map((row) => csvLine(row, style)).join('')
    from += rows.length
    const bytes = encoder.encode(text)
    text = ''
    for (let at = 0; at < bytes.length; at += largestPiece) await put(bytes.slice(at, at + largestPiece))
    if (from >= total || rows.length === 0) return from
  }
}

function must<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value
  throw new Refused(result.error)
}

/** A file name for a result: its title. */
export function csvFileName(title: string, style: CsvStyle): string {
  const stem = title
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, 80)
  return `${stem === '' ? 'table' : stem}.${style.delimiter === '\t' ? 'tsv' : 'csv'}`
}
