import { afterEach, describe, expect, it } from 'vitest'
import { askToPay, type PaymentScene, paymentsMade } from '../support/payment-scene'

let scene: PaymentScene | null = null

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await scene?.app.report(task.name)
  await scene?.end()
  scene = null
})

describe('a payment', () => {
  it('is asked about in a native dialog while the window is hidden', async () => {
    scene = await askToPay(120)
    const { app, answers } = scene
    const { electron, page } = app
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
    expect(await paymentsMade(app)).toBe(1)
  })
})
