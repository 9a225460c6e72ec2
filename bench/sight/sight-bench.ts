import type { ElectronApplication } from 'playwright'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type RunningApp, startApp } from '../../tests/support/app'
import { counterPage } from '../../tests/support/frame-counter'
import { liveRecording, modelSays, userAsks } from '../../tests/support/live-recording'
import { openOtherWindow } from '../../tests/support/talk-key'
import { holdTalkKey } from '../electron/held-key'
import { now } from '../electron/now'
import { type Load, loadOf } from '../electron/process-load'
import { inXServer } from '../lib/in-x-server'
import { type Machine, thisMachine } from '../lib/machine'
import { sized } from '../lib/sized'
import { markdownTable } from '../lib/table'
import { writeResult } from '../lib/write-result'

interface Percentiles {
  readonly p50: number
  readonly p95: number
}

/** All that this bench measures, as it stands in `bench-results/sight.json`. */
export interface SightResult {
  readonly date: string
  readonly machine: Machine
  /** from the wish for a fresh frame of an unchanged screen until the service has it, in ms */
  readonly forced: Percentiles
  /** frames of a screen that does not change, in so many seconds */
  readonly unchanged: { readonly seconds: number; readonly frames: number }
  /** from the talk key down until the service has the first sound, in ms: nothing shown, and the changing screen shown */
  readonly keyToSound: { readonly off: Percentiles; readonly on: Percentiles }
  /** processor time for each second, in ms: nothing shown, and a screen shown that changes ten times a second */
  readonly loads: { readonly off: Load; readonly on: Load }
}

const FORCED = sized(30, 2)
const KEY_PRESSES = sized(30, 2)
const UNCHANGED_SECONDS = sized(60, 2)
const LOAD_SECONDS = sized(20, 1)
const LONGEST_MS = 10_000

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Shows the screen of an X server of its own in the built app; prints the table and writes the result. */
export async function sightBench(): Promise<void> {
  if (process.platform !== 'linux' || !process.env.PARLEY_ELECTRON) {
    process.stdout.write('Sight is not measured: there is no Electron, or no Linux for its X server.\n')
    return
  }
  if (process.env.PARLEY_HOST !== 'electron') {
    process.env.PARLEY_HOST = 'electron'
    await inXServer('sight', '1920x1080')
    return
  }
  const server = await startFixtureServer({ fixture: liveRecording('seen', [userAsks, ...modelSays('Seen.')]), speed: 10 })
  const app = await startApp({ environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl } })
  try {
    const result = await measure(server, app)
    process.stdout.write(`\n${tableOf(result)}\n\n`)
    await writeResult('sight', result)
  } finally {
    await app.remove()
    await server.close()
  }
}

async function measure(server: FixtureServer, { page, electron }: RunningApp): Promise<SightResult> {
  if (electron === null) throw new Error('this bench needs Electron')
  const run = await paintCounter(electron)
  const off = await loadOf(electron, LOAD_SECONDS)
  const keyOff = await pressKey(server)
  await page.getByRole('button', { name: 'Show Gemini something' }).click()
  await page.locator('[data-action^="screen-"]').first().click()
  await page.locator('[data-sight-frame]').waitFor({ timeout: 60_000 })
  const on = await loadOf(electron, LOAD_SECONDS)
  const keyOn = await pressKey(server)
  await run('clearInterval(window.timer)')
  // the last change has been sent
  await pause(2000)
  const before = framesOf(server)
  await pause(UNCHANGED_SECONDS * 1000)
  const unchanged = { seconds: UNCHANGED_SECONDS, frames: framesOf(server) - before }
  const took: number[] = []
  for (let count = 0; count < FORCED; count += 1) {
    took.push(await forceFrame(server, () => page.evaluate("window.parley.call('talk.toggle', null)")))
    await page.evaluate("window.parley.call('talk.cancel', null)")
    await pause(1500)
  }
  return {
    ...{ date: new Date().toISOString().slice(0, 10), machine: thisMachine(), unchanged, loads: { off, on } },
    forced: percentiles(took),
    keyToSound: { off: keyOff, on: keyOn },
  }
}

function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

/** Holds the talk key again and again while another program has the focus, and times the first sound of each press. */
async function pressKey(server: FixtureServer): Promise<Percentiles> {
  const other = await openOtherWindow()
  const key = holdTalkKey()
  const took: number[] = []
  try {
    // the first press opens the connection and the microphone
    for (let press = 0; press <= KEY_PRESSES; press += 1) {
      const before = server.receivedAudio().byteLength
      const pressed = key.down()
      await server.waitFor(() => server.receivedAudio().byteLength > before)
      if (press > 0) took.push(now() - pressed)
      await pause(500)
      key.up()
      await pause(1500)
    }
  } finally {
    await key.close()
    other.kill()
  }
  return percentiles(took)
}

/** Begins to speak, which needs a fresh frame; gives the ms until the service has it. */
async function forceFrame(server: FixtureServer, begin: () => Promise<unknown>): Promise<number> {
  const before = framesOf(server)
  const began = performance.now()
  void begin()
  while (framesOf(server) === before) {
    if (performance.now() - began > LONGEST_MS) throw new Error('no fresh frame came')
    await pause(2)
  }
  return performance.now() - began
}

function framesOf(server: FixtureServer): number {
  return server.received().filter(({ frame }) => typeof frame === 'object' && JSON.stringify(frame).startsWith('{"realtimeInput":{"video"'))
    .length
}

/** Fills the screen with a counter; gives the way to run a script in it. */
async function paintCounter(electron: ElectronApplication): Promise<(script: string) => Promise<unknown>> {
  const id = await electron.evaluate(async ({ BrowserWindow, screen }, address) => {
    const window = new BrowserWindow({ ...screen.getPrimaryDisplay().bounds, frame: false, alwaysOnTop: true, focusable: false })
    await window.loadURL(address)
    return window.id
  }, counterPage)
  return (script) =>
    electron.evaluate(({ BrowserWindow }, one) => BrowserWindow.fromId(one.id)?.webContents.executeJavaScript(one.script), { id, script })
}

function tableOf({ forced, unchanged, keyToSound, loads }: SightResult): string {
  const milliseconds = (value: number): string => `${Math.round(value)} ms`
  const both = ({ p50, p95 }: Percentiles): string => `${milliseconds(p50)}; ${milliseconds(p95)}`
  const load = ({ main, page, other }: Load): string => `${Math.round(main)} + ${Math.round(page)} + ${Math.round(other)} ms`
  return markdownTable(
    ['sight', ''],
    [
      ['a fresh frame, until the service has it: p50', milliseconds(forced.p50)],
      ['p95', milliseconds(forced.p95)],
      ['talk key down, until the service has the first sound, nothing shown: p50; p95', both(keyToSound.off)],
      ['the same while a changing screen is shown', both(keyToSound.on)],
      [`frames of an unchanged screen in ${unchanged.seconds} s`, String(unchanged.frames)],
      ['processor time a second (main + page + drawing), nothing shown', load(loads.off)],
      ['the same while a changing screen is shown', load(loads.on)],
    ],
  )
}
