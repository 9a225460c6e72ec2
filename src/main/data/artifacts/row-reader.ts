import { Worker } from 'node:worker_threads'
import type { Artifact } from '../../../shared/data/artifact'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { failure, type Result } from '../../../shared/lib/result'
import { tell } from '../../../shared/told/tell'
import type { Desk } from '../engine'
import type { RowsPlace } from '../worker/held-rows'
import type { ReaderAnswer, ReaderAsk, ReaderRole, RowsAnswer, RowsAsk } from '../worker/job'

/** Longest time for one window, and how long a result that nobody reads stays open, in ms. */
const TIMEOUT_MS = 20_000
const IDLE_MS = 30_000
/** Results that are open at once. */
const MOST = 4

/** Reads windows of kept results; each result stays open in a worker for a while, so that the next window is there at once. */
export interface RowReader {
  read(artifact: Pick<Artifact, 'artifactId'>, ask: RowsAsk): Promise<Result<RowsAnswer>>
  /** Holds nothing of this result any more. */
  forget(artifactId: string): void
  close(): Promise<void>
}

/** What the reader needs. */
export interface RowReaderOptions {
  readonly workerFile: string
  desk(): Promise<Desk>
  placeOf(artifactId: string): RowsPlace
  readonly clock: Clock
  report(error: unknown): void
}

/** One open result. */
interface Reader {
  ask(ask: RowsAsk): Promise<Result<RowsAnswer>>
  end(answer: Result<never>): Promise<void>
}

export function createRowReader({ workerFile, desk: makeDesk, placeOf, clock, report }: RowReaderOptions): RowReader {
  /** by artifact, the one that was read last at the end */
  const readers = new Map<string, Promise<Reader>>()
  const ending = new Set<Promise<void>>()

  async function open(artifactId: string): Promise<Reader> {
    const desk = await makeDesk()
    try {
      const [reads = ''] = await desk.lendAll([placeOf(artifactId)])
      const worker = new Worker(workerFile, { workerData: { reads } satisfies ReaderRole, env: {}, stdin: false, execArgv: [] })
      return start(worker, desk, () => readers.delete(artifactId))
    } catch (error) {
      readers.delete(artifactId)
      await desk.clear()
      throw error
    }
  }

  function start(worker: Worker, desk: Desk, over: () => unknown): Reader {
    const waiting = new Map<number, { readonly timer: Timer; settle(result: Result<RowsAnswer>): void }>()
    let count = 0
    let idle: Timer | null = null
    let ended: Promise<void> | null = null
    const end = (answer: Result<never>): Promise<void> => {
      ended ??= worker
        .terminate()
        .then(() => desk.clear())
        .finally(() => {
          for (const { settle } of waiting.values()) settle(answer)
        })
      idle?.cancel()
      for (const { timer } of waiting.values()) timer.cancel()
      return ended
    }
    const fail = (answer: Result<never>): void => {
      over()
      track(end(answer))
    }
    worker.on('message', ({ id, result }: ReaderAnswer) => {
      const asked = waiting.get(id)
      if (asked === undefined) return
      waiting.delete(id)
      asked.timer.cancel()
      asked.settle(result)
      if (waiting.size === 0 && ended === null) idle = clock.after(IDLE_MS, () => fail(changed()))
    })
    worker.once('error', (error) => fail(failure('engine-failed', error.message)))
    return {
      ask: (ask) =>
        new Promise((settle) => {
          idle?.cancel()
          count += 1
          const id = count
          const timer = clock.after(TIMEOUT_MS, () => fail(failure('sql-timeout', tell('sql-timeout', { seconds: TIMEOUT_MS / 1000 }))))
          waiting.set(id, { timer, settle })
          if (ended === null) worker.postMessage({ id, ask } satisfies ReaderAsk)
          else void ended.finally(() => settle(changed()))
        }),
      end,
    }
  }

  function track(end: Promise<void>): void {
    const whole = end.catch(report).finally(() => ending.delete(whole))
    ending.add(whole)
  }

  function drop(artifactId: string): Promise<Reader> | undefined {
    const reader = readers.get(artifactId)
    readers.delete(artifactId)
    return reader
  }

  function forget(artifactId: string): void {
    const reader = drop(artifactId)
    if (reader !== undefined)
      track(
        reader.then(
          (one) => one.end(changed()),
          () => undefined,
        ),
      )
  }

  return {
    async read({ artifactId }, ask) {
      const reader = drop(artifactId) ?? open(artifactId)
      readers.set(artifactId, reader)
      const [oldest] = readers.keys()
      if (readers.size > MOST && oldest !== undefined) forget(oldest)
      return (await reader).ask(ask)
    },
    forget,
    async close() {
      for (const artifactId of [...readers.keys()]) forget(artifactId)
      await Promise.all(ending)
    },
  }
}

/** What was asked is answered by nobody any more: the page asks again when it has heard of the change. */
function changed(): Result<never> {
  return failure('artifact-changed', tell('artifact-changed'))
}
