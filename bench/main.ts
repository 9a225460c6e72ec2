import { readFile } from 'node:fs/promises'
import { parseJson } from '../src/shared/lib/json-value'
import { audioBench } from './audio/audio-bench'
import { dataBench } from './data/data-bench'
import { writeInElectron } from './electron/electron-bench'
import { gatewayBench } from './gateway/gateway-bench'
import { inspectorBench } from './inspector/inspector-bench'
import { thisMachine } from './lib/machine'
import { keptRunSchema, type NamedRatio, ratioTable } from './lib/ratios'
import { writeResult, writtenRatios } from './lib/write-result'
import { mcpBench } from './mcp/mcp-bench'
import { memoryBench } from './memory/memory-bench'
import { measureInThisProcess } from './protocol/measure'
import { protocolBench } from './protocol/protocol-bench'
import { sightBench } from './sight/sight-bench'
import { startBench } from './start/start-bench'
import { threadBench } from './thread/thread-bench'
import { printVoiceBench } from './voice/voice-bench'

/** Every bench by name. One prints its tables, writes its result to `bench-results/NAME.json` and asserts nothing. */
const benches: ReadonlyMap<string, { readonly about: string; readonly run: () => Promise<void> }> = new Map([
  [
    'audio',
    {
      about: 'answers over bad networks and busy pages, cutting in, processor time, voices, and the built app in Electron',
      run: audioBench,
    },
  ],
  ['data', { about: 'a CSV file of 1 GB: taking it over, queries, windows of a large result, export', run: dataBench }],
  ['gateway', { about: '1, 8 and 32 live clients of one process: processor time, memory and latency', run: gatewayBench }],
  ['inspector', { about: '100,000 frames in the inspector: made anew, filtered, and scrolled in Chromium', run: inspectorBench }],
  [
    'memory',
    { about: 'turns over the gateway: the heap after 100 of them and later, 1,000 in a thread each and 1,500 in one', run: memoryBench },
  ],
  ['mcp', { about: 'an MCP server of 40 tools: start to list, the overhead of a call, declarations', run: mcpBench }],
  ['protocol', { about: 'the converter against its floor and other implementations, Live frames, folding', run: protocolBench }],
  ['sight', { about: 'a screen shown in Electron: fresh frames, an unchanged screen, processor time', run: sightBench }],
  ['start', { about: 'start to a usable window against an empty one in Electron; idle; size of the page', run: startBench }],
  ['thread', { about: 'a thread of ten thousand messages in Electron: opening it, scrolling it', run: threadBench }],
  ['voice', { about: 'voices told from noise: misses, false starts and onset in eight noises', run: printVoiceBench }],
])

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === '--measure') {
    await measureInThisProcess(rest)
    return 0
  }
  if (name === '--in-electron') {
    await writeInElectron(rest[0] ?? '')
    return 0
  }
  if (name === '--part') {
    await benches.get(rest[0] ?? '')?.run()
    return 0
  }
  const comparison = args.indexOf('--compare')
  const keptFile = comparison === -1 ? null : (args[comparison + 1] ?? '')
  const kept = keptFile === null ? null : await readKept(keptFile)
  if (typeof kept === 'string') {
    process.stderr.write(`${kept}\n`)
    return 2
  }
  const names = (comparison === -1 ? args : args.toSpliced(comparison, 2)).filter((one) => one !== 'all')
  // voice is a part of audio
  const chosen = names.length === 0 ? [...benches.keys()].filter((one) => one !== 'voice') : names
  const unknown = chosen.find((one) => !benches.has(one))
  if (unknown !== undefined) {
    process.stderr.write(`There is no bench called ${unknown}. There are:\n${list()}\n`)
    return 2
  }
  if (names.length === 0) process.stdout.write(`Running every bench:\n${list()}\n`)
  for (const one of chosen) await benches.get(one)?.run()
  await printRatios(chosen, kept)
  return 0
}

/** The ratios of a run that was kept, or why its file can't be read. */
async function readKept(file: string): Promise<readonly NamedRatio[] | string> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return `There is no file ${file || 'after --compare'}. Keep a run by copying bench-results/ratios.json.`
  const read = keptRunSchema.safeParse(parseJson(text))
  return read.success ? read.data.ratios : `${file} has no ratios of a run. Keep a run by copying bench-results/ratios.json.`
}

/** Prints the ratios of these benches and writes them to `bench-results/ratios.json`: a run to compare later ones with. */
async function printRatios(names: readonly string[], kept: readonly NamedRatio[] | null): Promise<void> {
  const ratios = (await Promise.all(names.map(writtenRatios))).flat()
  if (ratios.length === 0) return
  process.stdout.write(`\n${ratioTable(ratios, kept)}\n\n`)
  await writeResult('ratios', { date: new Date().toISOString().slice(0, 10), machine: thisMachine() }, ratios)
}

function list(): string {
  return [...benches].map(([name, { about }]) => `  ${name}  ${about}`).join('\n')
}

process.exitCode = await main(process.argv.slice(2))
