import type { Page } from 'playwright'
import type { PopupWindowName } from '../../src/main/platform/window/popup-windows'
import { installScriptedMain } from './scripted-transport'
import { callsOf, openEmptyPage } from './ui-page'
import type { UiStage } from './ui-stage'
import { makeWorld } from './ui-worlds'

/** The page of a popup window in a browser, and its errors. */
export interface SmallWindowPage {
  readonly page: Page
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Opens the built page of a popup window, as wide as its window, with main's first view. */
export async function openSmallWindow(stage: UiStage, name: PopupWindowName, width: number, view: unknown): Promise<SmallWindowPage> {
  const page = await openEmptyPage(stage.browser(), { width, height: 480 })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.addInitScript(installScriptedMain, { ...makeWorld({}), answers: { [`${name}.open`]: view } })
  await page.goto(new URL(`${name}.html`, stage.address()).href)
  await page.locator('main').waitFor()
  await page.evaluate(() => document.fonts.ready)
  return { page, complaints, close: () => page.close() }
}

/** Makes the viewport as high as the page has requested. */
export async function asHighAsAsked(page: Page, name: PopupWindowName): Promise<void> {
  const drawn = await page.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height))
  const asked = await callsOf(page, `${name}.size`)
  const { height } = (asked.at(-1) ?? { height: 0 }) as { readonly height: number }
  if (height !== drawn) throw new Error(`the window was asked to be ${height} high, ${drawn} are drawn`)
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height })
}
