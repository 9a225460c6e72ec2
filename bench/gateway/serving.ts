import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { z } from '../../src/shared/lib/zod'

/** Parley without a window in a process of its own, with its gateway open. */
export interface Serving {
  readonly port: number
  readonly token: string
  /** Processor time of the process so far in ms, and its memory in bytes; null where the system does not tell. */
  cost(): Promise<{ readonly processor: number; readonly memory: number } | null>
  stop(): Promise<void>
}

const readySchema = z.looseObject({ gateway: z.looseObject({ url: z.string(), token: z.string() }) })
/** Linux counts processor time in hundredths of a second on every machine that Parley runs on. */
const MS_PER_TICK = 10

/** Starts `parley serve` over a data folder; a recording answers, as fast as it was recorded. */
export async function startServing(dataFolder: string): Promise<Serving> {
  const args = ['bin/parley.mjs', 'serve', '--gateway', '0', '--fixture', 'fixtures/weather.jsonl', '--speed', '1']
  const child = spawn(process.execPath, [...args, '--data', dataFolder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line]: string[] = await once(createInterface({ input: child.stdout }), 'line')
  const { gateway } = readySchema.parse(JSON.parse(line ?? ''))
  return {
    port: Number(new URL(gateway.url).port),
    token: gateway.token,
    cost: () => costOf(child),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function costOf({ pid }: ChildProcess): Promise<{ readonly processor: number; readonly memory: number } | null> {
  if (process.platform !== 'linux' || pid === undefined) return null
  const [stat, status] = await Promise.all(['stat', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')))
  // the name in brackets may hold blanks: fields are counted behind it
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status ?? '')?.[1] ?? 0)
  return { processor: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK, memory: kilobytes * 1024 }
}
