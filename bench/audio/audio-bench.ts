import { electronBench } from '../electron/electron-bench'
import type { InElectron } from '../electron/measure-in-electron'
import { type Machine, thisMachine } from '../lib/machine'
import { writeResult } from '../lib/write-result'
import { type HeardVoices, voiceBench } from '../voice/voice-bench'
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
  readonly voice: HeardVoices
  /** Null where Electron could not be measured. */
  readonly inElectron: InElectron | null
}

/**
 * Plays the traces and cuts in, on a simulated sound card and a simulated page, through Parley's engine and two other designs;
 * measures what Parley's own parts cost, what its model makes of voices, and the built app in Electron. Prints the tables and
 * writes the result.
 */
export async function audioBench(): Promise<void> {
  process.stdout.write('Traces and cutting in\n')
  const [traces, bargeIn] = [measureTraces(), measureBargeIn()]
  process.stdout.write('Processor time\n')
  const costs = await processorCosts()
  process.stdout.write('Voices\n')
  const voice = await voiceBench()
  process.stdout.write('Electron\n')
  const inElectron = await electronBench()
  const date = new Date().toISOString().slice(0, 10)
  const result: AudioResult = { date, machine: thisMachine(), traces, bargeIn, costs, voice, inElectron }
  process.stdout.write(`\n${audioTables(result)}\n\n`)
  await writeResult('audio', result)
}
