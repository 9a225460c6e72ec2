import { type Machine, thisMachine } from '../lib/machine'
import { writeResult } from '../lib/write-result'
import { type FoldCost, foldCosts } from './fold-cost'
import { type LiveFrames, liveFrames } from './live-frames'
import { type Measurement, measure, PATH_NAMES, type PathName } from './measure'
import { protocolTables } from './protocol-tables'
import { workloads } from './workloads'

/** One workload and what every path made of it. */
export interface WorkloadResult {
  readonly name: string
  readonly about: string
  readonly paths: Readonly<Record<PathName, Measurement>>
}

/** All that this bench measures, as it stands in `bench-results/protocol.json`. */
export interface ProtocolResult {
  readonly date: string
  readonly machine: Machine
  readonly workloads: readonly WorkloadResult[]
  readonly live: LiveFrames
  readonly fold: readonly FoldCost[]
}

/** Measures every path on every workload, Live frames and folding; prints the tables and writes the result. */
export async function protocolBench(): Promise<void> {
  const results: WorkloadResult[] = []
  for (const { name, about } of workloads()) {
    process.stdout.write(`${name}: ${about}\n`)
    const measured = new Map<PathName, Measurement>()
    for (const path of PATH_NAMES) measured.set(path, await measure(path, name))
    results.push({ name, about, paths: byName(measured) })
  }
  process.stdout.write('Live frames and folding\n')
  const result: ProtocolResult = {
    date: new Date().toISOString().slice(0, 10),
    machine: thisMachine(),
    workloads: results,
    live: await liveFrames(),
    fold: await foldCosts(),
  }
  process.stdout.write(`\n${protocolTables(result)}\n\n`)
  await writeResult('protocol', result)
}

function byName(measured: ReadonlyMap<PathName, Measurement>): Readonly<Record<PathName, Measurement>> {
  const of = (name: PathName): Measurement => {
    const one = measured.get(name)
    if (one === undefined) throw new Error(`${name} was not measured.`)
    return one
  }
  return {
    floor: of('floor'),
    parley: of('parley'),
    'parley-sse': of('parley-sse'),
    'ai-sdk': of('ai-sdk'),
    'ai-sdk-sse': of('ai-sdk-sse'),
    tanstack: of('tanstack'),
  }
}
