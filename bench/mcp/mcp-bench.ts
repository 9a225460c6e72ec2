import { fsyncSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/main/lib/system-clock'
import { memorySecretStore } from '../../src/main/platform/secrets/secret-store'
import { createToolServers, type ToolServers } from '../../src/main/servers/tool-servers'
import { openStore } from '../../src/main/storage/database/open-store'
import type { Store } from '../../src/main/storage/database/store'
import { createToolGate, type ToolGate } from '../../src/main/tool-calls/tool-pipeline'
import { countingIds } from '../../src/shared/lib/ids'
import type { JsonValue } from '../../src/shared/lib/json'
import { isJsonObject } from '../../src/shared/lib/json-value'
import { declareFunctions } from '../../src/shared/tools/declare-functions'
import { type Machine, thisMachine } from '../lib/machine'
import { ratioOf } from '../lib/ratios'
import { sized } from '../lib/sized'
import { markdownTable } from '../lib/table'
import { writeResult } from '../lib/write-result'
import { benchServer, TOOLS } from './bench-server'
import { type FirstSound, firstSounds } from './first-sound'

/** Times in ms. */
interface Times {
  readonly p50: number
  readonly p95: number
}

/** All that this bench measures, as it stands in `bench-results/mcp.json`. */
export interface McpResult {
  readonly date: string
  readonly machine: Machine
  readonly calls: number
  /** from the user's wish until the list of 40 tools is there: the process, the client library for the first one, the list */
  readonly ready: Times
  /** a call through rule, record on the disk, connection and result, without what the server takes */
  readonly wholeCall: Times
  /** flushing a page to this disk, between those calls: each of them waits for one flush */
  readonly flush: Times
  /** the same without rule and records */
  readonly connection: Times
  /** making the declarations of 40 tools, the first time and again */
  readonly declare: { readonly first: number; readonly again: number }
  /** from typed words of a new conversation until the first sound of the answer */
  readonly firstSound: FirstSound
}

const STARTS = sized(20, 2)
const CALLS = sized(500, 5)

/** A store, the servers over it, and the path of calls to them. */
interface Stage {
  readonly servers: ToolServers
  readonly gate: ToolGate
  /** Adds the server and resolves with the ms until its tools are there. */
  start(name: string): Promise<number>
}

function stageOver(store: Store): Stage {
  let changed: () => void = () => {}
  const servers = createToolServers({
    ...{ table: store.toolServers, secrets: memorySecretStore(), clock: systemClock, version: '0.0.0', environment: process.env },
    elicitations: { ask: () => Promise.resolve({ kind: 'cancel' }), callEnded: () => {} },
    openPage: () => Promise.resolve(),
    signedInText: () => '',
    onProgress: () => {},
    onCallMessage: () => {},
    mayStart: () => true,
    onTools: () => changed(),
    onChange: () => {},
    report: () => {},
  })
  const gate = createToolGate({
    ...{ store, tools: [], addedTools: servers.tools, clock: systemClock, newId: countingIds() },
    onApproval: () => {},
    onRules: () => {},
    onEnd: () => {},
    report: () => () => {},
  })
  return {
    servers,
    gate,
    async start(name) {
      const began = performance.now()
      const listed = new Promise<void>((resolve) => {
        changed = () => {
          if (servers.tools().some((tool) => tool.name === `${name}__tool_0`)) resolve()
        }
      })
      await servers.save(benchServer(name), {})
      await listed
      return performance.now() - began
    },
  }
}

/** Starts servers, calls one, declares its tools; prints the table and writes the result. */
export async function mcpBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const opened = openStore(folder, { clock: systemClock, unreadable: () => {} })
  if (!opened.ok) throw new Error(opened.error.message)
  const stage = stageOver(opened.value.store)
  try {
    const starts: number[] = []
    for (let start = 0; start < STARTS; start += 1) {
      starts.push(await stage.start('bench'))
      if (start < STARTS - 1) await stage.servers.remove('bench')
    }
    const declare = declaring(stage.gate)
    const firstSound = await firstSounds()
    const result: McpResult = {
      ...{ date: new Date().toISOString().slice(0, 10), machine: thisMachine(), calls: CALLS },
      ...{ ready: timesOf(starts), ...(await wholeCalls(stage.gate, folder)), connection: await connectionCalls(stage.servers), declare },
      firstSound,
    }
    process.stdout.write(`\n${tableOf(result)}\n\n`)
    const { wholeCall, connection } = result
    const rules = ratioOf('a call through rule and records against the connection alone', [wholeCall.p50], [connection.p50])
    const sound = ratioOf(`the first sound with ${TOOLS} tools against without`, firstSound.withTools, firstSound.without)
    await writeResult('mcp', result, [rules, sound])
  } finally {
    await stage.servers.close()
    opened.value.store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Calls by a rule, as the model's calls run, and a flush after each. */
async function wholeCalls({ policy, judge, runner }: ToolGate, folder: string): Promise<Pick<McpResult, 'wholeCall' | 'flush'>> {
  const scope = { kind: 'always' } as const
  policy.save({ ruleId: null, name: { en: 'allow' }, tool: 'bench__tool_1', matchers: [], scope, effect: 'allow' })
  const file = await open(join(folder, 'flushed'), 'w')
  const times: number[] = []
  const flushes: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const one = {
      conversationId: `conversation-${call}`,
      toolCallId: `call-${call}`,
      toolName: 'bench__tool_1',
      input: { text: `call ${call}` },
    }
    const began = performance.now()
    judge.judge({ ...one, turnId: `turn-${call}` })
    const outcome = await runner.run(one)
    const took = performance.now() - began
    if (outcome.kind === 'error') throw new Error('the call failed')
    times.push(took - serverTime(outcome.output.structured))
    const flushed = performance.now()
    await file.write(Buffer.alloc(4096, call % 256))
    fsyncSync(file.fd)
    flushes.push(performance.now() - flushed)
  }
  await file.close()
  return { wholeCall: timesOf(times), flush: timesOf(flushes) }
}

async function connectionCalls(servers: ToolServers): Promise<Times> {
  const tool = servers.tools().find(({ name }) => name === 'bench__tool_2')
  const times: number[] = []
  const { signal } = new AbortController()
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now()
    const prepared = tool?.prepare({ text: `call ${call}` })
    if (prepared?.ok !== true) throw new Error('the call is not valid')
    const output = await prepared.value.run({ toolCallId: `connection-${call}`, conversationId: 'conversation', signal })
    times.push(performance.now() - began - serverTime(output.structured))
  }
  return timesOf(times)
}

/** ms that the server says it took. */
function serverTime(structured: JsonValue | undefined): number {
  if (!isJsonObject(structured) || typeof structured.ns !== 'number') throw new Error('the server does not say how long it took')
  return structured.ns / 1e6
}

function declaring({ runner }: ToolGate): McpResult['declare'] {
  const declared = (): number => {
    const began = performance.now()
    const functions = runner
      .declarations('json-schema')
      .flatMap((one) =>
        'parametersJsonSchema' in one ? [{ name: one.name, description: one.description, parameters: one.parametersJsonSchema }] : [],
      )
    if (declareFunctions(functions).declared.length !== TOOLS) throw new Error('a tool is not declared')
    return performance.now() - began
  }
  return { first: declared(), again: declared() }
}

function timesOf(values: readonly number[]): Times {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

function tableOf({ ready, wholeCall, flush, connection, declare, firstSound }: McpResult): string {
  const row = (name: string, { p50, p95 }: Times): readonly string[] => [name, p50.toFixed(2), p95.toFixed(2)]
  return markdownTable(
    ['ms', 'p50', 'p95'],
    [
      row(`a server of ${TOOLS} tools: added to listed`, ready),
      row('a call beside the server’s own time: rule, records, connection, result', wholeCall),
      row('one flush of 4 kB to this disk, between these calls', flush),
      row('the same call without rule and records', connection),
      row(`words in a new conversation until the first sound, with ${TOOLS} tools of a server`, timesOf(firstSound.withTools)),
      row('the same without a server', timesOf(firstSound.without)),
      [`${TOOLS} tools declared: the first time, and again`, declare.first.toFixed(2), declare.again.toFixed(2)],
    ],
  )
}
