import { join } from 'node:path'
import { createDataService, type DataService } from '../../src/main/data/data-service'
import { createExportService } from '../../src/main/data/export/export-service'
import { silentLogger } from '../../src/main/lib/log/logger'
import { randomIds } from '../../src/main/lib/random-ids'
import { systemClock } from '../../src/main/lib/system-clock'
import { openAppStore } from '../../src/main/storage/database/open-app-store'
import { csvFormat, tableFile } from '../../src/renderer/data/write-table'
import type { Artifact } from '../../src/shared/data/artifact'
import { usualCsvStyle } from '../../src/shared/data/csv-text'
import { mostRows } from '../../src/shared/data/limits'
import type { Client } from '../../src/shared/ipc/client'
import { type CallReply, calls } from '../../src/shared/ipc/contract'
import type { ArtifactView } from '../../src/shared/ipc/data-calls'
import { sized } from '../lib/sized'
import { writeBigCsv } from './big-csv'
import { importedByDuckDb, importedBySqlite, writeBigWorkbook } from './other-imports'

/** What is measured; times in ms, memory in MB of this process with its workers. */
export interface DataFigures {
  readonly bytes: number
  readonly rows: number
  /** `sqliteMs` and `duckDb`: the same by SQLite's own command and by DuckDB; null where there is none. `peakMb`: memory in MB until its end */
  readonly import: {
    readonly ms: number
    readonly peakMb: number
    readonly sqliteMs: number | null
    readonly duckDb: { readonly ms: number; readonly peakMb: number } | null
  }
  readonly workbook: { readonly bytes: number; readonly rows: number; readonly ms: number }
  readonly query: {
    readonly scannedRows: number
    readonly groupMs: number
    readonly keptRows: number
    readonly keepMs: number
    readonly overLimitMs: number
  }
  readonly windows: { readonly plainP95Ms: number; readonly sortMs: number; readonly sortedP95Ms: number }
  readonly exported: { readonly rows: number; readonly ms: number }
  readonly peakMb: number
  readonly restMb: number
}

const SCANNED = 1_000_000
const WINDOWS = sized(300, 10)
const WORKBOOK_ROWS = sized(1_000_000, 2_000)
/** The title of the large result. */
export const KEPT_TITLE = 'All columns'
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'

/** Measures the data side over a CSV file of so many bytes that it makes in the folder. */
export async function measureData(folder: string, worker: string, bytes: number): Promise<DataFigures> {
  const file = join(folder, 'big.csv')
  const rows = await writeBigCsv(file, bytes)
  const store = openAppStore(folder, systemClock, silentLogger, { show: () => undefined, clear: () => undefined })
  const data = createDataService({
    store,
    userDataFolder: folder,
    files: { worker, sample: null },
    clock: systemClock,
    newId: randomIds,
    emit: () => undefined,
    onStuck: () => undefined,
    report: (error) => process.stderr.write(`${String(error)}\n`),
  })
  store.conversations.create('bench', 'Bench')
  const memory = watchMemory()
  try {
    const importMs = await timed(async () => {
      await data.sources.add([file], 'user')
      await data.sources.settled()
    })
    const { peakMb: importPeakMb } = memory.now()
    const sqliteMs = await importedBySqlite(file, join(folder, 'other.db'))
    const duckDb = await importedByDuckDb(file, join(folder, 'duck.db'))
    const groupMs = await timed(() => asked(data, `SELECT hub, count(*), avg(late_pct) FROM big WHERE id < ${SCANNED} GROUP BY hub`))
    const keepMs = await timed(() => asked(data, `SELECT * FROM big LIMIT ${mostRows}`, KEPT_TITLE))
    const [artifact] = data.artifacts.list(null)
    if (artifact === undefined) throw new Error('no result was kept')
    const overLimitMs = (await timed(() => data.queries.run(wish(ENDLESS, 1000), lasting()))) - 1000
    const windows = await walkThrough(data, artifact)
    const exportMs = await timed(() => exported(data, artifact, join(folder, 'out.csv')))
    const workbook = await measureWorkbook(data, join(folder, 'parcels.xlsx'))
    return {
      bytes,
      rows,
      import: { ms: importMs, peakMb: importPeakMb, sqliteMs, duckDb },
      workbook,
      query: { scannedRows: Math.min(SCANNED, rows), groupMs, keptRows: artifact.rows, keepMs, overLimitMs },
      windows,
      exported: { rows: artifact.rows, ms: exportMs },
      ...memory.stop(),
    }
  } finally {
    memory.stop()
    await data.close()
    store.close()
  }
}

async function measureWorkbook(data: DataService, file: string): Promise<DataFigures['workbook']> {
  const bytes = await writeBigWorkbook(file, WORKBOOK_ROWS)
  const ms = await timed(async () => {
    await data.sources.add([file], 'user')
    await data.sources.settled()
  })
  const read = data.sources.list().at(-1)?.tables[0]?.rows ?? 0
  if (read !== WORKBOOK_ROWS) throw new Error(`${read} rows of the workbook were imported`)
  return { bytes, rows: WORKBOOK_ROWS, ms }
}

const lasting = (): AbortSignal => new AbortController().signal

function wish(sql: string, timeoutMs: number, title = 'bench') {
  const origin = { kind: 'source', name: 'big' } as const
  return { conversationId: 'bench', toolCallId: null, origin, sql, title, maxRows: mostRows, timeoutMs }
}

async function asked(data: DataService, sql: string, title?: string): Promise<void> {
  const ran = await data.queries.run(wish(sql, 120_000, title), lasting())
  if (!ran.ok) throw new Error(ran.error.message)
}

/** Windows at places all over a result, as a table asks for them while it is scrolled. */
async function walkThrough(data: DataService, artifact: Artifact): Promise<DataFigures['windows']> {
  const read = (view: ArtifactView, from: number) =>
    timed(async () => {
      const window = await data.reader.read(artifact, { table: artifact.sqlName, view, from, count: 200 })
      if (!window.ok) throw new Error(window.error.message)
    })
  const walk = async (view: ArtifactView): Promise<number> => {
    const times: number[] = []
    // a prime step comes by every part of the table
    for (let count = 0; count < WINDOWS; count += 1) times.push(await read(view, (count * 7919) % artifact.rows))
    return times.sort((one, other) => one - other)[Math.floor(WINDOWS * 0.95)] ?? Number.NaN
  }
  const plain: ArtifactView = { sort: null, filters: [], search: '' }
  const sorted: ArtifactView = { ...plain, sort: { column: 5, direction: 'descending' } }
  await read(plain, 0)
  const plainP95Ms = await walk(plain)
  return { plainP95Ms, sortMs: await read(sorted, 0), sortedP95Ms: await walk(sorted) }
}

/** As the page makes a file, and main writes it. */
async function exported(data: DataService, artifact: Artifact, place: string): Promise<void> {
  const desktop = { choosePlace: () => Promise.resolve(place), chooseFolder: () => Promise.resolve(null) }
  const exports = createExportService({ desktop, newId: randomIds, locale: () => 'en' })
  const begun = await exports.begin(['out.csv'])
  const exportId = begun.kind === 'place' ? (begun.files[0]?.exportId ?? '') : ''
  const { call }: Pick<Client, 'call'> = {
    async call(name, request) {
      const { view, from, count } = calls['artifact.rows'].request.parse(request)
      const read = await data.reader.read(artifact, { table: artifact.sqlName, view, from, count })
      // parsed by the schema of this very call
      return read.ok ? { ok: true, value: calls[name].reply.parse(read.value) as CallReply<typeof name> } : read
    },
  }
  await tableFile({ call }, artifact, 'out.csv', csvFormat(usualCsvStyle), lasting()).make((piece) => exports.piece(exportId, piece))
  await exports.finish(exportId)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The most memory that the process takes until `now` and until `stop`. */
function watchMemory() {
  const resident = (): number => process.memoryUsage.rss() / 1e6
  const restMb = resident()
  let peakMb = restMb
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, resident())
  }, 50)
  return {
    now: () => ({ peakMb: Math.max(peakMb, resident()) }),
    stop() {
      clearInterval(timer)
      return { restMb, peakMb }
    },
  }
}
