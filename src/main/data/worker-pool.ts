import { Worker } from 'node:worker_threads'
import type { Clock } from '../../shared/lib/clock'
import type { WorkerOrder, WorkerWord } from './worker/job'

/** ms within which an ending worker must end; after that it is never waited for again. */
export const endMs = 1_500
/** The most idle workers; others end when their job is done. */
const MOST_IDLE = 4

/** Listens to a worker while it is leased. */
export interface LeaseListener {
  word(word: WorkerWord): void
  /** The worker ended by itself; null if it gave no reason. */
  gone(error: Error | null): void
}

/** A worker leased for one job or one open result. After `release` and `end` it is not listened to. */
export interface WorkerLease {
  post(order: WorkerOrder): void
  /** Its work is done and nothing of it is left: it waits for the next. */
  release(): void
  /** Ends it in any state. Resolves when nothing of it runs any more, after `endMs` at the latest. */
  end(): Promise<void>
}

/**
 * The workers of the data module. They are reused for job after job and ended as rarely as possible: a JavaScript engine that ends a
 * worker may wait for itself forever (nodejs/node#54918), and then the worker, or the whole process, never ends.
 */
export interface WorkerPool {
  /** Returns an idle worker, or else a new one. */
  take(listener: LeaseListener): WorkerLease
  /** Ends all of them. */
  close(): Promise<void>
}

/** Dependencies of the pool. */
export interface WorkerPoolOptions {
  /** the bundled script of the workers */
  readonly workerFile: string
  readonly clock: Clock
  /** A worker did not end: the process cannot exit normally, because it would wait for it. */
  onStuck(): void
}

/** Creates an empty pool. */
export function createWorkerPool({ workerFile, clock, onStuck }: WorkerPoolOptions): WorkerPool {
  const idle: Worker[] = []
  const running = new Set<Worker>()
  const ending = new Map<Worker, Promise<void>>()
  const listeners = new Map<Worker, LeaseListener>()
  let closed = false

  function spawn(): Worker {
    const worker = new Worker(workerFile, { env: {}, stdin: false, execArgv: [] })
    running.add(worker)
    worker.on('message', (word: WorkerWord) => listeners.get(worker)?.word(word))
    worker.on('error', (error) => lose(worker, error))
    worker.on('messageerror', (error) => lose(worker, error))
    worker.once('exit', () => {
      running.delete(worker)
      lose(worker, null)
    })
    return worker
  }

  function lose(worker: Worker, error: Error | null): void {
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
    const listener = listeners.get(worker)
    listeners.delete(worker)
    listener?.gone(error)
    if (running.has(worker)) void end(worker)
  }

  function end(worker: Worker): Promise<void> {
    listeners.delete(worker)
    const known = ending.get(worker)
    if (known !== undefined) return known
    const ended = new Promise<void>((resolve) => {
      const timer = clock.after(endMs, () => {
        // it does not keep the process alive, and nobody uses it again
        worker.unref()
        running.delete(worker)
        onStuck()
        resolve()
      })
      void worker.terminate().then(() => {
        timer.cancel()
        running.delete(worker)
        ending.delete(worker)
        resolve()
      })
    })
    ending.set(worker, ended)
    return ended
  }

  return {
    take(listener) {
      const worker = idle.pop() ?? spawn()
      worker.ref()
      listeners.set(worker, listener)
      return {
        post: (order) => worker.postMessage(order),
        release() {
          listeners.delete(worker)
          if (!running.has(worker)) return
          if (closed || idle.length >= MOST_IDLE) {
            void end(worker)
            return
          }
          // an idle worker does not keep the process alive
          worker.unref()
          idle.push(worker)
        },
        end: () => end(worker),
      }
    },
    async close() {
      closed = true
      await Promise.all(
        [...running].map(async (worker) => {
          const listener = listeners.get(worker)
          await end(worker)
          listener?.gone(null)
        }),
      )
    },
  }
}
