import type { Artifact } from '../../../shared/data/artifact'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { failure, type Result } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import type { Engine, JobFolder } from '../engine'
import type { RowsPlace } from '../worker/held-rows'
import type { RowsAnswer, RowsAsk, RowsText, WorkerWord } from '../worker/job'
import { endMs } from '../worker-pool'

/** The longest time for one window, and how long an unused result stays open, in ms. */
const TIMEOUT_MS = 20_000
const IDLE_MS = 30_000
/** The most results open at once. */
const MOST = 4

/** Reads windows of stored results. Each result stays open in a worker for a while, so that the next window is fast. */
export interface RowReader {
  read(artifact: Pick<Artifact, 'artifactId'>, ask: RowsAsk): Promise<Result<RowsAnswer>>
  /** Reads a window as JSON, which the worker writes: this process never has its cells. */
  readText(artifact: Pick<Artifact, 'artifactId'>, ask: RowsAsk): Promise<Result<RowsText>>
  /** Releases everything of this result. */
  forget(artifactId: string): void
  close(): Promise<void>
}

/** Dependencies of the reader. */
export interface RowReaderOptions {
  readonly engine: Pick<Engine, 'openJobFolder' | 'take'>
  placeOf(artifactId: string): RowsPlace
  readonly clock: Clock
  report(error: unknown): void
}

/** One open result. */
interface Reader {
  ask(ask: RowsAsk): Promise<Result<RowsAnswer>>
  askText(ask: RowsAsk): Promise<Result<RowsText>>
  /** Closes it; unanswered requests get this answer. */
  close(answer: Result<never>): Promise<void>
}

/** A window as the worker gives it. */
type Window = Extract<WorkerWord, { readonly kind: 'window' | 'textWindow' }>

/** Settles a request: with its window, or with why there is none. */
type Settle = (answer: Window | { readonly kind: 'none'; readonly result: Result<never> }) => void

/** What an open result needs of its reader. */
interface OpenResultOptions extends Pick<RowReaderOptions, 'engine' | 'clock'> {
  readonly rows: RowsPlace
  /** Its files; cleared at the end. */
  readonly folder: JobFolder
  /** The result is not read any more. */
  onOver(): void
  /** The result ends by itself. */
  onEnd(end: Promise<void>): void
}

/** Opens a result in a worker. */
function openResult({ engine, clock, rows, folder, onOver, onEnd }: OpenResultOptions): Reader {
  const waiting = new Map<number, { readonly timer: Timer; readonly settle: Settle }>()
  let count = 0
  let idle: Timer | null = null
  let ended: Promise<void> | null = null
  let rested: ((spent: boolean) => void) | null = null

  function end(letGo: () => void | Promise<void>, answer: Result<never>): Promise<void> {
    ended ??= Promise.resolve(letGo())
      .then(() => folder.clear())
      .finally(() => {
        for (const { settle } of waiting.values()) settle({ kind: 'none', result: answer })
      })
    idle?.cancel()
    for (const { timer } of waiting.values()) timer.cancel()
    return ended
  }
  /** The worker closes the result and waits for the next; one that does not respond is ended. */
  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const dead = clock.after(endMs, () => void lease.end().then(resolve))
      rested = (spent) => {
        dead.cancel()
        if (spent) void lease.end().then(resolve)
        else {
          lease.release()
          resolve()
        }
      }
      lease.post({ kind: 'rest' })
    })
  }
  function fail(letGo: () => void | Promise<void>, answer: Result<never>): void {
    onOver()
    onEnd(end(letGo, answer))
  }
  const lease = engine.take({
    word(word) {
      if (word.kind === 'rested') rested?.(word.spent)
      else if (word.kind === 'failed') fail(lease.end, { ok: false, error: word.failure })
      if ((word.kind !== 'window' && word.kind !== 'textWindow') || ended !== null) return
      const asked = waiting.get(word.id)
      if (asked === undefined) return
      waiting.delete(word.id)
      asked.timer.cancel()
      asked.settle(word)
      if (waiting.size === 0) idle = clock.after(IDLE_MS, () => fail(rest, changed()))
    },
    gone(error) {
      rested?.(true)
      fail(() => undefined, failure('engine-failed', error?.message ?? messageOf('sql-memory')))
    },
  })
  lease.post({ kind: 'open', reads: rows })
  function request(kind: 'read' | 'readText', ask: RowsAsk, settle: Settle): void {
    idle?.cancel()
    count += 1
    const id = count
    const late = failure('sql-timeout', messageOf('sql-timeout', { seconds: TIMEOUT_MS / 1000 }))
    const timer = clock.after(TIMEOUT_MS, () => fail(lease.end, late))
    waiting.set(id, { timer, settle })
    if (ended === null) lease.post({ kind, id, ask })
    else void ended.finally(() => settle({ kind: 'none', result: changed() }))
  }
  return {
    ask: (ask) =>
      new Promise((resolve) => request('read', ask, ({ kind, result }) => resolve(kind === 'textWindow' ? otherWindow() : result))),
    askText: (ask) =>
      new Promise((resolve) => request('readText', ask, ({ kind, result }) => resolve(kind === 'window' ? otherWindow() : result))),
    close: (answer) => end(rest, answer),
  }
}

/** Creates the reader; no result is open. */
export function createRowReader({ engine, placeOf, clock, report }: RowReaderOptions): RowReader {
  /** by artifact, the last used at the end */
  const readers = new Map<string, Promise<Reader>>()
  const ending = new Set<Promise<void>>()

  async function open(artifactId: string): Promise<Reader> {
    const folder = await engine.openJobFolder()
    try {
      const [rows = ''] = await folder.lendAll([placeOf(artifactId)])
      return openResult({ engine, clock, rows, folder, onOver: () => void readers.delete(artifactId), onEnd: track })
    } catch (error) {
      readers.delete(artifactId)
      await folder.clear()
      throw error
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
          (one) => one.close(changed()),
          () => undefined,
        ),
      )
  }

  /** The open result, which is now the last used. */
  function readerOf(artifactId: string): Promise<Reader> {
    const reader = drop(artifactId) ?? open(artifactId)
    readers.set(artifactId, reader)
    const [oldest] = readers.keys()
    if (readers.size > MOST && oldest !== undefined) forget(oldest)
    return reader
  }

  return {
    read: async ({ artifactId }, ask) => (await readerOf(artifactId)).ask(ask),
    readText: async ({ artifactId }, ask) => (await readerOf(artifactId)).askText(ask),
    forget,
    async close() {
      for (const artifactId of [...readers.keys()]) forget(artifactId)
      await Promise.all(ending)
    },
  }
}

/** Pending requests are dropped: the page requests again after the change event. */
function changed(): Result<never> {
  return failure('artifact-changed', messageOf('artifact-changed'))
}

function otherWindow(): Result<never> {
  return failure('engine-failed', 'a window in another form')
}
