import { CallError } from '../../shared/ipc/router'
import type { NewId } from '../../shared/lib/ids'
import { inSlices, type Slices } from '../lib/in-slices'
import type { Store } from '../storage/database/store'
import { cleanUpImport, type Imported, importHistory, type ReportProgress } from './import-history'

/** Dependencies of the imports. */
export interface HistoryImportsOptions extends Pick<Slices, 'now' | 'pause'> {
  readonly store: Pick<Store, 'archive'>
  readonly newId: NewId
  readonly onProgress: ReportProgress
  report(error: unknown): void
}

/** Imports of files, one at a time, in slices: everything else of Parley is answered in between. */
export interface HistoryImports {
  /** Imports the file. Rejects with a `CallError` that says why none of it was imported. */
  start(pieces: readonly Uint8Array[]): Promise<Imported>
  /** Ends the import in progress, if there is one; resolves when nothing of it is left. */
  cancel(): Promise<void>
  /** Ends it where it is: the next start takes back what it had stored. */
  close(): void
}

/** Creates the service. What an import left behind whose process ended is shown if it was complete, and otherwise taken back. */
export function createHistoryImports(options: HistoryImportsOptions): HistoryImports {
  const { store, report } = options
  let closed = false
  let cancelled = false
  /** Everything is stored: the import can't be cancelled any more. */
  let complete = false
  let percent = 0
  const slices = { ...options, isOver: () => closed }
  /** Ends what is left of an import. */
  const cleanUp = (): Promise<unknown> => inSlices(cleanUpImport(store), slices).catch(report)
  const cleaned = cleanUp()
  let importing: Promise<Imported> | null = null

  function progressed(next: number): void {
    if (next <= percent) return
    percent = next
    options.onProgress(percent)
  }

  async function importAll(pieces: readonly Uint8Array[]): Promise<Imported> {
    await cleaned
    percent = 0
    options.onProgress(percent)
    const job = importHistory(pieces, { ...options, onProgress: progressed, onComplete: () => (complete = true) })
    const imported = await inSlices(job, { ...slices, isOver: () => closed || (cancelled && !complete) })
    if (imported !== null) return imported.result
    if (!closed) await cleanUp()
    throw new CallError('import-cancelled', 'The import was cancelled, so nothing was imported.')
  }

  return {
    async start(pieces) {
      if (importing !== null) throw new CallError('import-running', 'Another import is still running. Wait for it, or cancel it.')
      cancelled = false
      complete = false
      importing = importAll(pieces)
      try {
        return await importing
      } finally {
        importing = null
      }
    },
    async cancel() {
      cancelled = true
      await cleaned
      await importing?.catch(() => undefined)
    },
    close() {
      closed = true
    },
  }
}
