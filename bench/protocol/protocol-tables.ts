import { amount, markdownTable } from '../lib/table'
import type { PathName } from './measure'
import type { ProtocolResult, WorkloadResult } from './protocol-bench'

const TITLES: Readonly<Record<PathName, string>> = {
  floor: 'floor',
  parley: 'Parley',
  'parley-sse': 'Parley, as SSE',
  'ai-sdk': 'AI SDK',
  'ai-sdk-sse': 'AI SDK, as SSE',
  tanstack: 'TanStack AI',
}
const COLUMNS: readonly PathName[] = ['floor', 'parley', 'ai-sdk', 'tanstack', 'parley-sse', 'ai-sdk-sse']

/** The result as Markdown tables. */
export function protocolTables(result: ProtocolResult): string {
  const { machine, date } = result
  return [
    `Measured on ${date}: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.platform}, Node.js ${machine.node}.`,
    `Events of the Gemini stream per second of processor time (mean over the rounds):\n\n${speeds(result.workloads)}`,
    `Peak memory of the process in MB, with what it held before the first round in brackets:\n\n${memory(result.workloads)}`,
    `Live: one frame of 240 ms of speech with its transcript takes ${amount(result.live.millisecondsPerFrame)} ms of the main thread, from the server's text to the frames for the page (${amount(result.live.framesPerSecond)} frames per second).`,
    `Folding, in microseconds per chunk:\n\n${folding(result)}`,
  ].join('\n\n')
}

function speeds(workloads: readonly WorkloadResult[]): string {
  const head = ['stream', ...COLUMNS.map((name) => TITLES[name]), 'Parley / AI SDK', 'floor / AI SDK', 'Parley / floor']
  const rows = workloads.map(({ name, paths }) => {
    const speed = (path: PathName) => paths[path].eventsPerSecond
    const times = (path: PathName, other: PathName) => `${amount(speed(path) / speed(other))} ×`
    const ratios = [times('parley', 'ai-sdk'), times('floor', 'ai-sdk'), times('parley', 'floor')]
    return [name, ...COLUMNS.map((path) => amount(speed(path))), ...ratios]
  })
  return markdownTable(head, rows)
}

function memory(workloads: readonly WorkloadResult[]): string {
  const cell = (paths: WorkloadResult['paths'], name: PathName) =>
    `${amount(paths[name].peakMemoryMb)} (${amount(paths[name].memoryBeforeMb)})`
  const rows = workloads.map(({ name, paths }) => [name, ...COLUMNS.map((path) => cell(paths, path))])
  return markdownTable(['stream', ...COLUMNS.map((name) => TITLES[name])], rows)
}

function folding({ fold }: ProtocolResult): string {
  const rows = fold.map((cost) => [amount(cost.chunks), amount(cost.textMicroseconds), amount(cost.conversationMicroseconds)])
  return markdownTable(['chunks', 'one text', 'many turns with calls'], rows)
}
