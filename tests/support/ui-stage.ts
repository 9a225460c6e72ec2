import type { BrowserContext } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import type { ScriptedWorld } from './scripted-transport'
import { launchUiBrowser, openUi, type UiPage, type UiPageSettings } from './ui-page'
import { serveUi, type UiSite } from './ui-site'

/** The built page and a browser, for all tests of a file. */
export interface UiStage {
  /** Opens the page on a world; `prepare` runs in the page before its own scripts. The caller closes it. */
  open(world: ScriptedWorld, settings: UiPageSettings, prepare?: () => void): Promise<UiPage>
  /** For a test that opens its page itself. */
  browser(): BrowserContext
  address(): string
}

/** The site and the browser of this worker. All of its files use them one after the other; both end with the worker. */
let opened: { readonly site: UiSite; readonly browser: BrowserContext } | null = null

async function openStage(): Promise<NonNullable<typeof opened>> {
  if (opened?.browser.browser()?.isConnected() === true) return opened
  const site = opened?.site ?? (await serveUi())
  opened = { site, browser: await launchUiBrowser() }
  return opened
}

/**
 * Call it at the top of a test file: it builds and serves the page before the first test. Pages left open by a file are
 * closed.
 */
export function uiStage(): UiStage {
  let stage: typeof opened = null
  const there = () => {
    if (stage === null) throw new Error('the page is only there while tests run')
    return stage
  }

  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(async () => {
    // the first page is the browser's own: without it, it would end
    const [, ...left] = stage?.browser.pages() ?? []
    await Promise.all(left.map((page) => page.close()))
  })

  return {
    open: (world, settings, prepare) => openUi(there().browser, there().site, world, settings, prepare),
    browser: () => there().browser,
    address: () => there().site.address,
  }
}
