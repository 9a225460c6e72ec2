import { afterEach, describe, expect, it } from 'vitest'
import { type RunningApp, startApp } from '../support/app'
import { ASK, askToPay, type PaymentScene, paymentsMade, spokenEnd } from '../support/payment-scene'

let scene: PaymentScene | null = null
let again: RunningApp | null = null

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await (again ?? scene?.app)?.report(task.name)
  await again?.remove()
  await scene?.end()
  again = null
  scene = null
})

async function asked(approvalSeconds: number): Promise<PaymentScene> {
  scene = await askToPay(approvalSeconds)
  return scene
}

describe('a payment', () => {
  it('is made after Allow once, with every argument on the card', async () => {
    const { app, answers, server } = await asked(120)
    const { page } = app
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
    expect(server.violations()).toEqual([])
    expect(await paymentsMade(app)).toBe(1)
  })

  it('is not made after Deny, and the answer goes on', async () => {
    const { app, answers } = await asked(120)
    const { page } = app
    await page.getByRole('button', { name: 'Deny' }).first().click()
    await page
      .getByRole('article', { name: 'Parley' })
      .getByText(await spokenEnd('denied'))
      .waitFor({ timeout: 30_000 })
    expect(answers()).toEqual(['waiting', 'denied'])
    expect(await paymentsMade(app)).toBe(0)
  })

  it('is not made when nobody answers in time', async () => {
    const { app, answers } = await asked(5)
    const { page } = app
    await page.getByRole('button', { name: 'Allow once' }).waitFor()
    await page
      .getByRole('article', { name: 'Parley' })
      .getByText(await spokenEnd('expired'))
      .waitFor({ timeout: 30_000 })
    await page.getByText(/expired after/).waitFor()
    expect(answers()).toEqual(['waiting', 'expired'])
    expect(await paymentsMade(app)).toBe(0)
  })

  it('still waits for an answer after the app was closed and opened again', async () => {
    const { app: first } = await asked(600)
    await first.page.getByRole('button', { name: 'Allow once' }).waitFor()
    await first.close()
    again = await startApp({ userDataFolder: first.userDataFolder })
    const { page } = again
    await page.getByText(ASK.replace(/\.$/, '')).first().click()
    await page.getByRole('button', { name: 'Allow once' }).click()
    await page.getByText('paid ¥48,600').first().waitFor()
    expect(await paymentsMade(again)).toBe(1)
  })
})
