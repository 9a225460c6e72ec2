import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/fixtures/fixture-server'
import { openStore } from '../../src/main/store/open-store'
import { systemClock } from '../../src/main/system-clock'
import { hostKind, type RunningApp, startApp } from '../support/app'
import { bundledFixture } from '../support/fixture-facts'

let server: FixtureServer | null = null
let app: RunningApp | null = null

afterEach(async () => {
  await app?.remove()
  await server?.close()
  app = null
  server = null
})

/** Asks for the bundled payment and waits for its card to listen. */
async function askToPay(): Promise<RunningApp> {
  server = await startFixtureServer({ fixture: await bundledFixture('payment'), speed: 4 })
  app = await startApp({
    settings: { approvalSeconds: 120 },
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
  })
  const composer = app.page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill('Pay the Hoshino Print invoice from the studio account.')
  await composer.press('Enter')
  await app.page.locator('[data-approval]:not([data-deaf])').waitFor({ timeout: 30_000 })
  return app
}

/** The amounts that were paid, in yen, read from the database after the app has ended. */
async function amountsPaid(running: RunningApp): Promise<readonly number[]> {
  await running.close()
  const opened = openStore(running.userDataFolder, { clock: systemClock, unreadable: () => undefined })
  if (!opened.ok) throw new Error(opened.error.message)
  const payments = opened.value.store.wallet.payments()
  opened.value.store.close()
  return payments.map((payment) => payment.amountMinor)
}

/** All that the model was told about calls. */
function told(): string {
  return (server?.received() ?? [])
    .map(({ frame }) => JSON.stringify(frame))
    .filter((text) => text.includes('"toolResponse"'))
    .join('\n')
}

describe('a question answered by more than yes or no', () => {
  it('pays what the user edited, refuses an edit that does not fit, and tells the model', async () => {
    const running = await askToPay()
    const { page } = running
    const card = page.locator('[data-approval]')
    await card.getByRole('button', { name: 'Edit arguments' }).click()
    await card.getByRole('textbox', { name: 'amount' }).fill('-5')
    await card.getByRole('button', { name: 'Allow edited call' }).click()
    await card.getByText(/The answer did not count/).waitFor()
    await card.getByRole('textbox', { name: 'amount' }).fill('40,000')
    await card.getByRole('button', { name: 'Allow edited call' }).click()
    await page.getByRole('button', { name: /process_payment.*edited by you.*Allowed by you/s }).waitFor({ timeout: 30_000 })
    await expect.poll(told).toContain('"editedInput"')
    expect(await amountsPaid(running)).toEqual([40_000])
  })

  it('tells the model the words of a denial, and the trail keeps them', async () => {
    const running = await askToPay()
    const { page } = running
    const card = page.locator('[data-approval]')
    await card.getByRole('button', { name: 'More answers' }).click()
    await page.getByRole('menuitem', { name: /Deny with a reason/ }).click()
    await card.getByRole('textbox', { name: 'Why not?' }).fill('not before the delivery')
    await card.getByRole('button', { name: 'Deny with this reason' }).click()
    await page.getByText('denied, “not before the delivery”').waitFor()
    await expect.poll(told).toContain('not before the delivery')
    await page.keyboard.press('Control+Comma')
    await page.getByRole('button', { name: 'Audit trail' }).click()
    await page.getByText(/^Verified: \d+ entries/).waitFor()
    await page
      .locator('[data-entry]')
      .getByText(/“not before the delivery”/)
      .waitFor()
    if (hostKind === 'headless') {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'JSON' }).click()
      expect(await readFile(await (await download).path(), 'utf8')).toContain('not before the delivery')
    }
    expect(await amountsPaid(running)).toEqual([])
  })

  it('makes a rule of "Always deny", which stands in the settings and can be taken back', async () => {
    const running = await askToPay()
    const { page } = running
    await page.locator('[data-approval]').getByRole('button', { name: 'More answers' }).click()
    await page.getByRole('menuitem', { name: 'Always deny process_payment' }).click()
    await page.locator('[data-approval]').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Comma')
    await page.getByRole('button', { name: 'Tools and rules' }).click()
    await page.locator('[data-tool="process_payment"]').getByText('Gemini is not told of it').waitFor()
    await page.getByRole('button', { name: 'Rule 1: more' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByText(/Removed rule 1/).waitFor()
    await page.locator('[data-tool="process_payment"]').getByText('Gemini is not told of it').waitFor({ state: 'detached' })
    expect(await amountsPaid(running)).toEqual([])
  })
})
