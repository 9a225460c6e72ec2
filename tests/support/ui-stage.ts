import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { ScriptedWorld } from './scripted-transport'
import { launchUiBrowser, openUi, type UiPage, type UiPageSettings } from './ui-page'
import { serveUi, type UiSite } from './ui-site'

/** The built page and a browser, there for all tests of a file. */
export interface UiStage {
  /** Opens the page on a world; `prepare` runs in the page before anything of its own. The caller closes it. */
  open(world: ScriptedWorld, settings: UiPageSettings, prepare?: () => void): Promise<UiPage>
  /** For a test that opens its page by hand. */
  browser(): Browser
  address(): string
}

/** Call it at the top of a test file: it builds and serves the page before the first test and ends both after the last. */
export function uiStage(): UiStage {
  let standing: { readonly site: UiSite; readonly browser: Browser } | null = null
  const there = () => {
    if (standing === null) throw new Error('the page is only there while tests run')
    return standing
  }

  beforeAll(async () => {
    const site = await serveUi()
    try {
      standing = { site, browser: await launchUiBrowser() }
    } catch (error) {
      await site.close()
      throw error
    }
  })
  afterAll(async () => {
    await standing?.browser.close()
    await standing?.site.close()
  })

  return {
    open: (world, settings, prepare) => openUi(there().browser, there().site, world, settings, prepare),
    browser: () => there().browser,
    address: () => there().site.address,
  }
}
