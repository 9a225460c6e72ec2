import { type Machine, thisMachine } from '../lib/machine'
import { writeResult } from '../lib/write-result'
import { audioTables } from './audio-tables'
import { type BargeIn, measureBargeIn, measureTraces, type TraceResult } from './measure-audio'
import { type Cost, processorCosts } from './processor-cost'

/** All that this bench measures, as it stands in `bench-results/audio.json`. */
export interface AudioResult {
  readonly date: string
  readonly machine: Machine
  readonly traces: readonly TraceResult[]
  readonly bargeIn: readonly BargeIn[]
  readonly costs: readonly Cost[]
}

/**
 * Plays the traces and cuts in, on a simulated sound card and a simulated page, through Parley's engine and two other designs;
 * measures what Parley's own parts cost. Prints the tables and writes the result.
 */
export async function audioBench(): Promise<void> {
  process.stdout.write('Traces and cutting in\n')
  const [traces, bargeIn] = [measureTraces(), measureBargeIn()]
  process.stdout.write('Processor time\n')
  const costs = await processorCosts()
  const result: AudioResult = { date: new Date().toISOString().slice(0, 10), machine: thisMachine(), traces, bargeIn, costs }
  process.stdout.write(`\n${audioTables(result)}\n\n`)
  await writeResult('audio', result)
}
