import { createFlightRecorder } from '../../src/main/diagnostics/recording/flight-recorder'
import { systemClock } from '../../src/main/lib/system-clock'
import { Inspection } from '../../src/shared/inspector/inspection'
import { shownRows } from '../../src/shared/inspector/shown-rows'
import { type RecordedTurns, recordedTurns } from '../../tests/support/recorded-turns'
import { installScriptedMain } from '../../tests/support/scripted-transport'
import { launchUiBrowser } from '../../tests/support/ui-page'
import { serveUi } from '../../tests/support/ui-site'
import { makeWorld } from '../../tests/support/ui-worlds'
import { type Machine, thisMachine } from '../lib/machine'
import { mean } from '../lib/mean'
import { sized } from '../lib/sized'
import { writeResult } from '../lib/write-result'
import { answerInspector, framesUntil, scrollRows } from './in-page'
import { inspectorTables } from './inspector-tables'

/** All that this bench measures, as it stands in `bench-results/inspector.json`. Times in ms. */
export interface InspectorResult {
  readonly date: string
  readonly machine: Machine
  readonly frames: number
  readonly rows: number
  readonly chunks: number
  /** what the recorder takes while somebody talks, for a frame of 100 ms of sound when it has begun to forget; the mean, and the longest of 99.9 %, in µs */
  readonly remembering: { readonly mean: number; readonly longest: number }
  /** reading all of it, and the longest piece */
  readonly read: { readonly whole: number; readonly longest: number }
  readonly filter: { readonly all: number; readonly tools: number; readonly firstWords: number; readonly words: number }
  readonly page: { readonly reading: Frames; readonly scrolling: Frames; readonly mostDrawn: number }
}

interface Frames {
  readonly p50: number
  readonly p95: number
  readonly longest: number
}

const FRAMES = sized(100_000, 2_000)
const PER_TURN = 34
const PIECE = 1000
const SCROLLED = sized(400, 20)

/** Reads, filters and scrolls 100,000 frames; prints the table and writes the result. */
export async function inspectorBench(): Promise<void> {
  const recorded = recordedTurns(0, Math.ceil(FRAMES / PER_TURN), (turn) => `answer-${turn}`, 2)
  const frames = recorded.events.filter(({ kind }) => kind === 'frame').length
  const inspection = new Inspection()
  const pieces = readIn(inspection, recorded)
  const timed = (words: string, filter: 'all' | 'tools'): number => timeOf(() => shownRows(inspection, { filter, words, turn: null }))
  const filter = { all: timed('', 'all'), tools: timed('', 'tools'), firstWords: timed('inv-2231', 'all'), words: timed('studio', 'all') }
  const result: InspectorResult = {
    date: new Date().toISOString().slice(0, 10),
    machine: thisMachine(),
    frames,
    rows: inspection.wire.length,
    chunks: inspection.chunks.length,
    remembering: remember(),
    read: { whole: pieces.reduce((sum, took) => sum + took, 0), longest: Math.max(...pieces) },
    filter,
    page: await inChromium(recorded),
  }
  process.stdout.write(`\n${inspectorTables(result)}\n\n`)
  await writeResult('inspector', result)
}

/** Gives the app's recorder, with its own limits, more than it may hold. */
function remember(): InspectorResult['remembering'] {
  const flight = createFlightRecorder(systemClock)
  const text = JSON.stringify({ realtimeInput: { audio: { mimeType: 'audio/pcm;rate=16000', data: 'A'.repeat(4268) } } })
  const took: number[] = []
  for (let count = 0; count < FRAMES / 2; count += 1) {
    const frame = { kind: 'frame', protocol: 'gemini-live', connection: 1, direction: 'sent', text: `${text} ` } as const
    took.push(1000 * timeOf(() => flight.add(`conversation-${count % 4}`, frame)))
  }
  const full = took.slice(took.length / 2).sort((one, other) => one - other)
  return { mean: mean(full), longest: full[Math.floor(full.length * 0.999)] ?? Number.NaN }
}

function readIn(inspection: Inspection, { events, steps }: RecordedTurns): readonly number[] {
  const took: number[] = []
  let step = 0
  for (let from = 0; from < events.length; from += PIECE) {
    const piece = events.slice(from, from + PIECE)
    const first = step
    while ((steps[step]?.after ?? Number.POSITIVE_INFINITY) < from + piece.length) step += 1
    took.push(timeOf(() => inspection.take(piece, steps.slice(first, step))))
  }
  return took
}

function timeOf(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

async function inChromium(recorded: RecordedTurns): Promise<InspectorResult['page']> {
  const site = await serveUi()
  const browser = await launchUiBrowser()
  try {
    const page = await browser.newPage()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.addInitScript(installScriptedMain, makeWorld({ settings: { developer: true } }))
    await page.route('**/recorded.json', (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(recorded) }))
    await page.goto(site.address)
    await page.locator('[data-region="dock"]').waitFor()
    await page.evaluate(answerInspector, PIECE)
    const whileReading = page.evaluate(framesUntil, '[data-region="inspector"][data-read="true"]')
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    const reading = await whileReading
    await page.getByRole('combobox', { name: 'Turn' }).selectOption({ label: 'All turns' })
    await page.getByText('+0', { exact: true }).first().waitFor()
    const { frames, mostDrawn } = await page.evaluate(scrollRows, SCROLLED)
    return { reading: framesOf(reading), scrolling: framesOf(frames), mostDrawn }
  } finally {
    await browser.close()
    await site.close()
  }
}

function framesOf(took: readonly number[]): Frames {
  const sorted = [...took].sort((one, other) => one - other)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), longest: at(1) }
}
