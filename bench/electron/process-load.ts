import { existsSync, readFileSync } from 'node:fs'
import type { ElectronApplication } from 'playwright'
import { now } from './now'

/** Processor time that the app's processes took, in ms for each second. */
export interface Load {
  /** Electron's own, with all of main. */
  readonly main: number
  /** The page, its audio threads and workers. */
  readonly page: number
  /** The browser's process that plays and records. */
  readonly sound: number
  /** Drawing and the rest. */
  readonly other: number
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

/** What the app takes for so long, by the system's own count. */
export async function loadOf(app: ElectronApplication, seconds: number): Promise<Load> {
  const before = await usage(app)
  const startedAt = now()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const after = await usage(app)
  const passed = (now() - startedAt) / 1000
  const load: Record<keyof Load, number> = { main: 0, page: 0, sound: 0, other: 0 }
  // a process that ended or began meanwhile is none of those that the app always has
  for (const [pid, { kind, milliseconds }] of after) {
    const earlier = before.get(pid)
    if (earlier !== undefined) load[kind] += (milliseconds - earlier.milliseconds) / passed
  }
  return load
}

interface Usage {
  readonly kind: keyof Load
  readonly milliseconds: number
}

async function usage(app: ElectronApplication): Promise<ReadonlyMap<number, Usage>> {
  const processes = await app.evaluate(({ app: running }) =>
    running.getAppMetrics().map(({ pid, type, serviceName = '' }) => ({ pid, type, serviceName })),
  )
  return new Map(
    processes.map(({ pid, type, serviceName }): [number, Usage] => {
      const kind = type === 'Browser' ? 'main' : type === 'Tab' ? 'page' : serviceName.includes('AudioService') ? 'sound' : 'other'
      return [pid, { kind, milliseconds: processorTime(pid) }]
    }),
  )
}

/** User and system time of a process, all its threads, in ms. */
function processorTime(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  // the name in brackets may hold anything; utime and stime are the 14th and 15th fields of proc(5)
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
