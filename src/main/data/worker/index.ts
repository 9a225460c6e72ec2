import { parentPort } from 'node:worker_threads'
import { failure, type Result } from '../../../shared/lib/result'
import { type ImportProgress, importCsv } from '../csv/import-csv'
import { previewCsv } from '../csv/preview-csv'
import { endEngine, limitMemory } from '../sandbox/own-engine'
import { importTables } from '../tables/import-tables'
import { previewTables } from '../tables/preview-tables'
import { countRows } from './count-rows'
import { describeQuery } from './explain-query'
import { type JobAnswer, type JobAsk, type JobKind, mostMemory, type SentJob, type WorkerOrder, type WorkerWord } from './job'
import { type OpenRows, openRows, readRows } from './read-artifact-rows'
import { readSchema } from './read-schema'
import { runQuery } from './run-query'
import { settleCopy } from './settle-copy'

type Work<Kind extends JobKind> = (ask: JobAsk<Kind>) => Result<JobAnswer<Kind>> | Promise<Result<JobAnswer<Kind>>>

const works: { readonly [Kind in JobKind]: Work<Kind> } = {
  query: runQuery,
  count: countRows,
  describe: describeQuery,
  schema: readSchema,
  settle: (ask) => settleCopy(ask, () => reportProgress({ doneBytes: 0, totalBytes: 0, rows: 0 })),
  preview: previewCsv,
  previewTables,
  import: (ask) => importCsv(ask, reportProgress),
  tables: (ask) => importTables(ask, reportProgress),
  rows: readRows,
}

let reportedAt = 0

/** At most a few times a second: the app has other things to do. */
function reportProgress(progress: ImportProgress): void {
  const now = performance.now()
  if (now - reportedAt < 100) return
  reportedAt = now
  parentPort?.postMessage({ kind: 'progress', progress } satisfies WorkerWord)
}

/** A worker that holds more than this of the process's memory when its job is over, in bytes, gives it back by its end. */
const MOST_HELD = 256_000_000

/** Ends the engine of a job. True where the worker must end too: nothing of one job is left for the next. */
function isSpent(): boolean {
  const orderly = endEngine()
  const { heapTotal, external } = process.memoryUsage()
  return !orderly || heapTotal + external > MOST_HELD
}

async function work({ kind, ask }: SentJob): Promise<WorkerWord> {
  try {
    limitMemory(mostMemory[kind])
    // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- the table pairs each kind with its question, which a generic index can't follow
    const run = works[kind] as (given: JobAsk<JobKind>) => Result<JobAnswer<JobKind>> | Promise<Result<JobAnswer<JobKind>>>
    const result = await run(ask)
    const spent = isSpent()
    return result.ok ? { kind: 'done', answer: result.value, spent } : { kind: 'failed', failure: result.error, spent }
  } catch (error) {
    endEngine()
    return failed(error)
  }
}

/** What nobody foresaw may have left anything behind. */
function failed(error: unknown): WorkerWord {
  return { kind: 'failed', failure: failure('engine-failed', error instanceof Error ? error.message : String(error)).error, spent: true }
}

/** The result that is open; it runs no query of anybody. */
let rows: OpenRows | null = null

async function obey(order: WorkerOrder): Promise<WorkerWord | null> {
  switch (order.kind) {
    case 'job':
      return work(order.job)
    case 'open':
      rows = openRows(order.reads)
      return null
    case 'read':
      if (rows === null) throw new Error('no result is open')
      return { kind: 'window', id: order.id, result: rows.read(order.ask) }
    case 'readText':
      if (rows === null) throw new Error('no result is open')
      return { kind: 'textWindow', id: order.id, result: rows.readText(order.ask) }
    case 'rest':
      rows?.close()
      rows = null
      return { kind: 'rested', spent: isSpent() }
  }
}

parentPort?.on('message', (order: WorkerOrder) => {
  void obey(order)
    .catch(failed)
    .then((word) => {
      // bytes are handed over, not copied
      const handed = word?.kind === 'textWindow' && word.result.ok ? [word.result.value.bytes.buffer] : []
      if (word !== null) parentPort?.postMessage(word, handed)
    })
})
