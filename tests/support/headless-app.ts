import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { builtFolders } from '../../src/main/app/built-folders'
import { composeApp } from '../../src/main/app/compose-app'
import type { GatewayOverrides } from '../../src/main/gateway/gateway-service'
import { silentLogger } from '../../src/main/lib/log/logger'
import { randomIds } from '../../src/main/lib/random-ids'
import { systemClock } from '../../src/main/lib/system-clock'
import { headlessPlatform } from '../../src/main/platform/headless/platform'
import { writeSettings } from '../../src/main/storage/settings/settings-file'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import type { Settings } from '../../src/shared/ipc/schemas'
import type { Clock } from '../../src/shared/lib/clock'
import { asAfterSetUp, untilOpened } from './app'
import { noDataFiles } from './app-in-process'
import { goFirst, processOf } from './go-first'
import { patienceMs } from './patience'
import { installPlaybackTap } from './playback-tap'

/** The app on the headless host inside the test's own process, with its built page in Chromium. */
export interface HeadlessApp {
  readonly page: Page
  /** Address and token of other programs, where the gateway was opened with a first client. */
  readonly gateway: { readonly url: string; readonly token: string } | null
  remove(): Promise<void>
}

/** How a test wants it. */
export interface HeadlessAppWishes {
  readonly baseUrl: string
  /** All that main waits for goes by it; the page has the machine's. */
  readonly clock: Clock
  readonly settings?: Partial<Settings>
  readonly gateway?: GatewayOverrides
}

/** Starts it with a key, speaking to the service at `baseUrl`. */
export async function startHeadlessApp({ baseUrl, clock, settings = {}, gateway = {} }: HeadlessAppWishes): Promise<HeadlessApp> {
  const userDataFolder = await mkdtemp(join(tmpdir(), 'parley-user-'))
  await writeFile(
    join(userDataFolder, 'settings.json'),
    writeSettings({ ...defaultSettings, ...asAfterSetUp, language: 'en', theme: 'light', serviceAddress: baseUrl, ...settings }),
  )
  const folders = builtFolders(import.meta.url)
  const platform = headlessPlatform({
    rendererFolder: folders.renderer,
    transportFile: folders.transport,
    userDataFolder,
    fixturesFolder: folders.fixtures,
    port: 0,
    clock: systemClock,
    report: () => undefined,
  })
  await platform.listen()
  const running = await composeApp(platform, {
    version: '0.0.0',
    clock,
    newId: randomIds,
    openLog: () => silentLogger,
    environment: { GEMINI_API_KEY: 'a-key-for-tests' },
    fixtures: [],
    fixtureProblems: [],
    replaySpeed: 1,
    replayFaults: [],
    gateway,
    dataFiles: noDataFiles,
  })
  const browser = await chromium.launch({
    executablePath: process.env.PARLEY_CHROMIUM ?? '/usr/bin/chromium',
    headless: false,
    ignoreDefaultArgs: ['--mute-audio'],
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
    ],
  })
  goFirst(await processOf(browser))
  const page = await (await browser.newContext({ locale: 'en', viewport: { width: 1000, height: 700 } })).newPage()
  page.setDefaultTimeout(patienceMs)
  await page.addInitScript(installPlaybackTap)
  await page.goto(platform.address().url)
  await page.locator('[data-composer]').waitFor()
  await untilOpened(page)
  const { url, token } = running.gateway().gateway ?? { url: '', token: null }
  return {
    page,
    gateway: token === null ? null : { url, token },
    async remove() {
      await browser.close()
      await running.stop()
      await platform.close()
      await rm(userDataFolder, { recursive: true, force: true })
    },
  }
}
