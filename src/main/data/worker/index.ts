import { parentPort, workerData } from 'node:worker_threads'
import { failure, type Result } from '../../../shared/lib/result'
import { type ImportProgress, importCsv } from '../csv/import-csv'
import { countRows } from './count-rows'
import { describeQuery } from './describe-query'
import type { RowsPlace } from './held-rows'
import type { JobAnswer, JobAsk, JobKind, ReaderAnswer, ReaderAsk, ReaderRole, WorkerWord } from './job'
import { openRows, readRows } from './read-rows'
import { readSchema } from './read-schema'
import { runQuery } from './run-query'
import { settleCopy } from './settle-copy'

type Work<Kind extends JobKind> = (ask: JobAsk<Kind>) => Result<JobAnswer<Kind>> | Promise<Result<JobAnswer<Kind>>>

const works: { readonly [Kind in JobKind]: Work<Kind> } = {
  query: runQuery,
  count: countRows,
  describe: describeQuery,
  schema: readSchema,
  settle: settleCopy,
  import: (ask) => importCsv(ask, tellProgress),
  rows: readRows,
}

let toldAt = 0

/** At most a few times a second: the app has other things to do. */
function tellProgress(progress: ImportProgress): void {
  const now = performance.now()
  if (now - toldAt < 100) return
  toldAt = now
  parentPort?.postMessage({ kind: 'progress', progress } satisfies WorkerWord)
}

/** One job, then the end: a worker is never used twice, so that nothing of one query is left for the next. */
async function work(): Promise<WorkerWord> {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- the engine of this app has made it, with the types of its own table
  const { kind, ask } = workerData as { readonly kind: JobKind; readonly ask: JobAsk<JobKind> }
  try {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- the table pairs each kind with its question, which a generic index can't follow
    const run = works[kind] as (given: JobAsk<JobKind>) => Result<JobAnswer<JobKind>> | Promise<Result<JobAnswer<JobKind>>>
    const result = await run(ask)
    return result.ok ? { kind: 'done', answer: result.value } : { kind: 'failed', failure: result.error }
  } catch (error) {
    return { kind: 'failed', failure: failure('engine-failed', error instanceof Error ? error.message : String(error)).error }
  }
}

/** Reads one result for as long as it is asked; it runs no query of anybody. */
function serve(place: RowsPlace): void {
  const rows = openRows(place)
  parentPort?.on('message', ({ id, ask }: ReaderAsk) => parentPort?.postMessage({ id, result: rows.read(ask) } satisfies ReaderAnswer))
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- the reader of this app has made it, or its engine
const role = workerData as ReaderRole | { readonly kind: JobKind }
if ('reads' in role) serve(role.reads)
else parentPort?.postMessage(await work())
