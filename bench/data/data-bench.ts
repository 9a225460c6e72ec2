import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { type Machine, thisMachine } from '../lib/machine'
import { writeResult } from '../lib/write-result'
import { dataTables } from './data-tables'
import { type DataFigures, measureData } from './measure-data'

/** All that this bench measures, as it stands in `bench-results/data.json`. */
export interface DataResult extends DataFigures {
  readonly date: string
  readonly machine: Machine
}

const BYTES = 1e9

/** Takes a file of 1 GB over, asks it, walks through a large result and exports it; prints the table and writes the result. */
export async function dataBench(): Promise<void> {
  const worker = resolve('out/main/sql-worker.js')
  if (!existsSync(worker)) throw new Error('The app is not built. Run `npm run build` first.')
  const folder = await mkdtemp(`${tmpdir()}/parley-bench-`)
  try {
    const figures = await measureData(folder, worker, BYTES)
    const result: DataResult = { date: new Date().toISOString().slice(0, 10), machine: thisMachine(), ...figures }
    process.stdout.write(`\n${dataTables(result)}\n\n`)
    await writeResult('data', result)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
