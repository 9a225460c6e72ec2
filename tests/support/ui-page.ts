import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { type EventName, events } from '../../src/shared/ipc/contract'
import type { Settings } from '../../src/shared/ipc/schemas'
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

/** Starts Chromium with a microphone that beeps. */
export function launchUiBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.PARLEY_CHROMIUM ?? '/usr/bin/chromium',
    headless: false,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
}

/** Opens the page on a world and waits until it is rendered; `prepare` runs in the page before its own scripts. */
export async function openUi(
  browser: Browser,
  site: UiSite,
  world: ScriptedWorld,
  settings: UiPageSettings,
  prepare?: () => void,
): Promise<UiPage> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: settings.width, height: settings.height },
    deviceScaleFactor: 1,
    reducedMotion: settings.reducedMotion ?? 'no-preference',
    forcedColors: settings.forcedColors ?? 'none',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.clock.install({ time: worldNow })
  await page.addInitScript(installScriptedMain, world)
  await page.addInitScript(installScriptedDesktop)
  if (prepare) await page.addInitScript(prepare)
  await page.goto(site.address)
  await page.locator('[data-region="dock"], [data-region="settings"], [data-region="set-up"]').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
  return { page, complaints, close: () => context.close() }
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
