import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Timer } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { failure, type Result, success } from '../../shared/lib/result'
import { messageOf } from '../../shared/messages/message'
import { untilDone } from '../lib/task-queue'
import type { ImportProgress } from './csv/import-csv'
import { createMemoryBudget } from './memory-budget'
import type { RowsPlace } from './worker/held-rows'
import { type JobAnswer, type JobAsk, type JobKind, mostMemory } from './worker/job'
import { createWorkerPool, type WorkerPool } from './worker-pool'

/** Limits of a job. */
export interface JobLimits {
  /** ms after which its worker is ended */
  readonly timeoutMs: number
  /** ms without progress after which it is ended; for jobs that may take as long as a disk does */
  readonly silentMs?: number
  readonly signal?: AbortSignal
  /** progress of an import */
  readonly onProgress?: (progress: ImportProgress) => void
}

/** Dependencies of an engine. */
export interface EngineOptions {
  /** the bundled script of the workers */
  readonly workerFile: string
  /** a folder for the files of running jobs; emptied at the start */
  readonly workFolder: string
  readonly clock: Clock
  readonly newId: NewId
  /** A worker did not end: the process cannot exit normally, because it would wait for it. */
  onStuck(): void
}

/** The folder of one job, and the files in it. */
export interface JobFolder {
  readonly folder: string
  /** Gives a file its own name in the folder, so that locks of one job never meet those of another, nor survive it. */
  lend(file: string): Promise<string>
  /** The same for everything a query reads; rows in memory need no name. */
  lendAll(places: readonly RowsPlace[]): Promise<readonly RowsPlace[]>
  clear(): Promise<void>
}

/** Runs jobs, each in its own worker, with an engine created only for it. */
export interface Engine {
  /**
   * Waits until the memory of the running jobs leaves room for it. Rejects when `signal` aborts. A job that takes too long, or whose
   * worker died, ends as `sql-timeout`.
   */
  run<Kind extends JobKind>(kind: Kind, ask: JobAsk<Kind>, limits: JobLimits): Promise<Result<JobAnswer<Kind>>>
  openJobFolder(): Promise<JobFolder>
  /** A worker for work that is no job. */
  readonly take: WorkerPool['take']
  /** Ends everything that runs; workers that do not end are not waited for. */
  close(): Promise<void>
}

/** What the engines of all jobs may have together, in bytes: two of the largest. */
const MOST_MEMORY_TOGETHER = 2_000_000_000

/** Creates an engine over an empty folder. */
export function createEngine({ workerFile, workFolder, clock, newId, onStuck }: EngineOptions): Engine {
  const pool = createWorkerPool({ workerFile, clock, onStuck })
  const memory = createMemoryBudget(MOST_MEMORY_TOGETHER)
  /** What the last end of the program left there is taken away before the first job. */
  const makeReady = untilDone(async () => {
    await rm(workFolder, { recursive: true, force: true })
    await mkdir(workFolder, { recursive: true, mode: 0o700 })
  })

  // where the last end of the program was none in order, there lie parts of what was read then
  if (existsSync(workFolder)) void makeReady().catch(() => undefined)

  async function run<Kind extends JobKind>(kind: Kind, ask: JobAsk<Kind>, limits: JobLimits): Promise<Result<JobAnswer<Kind>>> {
    limits.signal?.throwIfAborted()
    const bytes = mostMemory[kind]
    // with room for it a job begins in this very call
    const giveBack = memory.takeNow(bytes) ?? (await memory.take(bytes, limits.signal))
    try {
      return await runNow(kind, ask, limits)
    } finally {
      giveBack()
    }
  }

  function runNow<Kind extends JobKind>(
    kind: Kind,
    ask: JobAsk<Kind>,
    { timeoutMs, silentMs, signal, onProgress }: JobLimits,
  ): Promise<Result<JobAnswer<Kind>>> {
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      let over = false
      /** Releases the worker in order, then reports the job's result. */
      const end = async (letGo: () => void | Promise<void>, settle: () => void): Promise<void> => {
        if (over) return
        over = true
        limit.cancel()
        silence?.cancel()
        signal?.removeEventListener('abort', abort)
        await letGo()
        settle()
      }
      const tooLong = (ms: number) => () =>
        void end(lease.end, () => resolve(failure('sql-timeout', messageOf('sql-timeout', { seconds: ms / 1000 }))))
      const abort = (): void =>
        void end(lease.end, () => reject(signal?.reason instanceof Error ? signal.reason : new Error('the job was aborted')))
      const watchSilence = (): Timer | null => (silentMs === undefined ? null : clock.after(silentMs, tooLong(silentMs)))

      const lease = pool.take({
        word(word) {
          switch (word.kind) {
            case 'progress':
              silence?.cancel()
              silence = watchSilence()
              onProgress?.(word.progress)
              return
            case 'done':
              // the table of jobs pairs each kind with its answer, which a message type cannot express
              void end(word.spent ? lease.end : lease.release, () => resolve(success(word.answer as JobAnswer<Kind>)))
              return
            case 'failed':
              void end(word.spent ? lease.end : lease.release, () => resolve({ ok: false, error: word.failure }))
              return
            default:
              void end(lease.end, () => resolve(failure('engine-failed', `an answer to another question: ${word.kind}`)))
          }
        },
        gone: (error) =>
          void end(
            () => undefined,
            () => resolve(error === null ? failure('engine-failed', messageOf('sql-memory')) : memoryOr(error)),
          ),
      })
      const limit = clock.after(timeoutMs, tooLong(timeoutMs))
      let silence = watchSilence()
      signal?.addEventListener('abort', abort, { once: true })
      lease.post({ kind: 'job', job: { kind, ask } })
    })
  }

  return {
    run,
    take: pool.take,
    async openJobFolder() {
      await makeReady()
      const folder = join(workFolder, newId('job'))
      await mkdir(folder, { mode: 0o700 })
      let count = 0
      const lend = async (file: string): Promise<string> => {
        count += 1
        const lent = join(folder, `${count}.db`)
        // a hard link costs nothing; without support for it the file is copied
        await link(file, lent).catch(() => copyFile(file, lent))
        return lent
      }
      return {
        folder,
        lend,
        lendAll: (places) => Promise.all(places.map(async (place) => (typeof place === 'string' ? lend(place) : place))),
        clear: () => takenAway(folder),
      }
    },
    async close() {
      memory.close()
      await pool.close()
      if (existsSync(workFolder)) await takenAway(workFolder)
    },
  }
}

/** Files held by a worker that does not end may stay until the next start, which empties the folder. */
async function takenAway(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

function memoryOr(error: Error): { readonly ok: false; readonly error: { readonly code: string; readonly message: string } } {
  const isMemory = /memory|allocation/i.test(error.message)
  return failure(isMemory ? 'sql-refused' : 'engine-failed', isMemory ? messageOf('sql-memory') : error.message)
}
