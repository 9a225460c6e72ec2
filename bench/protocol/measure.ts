import { fork } from 'node:child_process'
import { z } from '../../src/shared/lib/zod'
import { mean } from '../lib/mean'
import { measureRounds } from '../lib/rounds'
import type { Path } from './paths/path'
import { responseOf } from './response-of'
import { piecesOf, workloads } from './workloads'

// each is loaded alone, in a process of its own, so that memory is that of one path
const paths: Readonly<Record<PathName, () => Promise<Path>>> = {
  floor: async () => (await import('./paths/floor')).floor,
  parley: async () => (await import('./paths/parley')).parley,
  'parley-sse': async () => (await import('./paths/parley')).parleySse,
  'ai-sdk': async () => (await import('./paths/ai-sdk')).aiSdk,
  'ai-sdk-sse': async () => (await import('./paths/ai-sdk')).aiSdkSse,
  tanstack: async () => (await import('./paths/tanstack')).tanstack,
}

export const PATH_NAMES = ['floor', 'parley', 'parley-sse', 'ai-sdk', 'ai-sdk-sse', 'tanstack'] as const
export type PathName = (typeof PATH_NAMES)[number]

const measurement = z.object({
  /** Events that Gemini sent, in a second of processor time: mean over the rounds. */
  eventsPerSecond: z.number(),
  /** Milliseconds per round. */
  processor: z.array(z.number()).readonly(),
  wall: z.array(z.number()).readonly(),
  /** What one round put out: chunks, or characters for the paths that write text. */
  output: z.number(),
  /** Most memory the process ever held, and what it held before the first round (code and input), in MB. */
  peakMemoryMb: z.number(),
  memoryBeforeMb: z.number(),
})
export type Measurement = z.infer<typeof measurement>

/** All passes over one path on one workload as one measurement. */
export function combined(passes: readonly Measurement[], events: number): Measurement {
  const processor = passes.flatMap((pass) => pass.processor)
  return {
    eventsPerSecond: (events * 1000) / mean(processor),
    processor,
    wall: passes.flatMap((pass) => pass.wall),
    output: passes[0]?.output ?? 0,
    peakMemoryMb: Math.max(...passes.map(({ peakMemoryMb }) => peakMemoryMb)),
    memoryBeforeMb: mean(passes.map(({ memoryBeforeMb }) => memoryBeforeMb)),
  }
}

/** Measures one path on one workload in a fresh process. */
export async function measure(path: PathName, workload: string): Promise<Measurement> {
  const entry = process.argv[1]
  if (entry === undefined) throw new Error('The bench does not know its own file.')
  const child = fork(entry, ['--measure', path, workload], { execArgv: process.execArgv })
  return new Promise((resolve, reject) => {
    let result: unknown
    child.on('message', (message) => {
      result = message
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      const parsed = measurement.safeParse(result)
      if (parsed.success) resolve(parsed.data)
      else reject(new Error(`Measuring ${path} on "${workload}" ended with code ${code} and no result.`))
    })
  })
}

/** What such a process does: measures, and sends the result to its parent or prints it. */
export async function measureInThisProcess([name, workloadName]: readonly string[]): Promise<void> {
  const pathName = PATH_NAMES.find((one) => one === name)
  const workload = workloads.find((one) => one.name === workloadName)
  if (pathName === undefined || workload === undefined) throw new Error(`There is no path ${name} or no workload ${workloadName}.`)
  const path = await paths[pathName]()
  const made = workload.events()
  const pieces = piecesOf(made)
  const events = made.length
  globalThis.gc?.()
  const memoryBeforeMb = process.memoryUsage.rss() / 1024 ** 2
  const fetchStream = async () => responseOf(pieces)
  let output = 0
  const { processor, wall } = await measureRounds(async () => {
    output = await path(fetchStream)
  })
  if (output < events / 2) throw new Error(`${pathName} made only ${output} chunks of ${events} events.`)
  const peakMemoryMb = process.resourceUsage().maxRSS / 1024
  const result: Measurement = {
    eventsPerSecond: (events * 1000) / mean(processor),
    processor,
    wall,
    output,
    peakMemoryMb,
    memoryBeforeMb,
  }
  if (process.send === undefined) process.stdout.write(`${JSON.stringify(result)}\n`)
  else process.send(result)
}
