import type { Client } from '../../shared/ipc/client'
import { largestPiece } from '../../shared/ipc/limits'
import type { Failure, Result } from '../../shared/lib/result'

/** The outcome of an export: the final file names, or that the user chose no place. */
export type WrittenFiles<Outcome> =
  | { readonly kind: 'saved'; readonly files: readonly { readonly file: string; readonly outcome: Outcome }[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** How files are saved if main has no dialog: as browser downloads. */
export type SaveInBrowser = (fileName: string, parts: readonly Uint8Array<ArrayBuffer>[]) => void

/** A file, made piece by piece: what `make` puts, in order. Returns its facts at the end. */
export interface FileToWrite<Outcome> {
  readonly fileName: string
  make(put: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>): Promise<Outcome>
}

class Refused extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The value of the result; a failure aborts all files being written. */
export function orStop<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value
  throw new Refused(result.error)
}

/**
 * Sends files to main piece by piece, at a place that the user chooses; several need one dialog. No part of a file is left
 * if it can't be made or written completely.
 */
export async function writeFiles<Outcome>(
  client: Pick<Client, 'call'>,
  files: readonly FileToWrite<Outcome>[],
  keepInBrowser: SaveInBrowser,
): Promise<WrittenFiles<Outcome>> {
  const open = new Set<string>()
  try {
    const begun = orStop(await client.call('export.begin', { fileNames: files.map(({ fileName }) => fileName) }))
    if (begun.kind === 'cancelled') return { kind: 'cancelled' }
    if (begun.kind === 'place') for (const { exportId } of begun.files) open.add(exportId)
    const saved: { readonly file: string; readonly outcome: Outcome }[] = []
    for (const [index, { fileName, make }] of files.entries()) {
      const place = begun.kind === 'place' ? begun.files[index] : undefined
      const pieces: Uint8Array<ArrayBuffer>[] = []
      const outcome = await make(async (bytes) => {
        if (place === undefined) return void pieces.push(bytes)
        for (let at = 0; at < bytes.length; at += largestPiece)
          orStop(await client.call('export.piece', { exportId: place.exportId, bytes: bytes.slice(at, at + largestPiece) }))
      })
      if (place === undefined) keepInBrowser(fileName, pieces)
      else {
        orStop(await client.call('export.finish', { exportId: place.exportId }))
        open.delete(place.exportId)
      }
      saved.push({ file: place?.fileName ?? fileName, outcome })
    }
    return { kind: 'saved', files: saved }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'failed', failure: error.failure }
    throw error
  } finally {
    for (const exportId of open) await client.call('export.cancel', { exportId })
  }
}
