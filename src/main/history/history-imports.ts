import { CallError } from '../../shared/ipc/router'
import type { NewId } from '../../shared/lib/ids'
import { inSlices, type Job, type Slices } from '../lib/in-slices'
import { restoreBackup } from '../storage/database/restore-backup'
import type { Store } from '../storage/database/store'
import { cleanUpImport, type Imported, importHistory, type ReportProgress } from './import-history'

/** Dependencies of the imports. */
export interface HistoryImportsOptions extends Pick<Slices, 'now' | 'pause'> {
  readonly store: Pick<Store, 'conversations' | 'archive' | 'takeFrom'>
  readonly newId: NewId
  readonly onProgress: ReportProgress
  report(error: unknown): void
}

/** Imports of files and backups, one at a time, in slices: everything else of Parley is answered in between. */
export interface HistoryImports {
  /** Imports the file. Rejects with a `CallError` that says why none of it was imported. */
  start(pieces: readonly Uint8Array[]): Promise<Imported>
  /**
   * Restores what this backup, open from this file, contains and the store does not. Resolves with the number of conversations. Rejects
   * with a `CallError` that says why nothing was restored.
   */
  restore(backup: Store, file: string): Promise<number>
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
  let running: Promise<unknown> | null = null

  function progressed(next: number): void {
    if (next <= percent) return
    percent = next
    options.onProgress(percent)
  }

  async function runAlone<Value>(job: Job<Value>): Promise<Value> {
    await cleaned
    const ended = await inSlices(job, { ...slices, isOver: () => closed || (cancelled && !complete) })
    if (ended !== null) return ended.result
    if (!closed) await cleanUp()
    throw new CallError('import-cancelled', 'The import was cancelled, so nothing was imported.')
  }

  async function alone<Value>(job: () => Job<Value>): Promise<Value> {
    if (running !== null) throw new CallError('import-running', 'Another import is still running. Wait for it, or cancel it.')
    cancelled = false
    complete = false
    const mine = runAlone(job())
    running = mine
    try {
      return await mine
    } finally {
      running = null
    }
  }

  const onComplete = (): void => {
    complete = true
  }

  function* importFile(pieces: readonly Uint8Array[]): Job<Imported> {
    percent = 0
    options.onProgress(percent)
    return yield* importHistory(pieces, { ...options, onProgress: progressed, onComplete })
  }

  function* restoreAll(backup: Store, file: string): Job<number> {
    try {
      return yield* restoreBackup(backup, file, store, onComplete)
    } catch (error) {
      report(error)
      if (!complete) yield* cleanUpImport(store)
      throw new CallError(
        'restore-not-stored',
        'The disk did not take what the backup holds, so nothing was restored. Make room on it, then try again.',
      )
    }
  }

  return {
    start: (pieces) => alone(() => importFile(pieces)),
    restore: (backup, file) => alone(() => restoreAll(backup, file)),
    async cancel() {
      cancelled = true
      await cleaned
      await running?.catch(() => undefined)
    },
    close() {
      closed = true
    },
  }
}
