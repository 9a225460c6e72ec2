import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { z } from '../../src/shared/lib/zod'
import { type Machine, thisMachine } from '../lib/machine'
import { ratioOf } from '../lib/ratios'
import { sized } from '../lib/sized'
import { markdownTable } from '../lib/table'
import { writeResult } from '../lib/write-result'

/** Heap in use after a full collection, in bytes, after so many turns. */
interface Measured {
  readonly turns: number
  readonly heap: number
}

/** All that this bench measures, as it stands in `bench-results/memory.json`. */
export interface MemoryResult {
  readonly date: string
  readonly machine: Machine
  /** each turn in a thread of its own */
  readonly threads: readonly Measured[]
  /** all turns in one thread */
  readonly oneThread: readonly Measured[]
}

const AFTER_TURNS = sized([100, 250, 500, 1000, 1500], [2, 4])
/** A client may have so many threads. */
const MOST_THREADS = 1000
const RECORDING = 'fixtures/weather.jsonl'
const MB = 1024 ** 2

/** Lets a client of the gateway take 1,000 turns in a thread each, and 1,500 in one, and measures the heap of Parley's process. */
export async function memoryBench(): Promise<void> {
  const [threads, oneThread] = await Promise.all([
    measure(
      (turn) => `thread-${turn}`,
      AFTER_TURNS.filter((turns) => turns <= MOST_THREADS),
    ),
    measure(() => 'thread', AFTER_TURNS),
  ])
  const result: MemoryResult = { date: new Date().toISOString().slice(0, 10), machine: thisMachine(), threads, oneThread }
  process.stdout.write(`\n${tableOf(result)}\n\n`)
  const ratios = Object.entries({ 'a thread each': threads, 'one thread': oneThread }).flatMap(([kind, [first, ...more]]) => {
    const last = more.at(-1)
    if (first === undefined || last === undefined) return []
    return [ratioOf(`heap after ${last.turns} turns against ${first.turns}, ${kind}`, [last.heap], [first.heap])]
  })
  await writeResult('memory', result, ratios)
}

function tableOf({ threads, oneThread }: MemoryResult): string {
  const times = (rows: readonly Measured[], { heap }: Measured): string => (heap / (rows[0]?.heap ?? heap)).toFixed(2)
  return markdownTable(
    ['turns', 'a thread each, MB', 'times', 'one thread, MB', 'times'],
    oneThread.map((one, index) => {
      const many = threads[index]
      const ofMany = many === undefined ? ['', ''] : [(many.heap / MB).toFixed(1), times(threads, many)]
      return [String(one.turns), ...ofMany, (one.heap / MB).toFixed(1), times(oneThread, one)]
    }),
  )
}

async function measure(threadOf: (turn: number) => string, afterTurns: readonly number[]): Promise<readonly Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const serving = await startServing(folder)
  try {
    const measured: Measured[] = []
    let turn = 0
    for (const turns of afterTurns) {
      for (; turn < turns; turn += 1) await takeTurn(serving, threadOf(turn), turn)
      measured.push({ turns, heap: await serving.heap() })
    }
    return measured
  } finally {
    await serving.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** One message and the whole answer to it, as `useChat` sends and reads them. */
async function takeTurn({ url, token }: Serving, threadId: string, turn: number): Promise<void> {
  const message = { id: `message-${turn}`, role: 'user', parts: [{ type: 'text', text: 'How is the weather in Kyoto?' }] }
  const response = await admitted(() =>
    fetch(`${url}/api/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: threadId, trigger: 'submit-message', messages: [message] }),
    }),
  )
  const text = await response.text()
  if (!text.includes('"type":"finish"')) throw new Error(`turn ${turn} was not answered: ${text.slice(0, 500)}`)
}

/** A client is let in so many times a minute: beyond that it waits. Another refusal is for good. */
async function admitted(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask()
    if (response.status !== 429 || !response.headers.has('retry-after')) return response
    await response.text()
    await pause(1_000)
  }
}

/** Parley without a window in a process of its own, with its gateway open. */
interface Serving {
  readonly url: string
  readonly token: string
  /** The heap in use after a full collection, in bytes. */
  heap(): Promise<number>
  stop(): Promise<void>
}

const readySchema = z.looseObject({ gateway: z.looseObject({ url: z.string(), token: z.string() }) })

async function startServing(folder: string): Promise<Serving> {
  const parley = ['bin/parley.mjs', 'serve', '--gateway', '0', '--fixture', RECORDING, '--speed', '100', '--data', folder]
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', ...parley], { stdio: ['ignore', 'pipe', 'pipe'] })
  // what goes wrong there is not hidden
  child.stderr.pipe(process.stderr)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('Parley did not start')))
  const ready = Promise.all([inspectorAddress(child), once(createInterface({ input: child.stdout }), 'line')])
  const [inspector, [line]] = await Promise.race([ready, ended])
  ended.catch(() => undefined)
  const { gateway } = readySchema.parse(JSON.parse(String(line)))
  const { ask, leave } = await inspect(inspector)
  return {
    url: new URL(gateway.url).origin,
    token: gateway.token,
    async heap() {
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      return z.looseObject({ usedSize: z.number() }).parse(await ask('Runtime.getHeapUsage')).usedSize
    },
    async stop() {
      // a process that is inspected does not end before its inspector has left
      leave()
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Where the process lets itself be inspected: it says so on its standard error. */
function inspectorAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    child.stderr?.on('data', (piece) => {
      said += String(piece)
      const address = /ws:\/\/\S+/.exec(said)?.[0]
      if (address !== undefined) resolve(address)
    })
  })
}

/** Speaks the protocol of the inspector. */
async function inspect(address: string): Promise<{ ask(method: string): Promise<unknown>; leave(): void }> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const answer = z.looseObject({ id: z.number().optional(), result: z.unknown() })
  let last = 0
  const ask = (method: string): Promise<unknown> => {
    last += 1
    const id = last
    return new Promise((resolve) => {
      const listen = (data: unknown): void => {
        const said = answer.parse(JSON.parse(String(data)))
        if (said.id !== id) return
        socket.off('message', listen)
        resolve(said.result)
      }
      socket.on('message', listen)
      socket.send(JSON.stringify({ id, method }))
    })
  }
  return { ask, leave: () => socket.terminate() }
}
