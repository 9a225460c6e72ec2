import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { type EventName, events } from '../../src/shared/ipc/contract'
import type { Settings } from '../../src/shared/ipc/schemas'
import { patienceMs } from './patience'
import { installScriptedDesktop } from './scripted-desktop'
import { installScriptedMain, type ScriptedWorld } from './scripted-transport'
import type { UiSite } from './ui-site'
import { worldNow } from './ui-worlds'

/** How a page is opened. */
export interface UiPageSettings {
  readonly width: number
  readonly height: number
  readonly reducedMotion?: 'reduce' | 'no-preference'
  readonly forcedColors?: 'active' | 'none'
}

/** An open page with its problems: console errors, exceptions, policy violations. */
export interface UiPage {
  readonly page: Page
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/**
 * Starts Chromium with a microphone that beeps. The pages of its one context share what was compiled of the built page: each takes about
 * half of what one in a context of its own takes.
 */
export function launchUiBrowser(): Promise<BrowserContext> {
  return chromium.launchPersistentContext('', {
    executablePath: process.env.PARLEY_CHROMIUM ?? '/usr/bin/chromium',
    headless: false,
    deviceScaleFactor: 1,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
}

/**
 * Opens an empty page of this size, as in a browser that was never used: nothing stored, no permission given, and a clock of the tests that
 * runs from `worldNow` on.
 */
export async function openEmptyPage(browser: BrowserContext, size: { readonly width: number; readonly height: number }): Promise<Page> {
  await browser.clearPermissions()
  const page = await browser.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.setViewportSize(size)
  // the context's pages have one clock, which an earlier page may have stopped
  await page.clock.install({ time: worldNow })
  await page.clock.resume()
  await page.addInitScript(() => {
    if (location.protocol === 'about:' || sessionStorage.getItem('opened-by-test') !== null) return
    localStorage.clear()
    sessionStorage.setItem('opened-by-test', '')
  })
  return page
}

/** Opens the page on a world and waits until it is rendered; `prepare` runs in the page before its own scripts. */
export async function openUi(
  browser: BrowserContext,
  site: UiSite,
  world: ScriptedWorld,
  { reducedMotion = 'no-preference', forcedColors = 'none', ...size }: UiPageSettings,
  prepare?: () => void,
): Promise<UiPage> {
  const page = await openEmptyPage(browser, size)
  await page.emulateMedia({ reducedMotion, forcedColors })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.addInitScript(installScriptedMain, world)
  await page.addInitScript(installScriptedDesktop)
  if (prepare) await page.addInitScript(prepare)
  await page.goto(site.address)
  await page.locator('[data-region="dock"], [data-region="settings"], [data-region="set-up"]').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
  return { page, complaints, close: () => page.close() }
}

/** Changes settings as another window would, and waits until the page shows them. */
export async function changeSettings(page: Page, change: Partial<Settings>): Promise<void> {
  await page.evaluate((wanted) => window.scriptedMain.changeSettings(wanted), change)
  const { theme } = change
  if (theme !== undefined) await page.locator(`html[data-theme="${theme}"]`).waitFor()
}

/**
 * Brings what still moves on the page to its end. With `PARLEY_PICTURES=1` it also saves a picture under `test-results/ui` for people to
 * look at; drawing all of them takes as long as half of the tests.
 */
export async function saveScreen(page: Page, name: string): Promise<void> {
  await page.evaluate(endAnimations)
  if (process.env.PARLEY_PICTURES !== '1') return
  const folder = join(import.meta.dirname, '../../test-results/ui')
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}

/** Runs in the page. What goes on for ever has no end to be brought to. */
function endAnimations(): void {
  for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
}

/** The payloads of all calls of this name that the page made so far. */
export function callsOf(page: Page, name: string): Promise<readonly unknown[]> {
  return page.evaluate((wanted) => window.scriptedMain.calls.filter((call) => call.name === wanted).map((call) => call.payload), name)
}

/** Sends an event of main to the page; one that does not match the contract fails here. */
export function emit(page: Page, name: EventName, payload: unknown): Promise<void> {
  return page.evaluate<void, { readonly name: string; readonly payload: unknown }>(
    (event) => window.scriptedMain.emit(event.name, event.payload),
    { name, payload: events[name].parse(payload) },
  )
}
