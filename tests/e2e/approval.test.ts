import { afterEach, describe, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/fixtures/fixture-server'
import { openStore } from '../../src/main/store/open-store'
import { systemClock } from '../../src/main/system-clock'
import { hostKind, type RunningApp, startApp } from '../support/app'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'

let server: FixtureServer | null = null
let app: RunningApp | null = null

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await app?.remove()
  await server?.close()
  app = null
  server = null
})

const ASK = 'Pay the Hoshino Print invoice from the studio account.'

async function askToPay(approvalSeconds: number): Promise<RunningApp> {
  server = await startFixtureServer({ fixture: await bundledFixture('payment'), speed: 4 })
  app = await startApp({
    settings: { approvalSeconds },
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
  })
  const composer = app.page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill(ASK)
  await composer.press('Enter')
  return app
}

/** What Parley says last when the question ended so. */
async function spokenEnd(on: 'approved' | 'denied' | 'expired'): Promise<string> {
  return (
    recordedTurns(await bundledFixture('payment'), on)
      .at(-1)
      ?.modelTexts.at(-1) ?? ''
  )
}

/** What the model was told about the call, in order. */
function answers(): readonly string[] {
  return (server?.received() ?? []).flatMap(({ frame }) => {
    const text = JSON.stringify(frame)
    return text.includes('"toolResponse"') ? [/"status":"(\w+)"/.exec(text)?.[1] ?? text] : []
  })
}

/** What was paid, read from the database after the app has ended. */
async function paymentsMade(running: RunningApp): Promise<number> {
  await running.close()
  const opened = openStore(running.userDataFolder, { clock: systemClock, unreadable: () => undefined })
  if (!opened.ok) throw new Error(opened.error.message)
  const payments = opened.value.store.wallet.payments()
  opened.value.store.close()
  return payments.length
}

describe('a payment', () => {
  it('is made after Allow once, with every argument on the card', async () => {
    const running = await askToPay(120)
    const { page } = running
    const card = page.getByRole('article', { name: /Pay Hoshino Print K\.K\. ¥48,600/ })
    await card.waitFor()
    for (const shown of [
      'Hoshino Print K.K.',
      '48,600',
      'JPY',
      'studio ··4417',
      'INV-2231',
      '2026-11-27',
      'process_payment',
      'payments always ask',
    ]) {
      await expect.poll(() => card.textContent()).toContain(shown)
    }
    await card.getByRole('button', { name: 'Allow once' }).click()
    await page
      .getByRole('article', { name: 'Parley' })
      .getByText(await spokenEnd('approved'))
      .waitFor({ timeout: 30_000 })
    expect(answers()).toEqual(['waiting', 'done'])
    expect(server?.violations()).toEqual([])
    expect(await paymentsMade(running)).toBe(1)
  })

  it('is not made after Deny, and the answer goes on', async () => {
    const running = await askToPay(120)
    const { page } = running
    await page.getByRole('button', { name: 'Deny' }).first().click()
    await page
      .getByRole('article', { name: 'Parley' })
      .getByText(await spokenEnd('denied'))
      .waitFor({ timeout: 30_000 })
    expect(answers()).toEqual(['waiting', 'denied'])
    expect(await paymentsMade(running)).toBe(0)
  })

  it('is not made when nobody answers in time', async () => {
    const running = await askToPay(5)
    const { page } = running
    await page.getByRole('button', { name: 'Allow once' }).waitFor()
    await page
      .getByRole('article', { name: 'Parley' })
      .getByText(await spokenEnd('expired'))
      .waitFor({ timeout: 30_000 })
    await page.getByText(/expired after/).waitFor()
    expect(answers()).toEqual(['waiting', 'expired'])
    expect(await paymentsMade(running)).toBe(0)
  })

  it('still waits for an answer after the app was closed and opened again', async () => {
    const first = await askToPay(600)
    await first.page.getByRole('button', { name: 'Allow once' }).waitFor()
    await first.close()
    app = await startApp({ userDataFolder: first.userDataFolder })
    const { page } = app
    await page.getByText(ASK.replace(/\.$/, '')).first().click()
    await page.getByRole('button', { name: 'Allow once' }).click()
    await page.getByText('paid ¥48,600').first().waitFor()
    expect(await paymentsMade(app)).toBe(1)
  })

  it.runIf(hostKind === 'electron')('is asked about in a native dialog while the window is hidden', async () => {
    const running = await askToPay(120)
    const { electron, page } = running
    if (electron === null) throw new Error('this test runs in Electron')
    await page.getByRole('button', { name: 'Allow once' }).waitFor()
    const asked = electron.evaluate(
      ({ dialog, BrowserWindow }) =>
        new Promise<{ readonly message: string; readonly detail: string }>((resolve) => {
          dialog.showMessageBox = (...parts: readonly unknown[]) => {
            const settings = parts.at(-1) as { message: string; detail: string; buttons: string[] }
            resolve({ message: settings.message, detail: settings.detail })
            const response = settings.buttons.findIndex((label) => label.replace('&', '') === 'Allow once')
            return Promise.resolve({ response, checkboxChecked: false })
          }
          BrowserWindow.getAllWindows()[0]?.hide()
        }),
    )
    const { message, detail } = await asked
    expect(message).toContain('Hoshino Print K.K.')
    for (const shown of ['48600', 'JPY', 'studio ··4417', 'INV-2231', '2026-11-27']) expect(detail).toContain(shown)
    await expect.poll(() => answers(), { timeout: 30_000 }).toEqual(['waiting', 'done'])
    expect(await paymentsMade(running)).toBe(1)
  })
})
