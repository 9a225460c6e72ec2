import { type Machine, thisMachine } from '../lib/machine'
import { type Ratio, ratioOf } from '../lib/ratios'
import { sized } from '../lib/sized'
import { writeResult } from '../lib/write-result'
import { type FoldCost, foldCosts } from './fold-cost'
import { type LiveFrames, liveFrames } from './live-frames'
import { combined, type Measurement, measure, PATH_NAMES, type PathName } from './measure'
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

/** The paths take turns, so that whatever else the machine does meets all of them. */
const PASSES: readonly (readonly PathName[])[] = sized([PATH_NAMES, ['floor', 'parley', 'parley-sse']], [PATH_NAMES])

/** Measures every path on every workload, Live frames and folding; prints the tables and writes the result. */
export async function protocolBench(): Promise<void> {
  const results: WorkloadResult[] = []
  const ratios: Ratio[] = []
  for (const { name, about, events } of workloads.slice(0, sized(workloads.length, 1))) {
    process.stdout.write(`${name}: ${about}\n`)
    const passes: (readonly (readonly [PathName, Measurement])[])[] = []
    for (const pass of PASSES) passes.push(await measureAll(pass, name))
    const count = events().length
    const of = (path: PathName) => passes.flatMap((pass) => pass.flatMap(([one, measured]) => (one === path ? [measured] : [])))
    const cost = (path: PathName) => of(path).map(({ eventsPerSecond }) => 1 / eventsPerSecond)
    ratios.push(ratioOf(`${name}: cost against the floor`, cost('parley'), cost('floor')))
    ratios.push(ratioOf(`${name}, as SSE: cost against the floor`, cost('parley-sse'), cost('floor')))
    results.push({ name, about, paths: byName((path) => combined(of(path), count)) })
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
  await writeResult('protocol', result, ratios)
}

async function measureAll(paths: readonly PathName[], workload: string): Promise<readonly (readonly [PathName, Measurement])[]> {
  const measured: [PathName, Measurement][] = []
  for (const path of paths) measured.push([path, await measure(path, workload)])
  return measured
}

function byName(of: (name: PathName) => Measurement): Readonly<Record<PathName, Measurement>> {
  return {
    floor: of('floor'),
    parley: of('parley'),
    'parley-sse': of('parley-sse'),
    'ai-sdk': of('ai-sdk'),
    'ai-sdk-sse': of('ai-sdk-sse'),
    tanstack: of('tanstack'),
  }
}
