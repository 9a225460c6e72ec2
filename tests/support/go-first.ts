import { writeFileSync } from 'node:fs'
import type { Browser } from 'playwright'

/** As of `nice`; the same as the stages of sound have. */
const PRIORITY = '-10'

/**
 * Lets a browser under test that plays or records go before the other programs of the machine: sound that is served too late is lost,
 * by no fault of the app. Linux gives each session, such as a browser, the same share of the processor until it is told otherwise, which
 * only root may do; for others, and elsewhere, nothing happens.
 */
export function goFirst(processId: number | undefined): void {
  try {
    writeFileSync(`/proc/${processId}/autogroup`, PRIORITY)
  } catch {
    // it shares the machine with the others then
  }
}

/** The process that all others of a browser come from. */
export async function processOf(browser: Browser): Promise<number | undefined> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.find(({ type }) => type === 'browser')?.id
}
