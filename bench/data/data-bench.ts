import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inXServer } from '../lib/in-x-server'
import { type Machine, thisMachine } from '../lib/machine'
import { ratioOf } from '../lib/ratios'
import { sized } from '../lib/sized'
import { writeResult } from '../lib/write-result'
import { dataTables } from './data-tables'
import { measureMainGaps, type WorkGaps } from './main-gaps'
import { type DataFigures, KEPT_TITLE, measureData } from './measure-data'
import { measureTable, type TableInElectron } from './table-in-electron'

/** All that this bench measures, as it stands in `bench-results/data.json`. */
export interface DataResult extends DataFigures {
  readonly date: string
  readonly machine: Machine
  /** how many processes wanted its cores at the end, over a minute: this one and others */
  readonly load: number
  /** null where there is no Electron */
  readonly table: TableInElectron | null
  /** null where there is no Electron */
  readonly gaps: readonly WorkGaps[] | null
}

const BYTES = sized(1e9, 2e6)

/**
 * Takes a file of 1 GB over, asks it, walks through a large result, in the app's window too, and exports it; prints the tables
 * and writes the result.
 */
export async function dataBench(): Promise<void> {
  const worker = resolve('out/main/sql-worker.js')
  if (!existsSync(worker)) throw new Error('The app is not built. Run `npm run build` first.')
  const electron = process.env.PARLEY_ELECTRON ?? ''
  if (electron !== '' && process.platform === 'linux' && !process.env.DISPLAY) return inXServer('data')
  const folder = await mkdtemp(`${tmpdir()}/parley-bench-`)
  try {
    const figures = await measureData(folder, worker, BYTES)
    const table = electron === '' ? null : await measureTable(electron, folder, KEPT_TITLE, figures.query.keptRows)
    const gaps = electron === '' ? null : await measureMainGaps(electron, folder, join(folder, 'big.csv'))
    const result: DataResult = {
      date: new Date().toISOString().slice(0, 10),
      machine: thisMachine(),
      load: loadavg()[0] ?? 0,
      ...figures,
      table,
      gaps,
    }
    process.stdout.write(`\n${dataTables(result)}\n\n`)
    const { ms, sqliteMs, duckDb } = figures.import
    await writeResult('data', result, [
      ...(sqliteMs === null ? [] : [ratioOf('taking a CSV file over against SQLite’s own import', [ms], [sqliteMs])]),
      ...(duckDb === null ? [] : [ratioOf('taking a CSV file over against DuckDB’s import', [ms], [duckDb.ms])]),
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
