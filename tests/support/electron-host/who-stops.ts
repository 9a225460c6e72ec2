import type { ElectronApplication, Page } from 'playwright'

declare global {
  /** The result of the next navigation that main is asked about. */
  var nextWayOut: Promise<'main' | 'nobody'> | undefined
}

/**
 * Runs a script that navigates a window's page to an address, and returns who stopped it: main, which is asked first; or
 * the page's own browser, which never asks and reports the address on its console. `nobody`: main was asked and allowed it.
 */
export async function whoStops(app: ElectronApplication, page: Page, address: string, script: string): Promise<'main' | 'page' | 'nobody'> {
  await app.evaluate(({ webContents }, shown) => {
    const contents = webContents.getAllWebContents().find((one) => one.getURL() === shown)
    // the app's own guard has listened since the window was created, so it has answered by now
    globalThis.nextWayOut = new Promise((resolve) => {
      contents?.once('will-frame-navigate', (event) => resolve(event.defaultPrevented ? 'main' : 'nobody'))
    })
  }, page.url())
  const refused = page
    .waitForEvent('console', (line) => line.type() === 'error' && line.text().includes(address))
    .then(() => 'page' as const)
  await page.evaluate(script)
  return Promise.race([app.evaluate(() => globalThis.nextWayOut ?? 'nobody'), refused])
}

/** Sets the address of a window's page, and returns who stopped it. */
export const whoStopsAddress = (app: ElectronApplication, page: Page, address: string) =>
  whoStops(app, page, address, `location.href = ${JSON.stringify(address)}`)
