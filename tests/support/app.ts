import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { _electron, type Browser, chromium, type ElectronApplication, type Page } from 'playwright'
import { writeSettings } from '../../src/main/storage/settings/settings-file'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import type { Settings } from '../../src/shared/ipc/schemas'
import { callMain } from './call-main'
import { electronPath } from './electron-path'
import { goFirst, processOf } from './go-first'
import { holdUntilAttached } from './hold-until-attached'
import { installMusicTap } from './music-tap'
import { patienceMs } from './patience'
import { installPlaybackTap } from './playback-tap'
import type { VirtualSoundCard } from './virtual-sound-card'

/** The host of this run, chosen by the stage through `PARLEY_HOST`. */
export const hostKind: 'electron' | 'headless' = process.env.PARLEY_HOST === 'electron' ? 'electron' : 'headless'

/** Most tests begin after the first run: closing quits, and the app has its one window. */
export const asAfterSetUp = { setUp: 'done', closeWindow: 'quit', overlay: 'never' } as const

/** Options of the app in a test. */
export interface AppOptions {
  /** WAV that the microphone plays once each time it is opened; none: it beeps. */
  readonly microphoneFile?: string
  /** `none`: the computer has no microphone; `refused`: it has one, which the app may not use. */
  readonly microphone?: 'none' | 'refused'
  /** The computer's sound card, with real streams in and out; `microphoneFile` and `microphone` are ignored then. */
  readonly soundCard?: VirtualSoundCard
  /** Environment in addition to the usual one, without any key unless given here. */
  readonly environment?: Readonly<Record<string, string>>
  readonly settings?: Partial<Settings>
  /**
   * A recording to play: instead of the bundled ones on the headless host, and before them in Electron, which is opened
   * with it.
   */
  readonly fixtureFile?: string
  /** Data folder of an earlier run to continue with. */
  readonly userDataFolder?: string
  readonly chromiumArguments?: readonly string[]
  /** The page is unmodified: what it plays is not recorded. */
  readonly untapped?: boolean
  readonly width?: number
  readonly height?: number
}

/** The real, built app on one of its hosts, with its page. */
export interface RunningApp {
  readonly page: Page
  /** null on the headless host */
  readonly electron: ElectronApplication | null
  readonly userDataFolder: string
  /** Saves what helps with a failed test: a screenshot in `test-results`, the page's texts and errors, and the log. */
  report(name: string): Promise<void>
  /** Quits the app; the data folder stays until `remove`. */
  close(): Promise<void>
  remove(): Promise<void>
}

/**
 * Starts the built app. The page records every sample it plays (`readPlaybackTap`) and the loudness of its music
 * (`musicHeard`).
 */
export async function startApp(wishes: AppOptions = {}): Promise<RunningApp> {
  const userDataFolder = wishes.userDataFolder ?? (await mkdtemp(join(tmpdir(), 'parley-user-')))
  if (wishes.userDataFolder === undefined || wishes.settings !== undefined) {
    await writeFile(
      join(userDataFolder, 'settings.json'),
      writeSettings({ ...defaultSettings, ...asAfterSetUp, language: 'en', theme: 'light', ...wishes.settings }),
    )
  }
  const started = hostKind === 'electron' ? await startElectron(userDataFolder, wishes) : await startHeadless(userDataFolder, wishes)
  const complaints: string[] = []
  started.page.on('console', (line) => complaints.push(line.text()))
  started.page.on('pageerror', (error) => complaints.push(String(error)))
  let closed: Promise<void> | null = null
  const close = (): Promise<void> => (closed ??= started.close())
  return {
    page: started.page,
    electron: started.electron,
    userDataFolder,
    async report(name) {
      await started.page.screenshot({ path: `test-results/${name.replace(/\W+/g, '-')}.png`, timeout: 5000 }).catch(() => undefined)
      const words = await started.page.evaluate(() => document.body.textContent).catch(String)
      const log = await readFile(join(userDataFolder, 'logs', 'parley.log'), 'utf8').catch(String)
      process.stderr.write(`\n── ${name}\n${words}\n── console\n${complaints.join('\n')}\n── log\n${log}\n`)
    },
    close,
    async remove() {
      await close()
      await rm(userDataFolder, { recursive: true, force: true })
    },
  }
}

/** Waits until the page has main's first answer: it is drawn before, and a talk begun before ends with that answer. */
export function untilOpened(page: Page): Promise<void> {
  return page.locator('[data-coming]').waitFor({ state: 'detached' })
}

interface Started {
  readonly page: Page
  readonly electron: ElectronApplication | null
  close(): Promise<void>
}

async function tap(page: Page): Promise<void> {
  await page.addInitScript(installPlaybackTap)
  await page.addInitScript(installMusicTap)
}

function microphoneArguments({ microphoneFile, microphone, soundCard }: AppOptions): readonly string[] {
  if (microphone === 'none' || soundCard !== undefined) return []
  const file = microphoneFile === undefined ? [] : [`--use-file-for-fake-audio-capture=${resolve(microphoneFile)}%noloop`]
  return ['--use-fake-device-for-media-stream', ...file]
}

function environmentOf({ environment, soundCard }: AppOptions): Record<string, string> {
  const { GEMINI_API_KEY: _, GOOGLE_API_KEY: __, ...usual } = process.env
  return {
    ...Object.fromEntries(Object.entries(usual).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    ...soundCard?.environment,
    ...environment,
  }
}

/** Tries again once if the process never shows its window. */
async function startElectron(userDataFolder: string, wishes: AppOptions): Promise<Started> {
  const launched = await launchElectron(userDataFolder, wishes).catch(() => launchElectron(userDataFolder, wishes))
  return shownInElectron(launched, wishes)
}

async function launchElectron(
  userDataFolder: string,
  wishes: AppOptions,
): Promise<Pick<Started, 'page'> & { readonly electron: ElectronApplication }> {
  const electron = await _electron.launch({
    timeout: patienceMs,
    executablePath: electronPath(),
    args: [
      ...holdUntilAttached,
      '--no-sandbox',
      '--disable-gpu',
      ...microphoneArguments(wishes),
      ...(wishes.chromiumArguments ?? []),
      `--user-data-dir=${userDataFolder}`,
      resolve('.'),
      ...(wishes.fixtureFile === undefined ? [] : [resolve(wishes.fixtureFile)]),
    ],
    env: environmentOf(wishes),
  })
  goFirst(electron.process().pid)
  try {
    return { electron, page: await electron.firstWindow({ timeout: patienceMs }) }
  } catch (error) {
    // a process that never showed its page may not answer a polite quit either
    electron.process().kill('SIGKILL')
    throw error
  }
}

async function shownInElectron(
  { electron, page }: Pick<Started, 'page'> & { readonly electron: ElectronApplication },
  wishes: AppOptions,
): Promise<Started> {
  // the window exists before main has loaded: until it answers, it is still loading its own parts
  await page.waitForFunction(() => 'parley' in window)
  await callMain(page, 'is anybody there', null)
  const mainWindow = await electron.browserWindow(page)
  await mainWindow.evaluate((shown, { width, height }) => shown.setContentSize(width, height), {
    width: wishes.width ?? 1000,
    height: wishes.height ?? 700,
  })
  if (wishes.microphone === 'refused') {
    await electron.evaluate(({ session }) =>
      session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false)),
    )
  }
  page.setDefaultTimeout(patienceMs)
  if (wishes.untapped !== true) await tap(page)
  await page.reload()
  await page.locator('[data-composer], [data-region="set-up"]').waitFor()
  await untilOpened(page)
  return { page, electron, close: () => ended(electron) }
}

async function startHeadless(userDataFolder: string, wishes: AppOptions): Promise<Started> {
  const server = spawn(
    process.execPath,
    [
      resolve('bin/parley.mjs'),
      'serve',
      '--data',
      userDataFolder,
      ...(wishes.fixtureFile === undefined ? [] : ['--fixture', wishes.fixtureFile]),
    ],
    {
      env: environmentOf(wishes),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const { url } = await firstLine(server)
  const browser = await openBrowser(wishes)
  const context = await browser.newContext({ viewport: { width: wishes.width ?? 1000, height: wishes.height ?? 700 } })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  if (wishes.untapped !== true) await tap(page)
  await page.goto(url)
  await page.getByRole('textbox', { name: /message|メッセージ/ }).waitFor()
  await untilOpened(page)
  return {
    page,
    electron: null,
    async close() {
      await (browser === sharedBrowser ? context.close() : browser.close())
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** The browser of this worker, for all apps that want nothing special of it; it ends with the worker. */
let sharedBrowser: Browser | null = null

async function openBrowser(wishes: AppOptions): Promise<Browser> {
  const { microphoneFile, microphone, soundCard, chromiumArguments } = wishes
  const isUsual = [microphoneFile, microphone, soundCard, chromiumArguments].every((wish) => wish === undefined)
  if (isUsual && sharedBrowser?.isConnected() === true) return sharedBrowser
  const browser = await chromium.launch({
    executablePath: process.env.PARLEY_CHROMIUM ?? '/usr/bin/chromium',
    headless: false,
    ignoreDefaultArgs: ['--mute-audio'],
    env: { ...process.env, ...soundCard?.environment },
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--autoplay-policy=no-user-gesture-required',
      // without the fake prompt nobody answers the real one: refused at once
      microphone === 'refused' ? '--deny-permission-prompts' : '--use-fake-ui-for-media-stream',
      ...microphoneArguments(wishes),
      ...(chromiumArguments ?? []),
    ],
  })
  goFirst(await processOf(browser))
  if (isUsual) sharedBrowser = browser
  return browser
}

/** Closes an app. One that does not end is killed, and that is an error. */
async function ended(electron: ElectronApplication): Promise<void> {
  let killed = false
  const timer = setTimeout(() => {
    killed = true
    electron.process().kill('SIGKILL')
  }, 60_000)
  await electron.close().finally(() => clearTimeout(timer))
  if (killed) throw new Error('The app did not end within a minute after it was closed.')
}

/** The one JSON line with which `parley serve` reports that it is ready. */
function firstLine(server: ChildProcess): Promise<{ readonly url: string; readonly token: string }> {
  const { stdout } = server
  if (stdout === null) throw new Error('the server has no output')
  return new Promise((ready, reject) => {
    createInterface({ input: stdout }).once('line', (line) => ready(JSON.parse(line)))
    server.once('exit', (code) => reject(new Error(`parley serve ended with ${code} before it was ready`)))
  })
}
