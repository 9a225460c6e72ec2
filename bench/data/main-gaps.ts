import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright'
import { writeSettings } from '../../src/main/storage/settings/settings-file'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import { z } from '../../src/shared/lib/zod'
import { holdUntilAttached } from '../../tests/support/hold-until-attached'
import { sized } from '../lib/sized'
import { callInPage, exportInPage, importInPage } from './in-page'

/** How long an event loop was away at the longest, in ms, and how often for more than 50 ms. */
const gapsSchema = z.strictObject({ longestMs: z.number(), over50: z.number() })
export type Gaps = z.infer<typeof gapsSchema>

/** The gaps of the app's main process during a piece of work, and those of an idle process beside it: what the machine itself takes. */
export interface WorkGaps {
  readonly work: string
  readonly ms: number
  readonly main: Gaps
  readonly idle: Gaps
}

const LIMIT_MS = 3_600_000
const SETTLE_MS = sized(15_000, 1_000)
const IDLE_MS = sized(10_000, 500)

/** Starts to watch the event loop that it is run in, with a timer of 5 ms. It is also sent into other processes as text. */
function watchGaps(): void {
  const seen = { longestMs: 0, over50: 0 }
  let before = performance.now()
  setInterval(() => {
    const now = performance.now()
    const gap = now - before
    before = now
    seen.longestMs = Math.max(seen.longestMs, gap)
    if (gap > 50) seen.over50 += 1
  }, 5)
  Reflect.set(globalThis, 'takeGaps', () => {
    const taken = { ...seen }
    Object.assign(seen, { longestMs: 0, over50: 0 })
    return taken
  })
}

/** A process that does nothing but watch its own event loop. */
function startIdle(): ChildProcess {
  const code = `(${watchGaps.toString()})(); process.on('message', () => process.send(globalThis.takeGaps()))`
  return spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function gapsOfIdle(idle: ChildProcess): Promise<Gaps> {
  const answer = once(idle, 'message')
  idle.send('take')
  const [gaps] = await answer
  return gapsSchema.parse(gaps)
}

/** The system's dialogs give these paths. */
async function answerDialogs(app: ElectronApplication, open: string, save: string): Promise<void> {
  await app.evaluate(
    ({ dialog }, paths) => {
      Reflect.set(dialog, 'showOpenDialog', () => Promise.resolve({ canceled: false, filePaths: [paths.open] }))
      Reflect.set(dialog, 'showSaveDialog', () => Promise.resolve({ canceled: false, filePath: paths.save }))
    },
    { open, save },
  )
}

/** Measures the built app over a data folder that has a result: nothing, a preview, an import, its query again, an export of it. */
export async function measureMainGaps(executablePath: string, folder: string, file: string): Promise<readonly WorkGaps[]> {
  await writeFile(join(folder, 'settings.json'), writeSettings({ ...defaultSettings, language: 'en', setUp: 'done', closeWindow: 'quit' }))
  const app = await _electron.launch({
    executablePath,
    args: [...holdUntilAttached, '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}`, resolve('.')],
  })
  const idle = startIdle()
  try {
    const page = await app.firstWindow()
    page.setDefaultTimeout(LIMIT_MS)
    await page.locator('[data-composer]').waitFor()
    await answerDialogs(app, file, join(folder, 'exported.csv'))
    await app.evaluate(watchGaps)
    const found: WorkGaps[] = []
    const during = async <Value>(work: string, run: () => Promise<Value>): Promise<Value> => {
      await app.evaluate(() => Reflect.get(globalThis, 'takeGaps')())
      await gapsOfIdle(idle)
      const start = performance.now()
      const value = await run()
      const ms = performance.now() - start
      const main = gapsSchema.parse(await app.evaluate(() => Reflect.get(globalThis, 'takeGaps')()))
      found.push({ work, ms, main, idle: await gapsOfIdle(idle) })
      return value
    }
    const wait = (ms: number) => new Promise((end) => setTimeout(end, ms))
    // what the start left for later
    await wait(SETTLE_MS)
    await during('nothing is done', () => wait(IDLE_MS))
    const importId = await during('the file is previewed', () => page.evaluate(callInPage, { step: 'preview' as const }))
    await during('it is imported', () => page.evaluate(importInPage, importId))
    const artifactId = await during('a query of it keeps its rows', () => page.evaluate(callInPage, { step: 'query' as const }))
    await during('they are exported', () => page.evaluate(exportInPage, artifactId))
    return found
  } finally {
    idle.kill()
    await app.close()
  }
}
