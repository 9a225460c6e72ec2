import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Machine, thisMachine } from '../lib/machine'
import { ratioOf } from '../lib/ratios'
import { sized } from '../lib/sized'
import { writeResult } from '../lib/write-result'
import { gatewayTables } from './gateway-tables'
import { talkOnce } from './live-talker'
import { startServing } from './serving'

/** What so many live clients at once cost one process, and what they wait. Times in ms; null where the system does not tell. */
export interface Level {
  readonly clients: number
  readonly seconds: number
  /** processor time of Parley for each client and second */
  readonly processorPerClientSecond: number | null
  /** bytes that the process grew by, for each client */
  readonly memoryPerClient: number | null
  readonly firstSound: { readonly median: number; readonly worst: number }
  readonly roundTrip: { readonly median: number; readonly p99: number; readonly worst: number }
}

/** All that this bench measures, as it stands in `bench-results/gateway.json`. */
export interface GatewayResult {
  readonly date: string
  readonly machine: Machine
  readonly levels: readonly Level[]
}

const LEVELS = sized([1, 8, 32], [1])

/** Lets 1, 8 and 32 live clients talk at once with one process, prints the table and writes the result. */
export async function gatewayBench(): Promise<void> {
  const levels: Level[] = []
  for (const clients of LEVELS) levels.push(await measureLevel(clients))
  const result: GatewayResult = { date: new Date().toISOString().slice(0, 10), machine: thisMachine(), levels }
  process.stdout.write(`\n${gatewayTables(result)}\n\n`)
  const [alone, ...more] = levels
  const ratios = more.flatMap(({ clients, processorPerClientSecond: processor }) =>
    processor === null || alone?.processorPerClientSecond == null
      ? []
      : [ratioOf(`processor time of one of ${clients} live clients against one alone`, [processor], [alone.processorPerClientSecond])],
  )
  await writeResult('gateway', result, ratios)
}

async function measureLevel(clients: number): Promise<Level> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const serving = await startServing(folder)
  try {
    // the first talk finds nothing warm
    await talkOnce(serving.port, serving.token)
    const before = await serving.cost()
    const began = performance.now()
    const turns = await Promise.all(Array.from({ length: clients }, () => talkOnce(serving.port, serving.token)))
    const seconds = (performance.now() - began) / 1000
    const after = await serving.cost()
    const [firstSounds, roundTrips] = [turns.map(({ firstSound }) => firstSound), turns.flatMap((turn) => turn.roundTrips)].map(sorted)
    const spent =
      before === null || after === null ? null : { processor: after.processor - before.processor, memory: after.memory - before.memory }
    return {
      clients,
      seconds,
      processorPerClientSecond: spent === null ? null : spent.processor / clients / seconds,
      memoryPerClient: spent === null ? null : spent.memory / clients,
      firstSound: { median: at(firstSounds, 0.5), worst: at(firstSounds, 1) },
      roundTrip: { median: at(roundTrips, 0.5), p99: at(roundTrips, 0.99), worst: at(roundTrips, 1) },
    }
  } finally {
    await serving.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function sorted(values: readonly number[]): readonly number[] {
  return [...values].sort((one, other) => one - other)
}

function at(values: readonly number[] | undefined, part: number): number {
  return values?.[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN
}
