import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { failure, type Result, success } from '../../shared/lib/result'
import { tell } from '../../shared/told/tell'
import type { ImportProgress } from './csv/import-csv'
import type { RowsPlace } from './worker/held-rows'
import type { JobAnswer, JobAsk, JobKind, WorkerWord } from './worker/job'

/** How a job is bounded. */
export interface JobLimits {
  /** ms after which its worker is ended, wherever it is */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** how far an import is */
  readonly onProgress?: (progress: ImportProgress) => void
}

/** What an engine needs. */
export interface EngineOptions {
  /** the bundled script of the workers */
  readonly workerFile: string
  /** a folder for the files of running jobs; emptied at the start */
  readonly workFolder: string
  readonly clock: Clock
  readonly newId: NewId
}

/** A folder that belongs to one job, and the files that were put into it. */
export interface Desk {
  readonly folder: string
  /** Gives a file a name of its own in the folder: locks of one job never meet those of another, or stay behind when it is ended. */
  lend(file: string): Promise<string>
  /** The same for all that a query reads; what is held in memory needs no name. */
  lendAll(places: readonly RowsPlace[]): Promise<readonly RowsPlace[]>
  clear(): Promise<void>
}

/** Runs jobs, each in a worker of its own that ends with it. */
export interface Engine {
  /** Rejects when `signal` aborts; a job that takes too long ends as `sql-timeout`. */
  run<Kind extends JobKind>(kind: Kind, ask: JobAsk<Kind>, limits: JobLimits): Promise<Result<JobAnswer<Kind>>>
  desk(): Promise<Desk>
  /** Ends everything that runs. */
  close(): Promise<void>
}

/** Makes an engine over an empty folder. */
export function createEngine({ workerFile, workFolder, clock, newId }: EngineOptions): Engine {
  const running = new Set<Worker>()
  let ready: Promise<unknown> | null = null

  // where the last end of the program was none in order, there lie parts of what was read then
  if (existsSync(workFolder)) void makeReady().catch(() => undefined)

  /** What the last end of the program left there is taken away before the first job. */
  function makeReady(): Promise<unknown> {
    ready ??= rm(workFolder, { recursive: true, force: true }).then(() => mkdir(workFolder, { recursive: true, mode: 0o700 }))
    return ready
  }

  function run<Kind extends JobKind>(
    kind: Kind,
    ask: JobAsk<Kind>,
    { timeoutMs, signal, onProgress }: JobLimits,
  ): Promise<Result<JobAnswer<Kind>>> {
    signal?.throwIfAborted()
    const worker = new Worker(workerFile, { workerData: { kind, ask }, env: {}, stdin: false, execArgv: [] })
    running.add(worker)
    return new Promise((resolve, reject) => {
      let ended = false
      const end = (settle: () => void): void => {
        if (ended) return
        ended = true
        timer.cancel()
        signal?.removeEventListener('abort', abort)
        // settled only when nothing of it runs any more: its files can be taken away then
        void worker.terminate().then(() => {
          running.delete(worker)
          settle()
        })
      }
      const abort = (): void => end(() => reject(signal?.reason instanceof Error ? signal.reason : new Error('the job was aborted')))
      const timer = clock.after(timeoutMs, () =>
        end(() => resolve(failure('sql-timeout', tell('sql-timeout', { seconds: timeoutMs / 1000 })))),
      )
      signal?.addEventListener('abort', abort, { once: true })
      worker.on('message', (word: WorkerWord) => {
        if (word.kind === 'progress') {
          if (!ended) onProgress?.(word.progress)
          return
        }
        // the table of jobs pairs each kind with its answer, which a message can't carry
        end(() => resolve(word.kind === 'done' ? success(word.answer as JobAnswer<Kind>) : { ok: false, error: word.failure }))
      })
      worker.once('error', (error) => end(() => resolve(memoryOr(error))))
      worker.once('exit', () => end(() => resolve(failure('engine-failed', tell('sql-memory')))))
    })
  }

  return {
    run,
    async desk() {
      await makeReady()
      const folder = join(workFolder, newId('job'))
      await mkdir(folder, { mode: 0o700 })
      let count = 0
      const lend = async (file: string): Promise<string> => {
        count += 1
        const lent = join(folder, `${count}.db`)
        // a hard link costs nothing; where there are none the file is copied
        await link(file, lent).catch(() => copyFile(file, lent))
        return lent
      }
      return {
        folder,
        lend,
        lendAll: (places) => Promise.all(places.map(async (place) => (typeof place === 'string' ? lend(place) : place))),
        clear: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
      }
    },
    async close() {
      await Promise.all([...running].map((worker) => worker.terminate()))
      if (ready !== null) await rm(workFolder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function memoryOr(error: Error): { readonly ok: false; readonly error: { readonly code: string; readonly message: string } } {
  const isMemory = /memory|allocation/i.test(error.message)
  return failure(isMemory ? 'sql-refused' : 'engine-failed', isMemory ? tell('sql-memory') : error.message)
}
