import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication } from 'playwright'
import { readFirstScripts } from '../../scripts/first-scripts.mjs'
import { writeSettings } from '../../src/main/storage/settings/settings-file'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import { startInProcess } from '../../tests/support/app-in-process'
import { callMain } from '../../tests/support/call-main'
import { paperDesktop } from '../../tests/support/paper-desktop'
import { type Load, loadOf } from '../electron/process-load'
import { inXServer } from '../lib/in-x-server'
import { thisMachine } from '../lib/machine'
import { median, ratioOf } from '../lib/ratios'
import { sized } from '../lib/sized'
import { amount, markdownTable } from '../lib/table'
import { writeResult } from '../lib/write-result'
import { benchServer } from '../mcp/bench-server'

const ROUNDS = sized(9, 1)
/** What was awake at the start rests by then. */
const SETTLE_SECONDS = sized(20, 1)
const IDLE_SECONDS = sized(30, 1)

/** An app to start, and what can be seen once a user could use it. */
interface Subject {
  readonly folder: string
  /** The same for every start: it holds what Chromium has compiled before, as it does for a user. */
  readonly userDataFolder: string
  readonly usable: string
}

/** From the start of the process to a window that can be used, against a window with nothing in it; what Parley takes while nobody uses it. */
export async function startBench(): Promise<void> {
  const electron = process.env.PARLEY_ELECTRON ?? ''
  if (electron === '') {
    process.stdout.write('The start is not measured: there is no Electron here (run `npm start` once).\n')
    return
  }
  if (process.platform === 'linux' && !process.env.DISPLAY) return inXServer('start')
  const empty = await emptyApp()
  const parley: Subject = { folder: path.resolve('.'), usable: '[data-composer]', userDataFolder: await userDataFolder() }
  const served: Subject = { ...parley, userDataFolder: await withServer(await userDataFolder()) }
  const times = new Map<Subject, number[]>([
    [empty, []],
    [parley, []],
    [served, []],
  ])
  const answered: number[] = []
  // in turns, so that what else the machine does meets both; the first round of each only warms the disk
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [subject, list] of times) {
      const [took, untilAnswer] = await withStarted(electron, subject, async (app, sinceStart) => {
        const usable = sinceStart()
        // the window can be written in before main has read its own parts
        if (subject === parley) await callMain(await app.firstWindow(), 'is anybody there', null)
        return [usable, sinceStart()]
      })
      if (round === 0) continue
      list.push(took)
      if (subject === parley) answered.push(untilAnswer)
    }
  }
  const load = await withStarted(electron, parley, idleLoad)
  const idleMs = Object.values(load).reduce((sum, milliseconds) => sum + milliseconds, 0)
  const [emptyMs = 0, parleyMs = 0, servedMs = 0] = [empty, parley, served].map((subject) => median(times.get(subject) ?? []))
  for (const folder of [empty.folder, empty.userDataFolder, parley.userDataFolder, served.userDataFolder])
    await rm(folder, { recursive: true, force: true })
  const bytes = pageBytes()
  const rows = [
    ['start to a usable window, empty (ms, median)', amount(emptyMs), ''],
    ['start to a usable window, Parley (ms, median)', amount(parleyMs), ''],
    ['the same with a server of 40 tools (ms, median)', amount(servedMs), ''],
    ['start to the first answer of main (ms, median)', amount(median(answered)), ''],
    ['Parley against empty', `${(parleyMs / emptyMs).toFixed(2)} ×`, '≤ 1.5 ×'],
    ...Object.entries(load).map(([kind, milliseconds]) => [`idle, ${kind} (ms of processor per second)`, amount(milliseconds), '']),
    ['idle, the whole app (ms of processor per second)', amount(idleMs), '≤ 10'],
    ['first scripts of the page (kB)', amount(bytes / 1000), ''],
  ]
  process.stdout.write(`\n${markdownTable(['start', 'measured', 'budget'], rows)}\n\n`)
  await writeResult(
    'start',
    {
      machine: thisMachine(),
      electron: path.basename(path.dirname(electron)),
      emptyMs: times.get(empty),
      parleyMs: times.get(parley),
      servedMs: times.get(served),
      answeredMs: answered,
      ratio: parleyMs / emptyMs,
      idle: load satisfies Load,
      idleMs,
      firstScriptsBytes: bytes,
    },
    [
      ratioOf('start to a usable window against an empty one', times.get(parley) ?? [], times.get(empty) ?? []),
      ratioOf('start with a server of 40 tools against without', times.get(served) ?? [], times.get(parley) ?? []),
    ],
  )
}

/** Starts the app with the empty window once; ms until it is usable. */
export async function emptyWindowMs(electron: string): Promise<number> {
  const empty = await emptyApp()
  try {
    return await withStarted(electron, empty, async (_app, sinceStart) => sinceStart())
  } finally {
    for (const folder of [empty.folder, empty.userDataFolder]) await rm(folder, { recursive: true, force: true })
  }
}

async function idleLoad(app: ElectronApplication): Promise<Load> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_SECONDS * 1000))
  return loadOf(app, IDLE_SECONDS)
}

async function withStarted<Result>(
  electron: string,
  { folder, usable, userDataFolder }: Subject,
  use: (app: ElectronApplication, sinceStart: () => number) => Promise<Result>,
): Promise<Result> {
  const { GEMINI_API_KEY: _, GOOGLE_API_KEY: __, ...environment } = process.env
  const env = Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  const flags = process.platform === 'linux' ? ['--no-sandbox', '--disable-gpu'] : []
  const args = [...flags, `--user-data-dir=${userDataFolder}`, folder]
  let startedAt = 0
  const launch = (): Promise<ElectronApplication> => {
    startedAt = performance.now()
    return _electron.launch({ executablePath: electron, args, env, timeout: 20_000 })
  }
  // a window that opens in the very moment in which Playwright attaches is never seen by it, and nothing may hold a start up here
  const app = await launch().catch(launch).catch(launch).catch(launch)
  try {
    const page = await app.firstWindow()
    await page.locator(usable).waitFor()
    return await use(app, () => performance.now() - startedAt)
  } finally {
    await app.close()
  }
}

/** The folder of somebody who has used Parley before: the start of every day, not the first one. */
async function userDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-start-'))
  await writeFile(path.join(folder, 'settings.json'), writeSettings({ ...defaultSettings, setUp: 'done', closeWindow: 'quit' }))
  return folder
}

/** Adds a server of 40 tools to that folder. */
async function withServer(userDataFolder: string): Promise<string> {
  const app = await startInProcess({ fixtures: [], desktop: paperDesktop(), userDataFolder })
  await app.call('toolServers.save', { server: benchServer('bench'), variables: {} })
  await app.stop()
  return userDataFolder
}

/** An app of one window with nothing in it, in a folder of its own. */
async function emptyApp(): Promise<Subject> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-empty-'))
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'empty-window', main: 'main.cjs' }))
  await copyFile(path.resolve('bench/start/empty-window.cjs'), path.join(folder, 'main.cjs'))
  return { folder, usable: 'body[data-usable]', userDataFolder: await userDataFolder() }
}

function pageBytes(): number {
  return readFirstScripts(path.resolve('out/renderer'), 'index.html').reduce((sum, { bytes }) => sum + bytes, 0)
}
