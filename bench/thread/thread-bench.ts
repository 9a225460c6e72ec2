import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron } from 'playwright'
import { holdUntilAttached } from '../../tests/support/hold-until-attached'
import { inXServer } from '../lib/in-x-server'
import { type Machine, thisMachine } from '../lib/machine'
import { ratioOf } from '../lib/ratios'
import { sized } from '../lib/sized'
import { writeResult } from '../lib/write-result'
import { emptyWindowMs } from '../start/start-bench'
import { openAndPaint, scrollBack, scrollEmpty } from './in-page'
import { MESSAGES, messageId, seedThread, TITLE } from './seed'
import { threadTables } from './thread-tables'

/** All that this bench measures, as it stands in `bench-results/thread.json`. One entry for each start of the app. */
export interface ThreadResult {
  readonly date: string
  readonly machine: Machine
  readonly electron: string
  readonly messages: number
  readonly openMs: readonly number[]
  /** `emptyP95Ms`: an empty page of the same length, scrolled in the same way */
  readonly scroll: readonly { readonly p95Ms: number; readonly emptyP95Ms: number; readonly mostDrawn: number }[]
  /** the start of an app with an empty window, in turns with those of Parley */
  readonly emptyWindowMs: readonly number[]
}

const STARTS = sized(5, 1)
const FRAMES = sized(400, 20)

/** Opens and scrolls a long thread in the built app, in a new start of it each time; prints the table and writes the result. */
export async function threadBench(): Promise<void> {
  if (process.platform === 'linux' && !process.env.DISPLAY) return inXServer('thread')
  const executablePath = process.env.PARLEY_ELECTRON ?? ''
  if (executablePath === '') throw new Error('There is no Electron on this machine. Run `npm start` once.')
  if (!existsSync(resolve('out/main/index.js'))) throw new Error('The app is not built. Run `npm run build` first.')
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  try {
    seedThread(folder)
    const rounds: Awaited<ReturnType<typeof round>>[] = []
    const emptyWindows: number[] = []
    for (let start = 0; start < STARTS; start += 1) {
      emptyWindows.push(await emptyWindowMs(executablePath))
      rounds.push(await round(executablePath, folder))
    }
    const result: ThreadResult = {
      date: new Date().toISOString().slice(0, 10),
      machine: thisMachine(),
      electron: rounds[0]?.electron ?? '',
      messages: MESSAGES,
      openMs: rounds.map(({ openMs }) => openMs),
      scroll: rounds.map(({ frames, empty, mostDrawn }) => ({
        ...{ p95Ms: percentile(frames, 0.95), emptyP95Ms: percentile(empty, 0.95), mostDrawn },
      })),
      emptyWindowMs: emptyWindows,
    }
    process.stdout.write(`\n${threadTables(result)}\n\n`)
    await writeResult('thread', result, [
      ratioOf('opening a long thread against the start of an empty window', result.openMs, emptyWindows),
      ratioOf(
        'scrolling it back against an empty page, 95 % of frames',
        result.scroll.map(({ p95Ms }) => p95Ms),
        result.scroll.map(({ emptyP95Ms }) => emptyP95Ms),
      ),
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function round(executablePath: string, folder: string) {
  const app = await _electron.launch({
    executablePath,
    args: [...holdUntilAttached, '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}`, resolve('.')],
  })
  try {
    const page = await app.firstWindow()
    const electron = await app.evaluate(() => process.versions.electron ?? '')
    await page.getByText(TITLE).first().waitFor()
    const openMs = await page.evaluate(openAndPaint, { title: TITLE, last: messageId(MESSAGES - 1) })
    const scrolled = await page.evaluate(scrollBack, FRAMES)
    return { electron, openMs, ...scrolled, empty: await page.evaluate(scrollEmpty, FRAMES) }
  } finally {
    await app.close()
  }
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
