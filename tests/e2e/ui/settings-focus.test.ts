import { describe, expect, it } from 'vitest'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()

describe('the settings', () => {
  it('take the focus when they open and return it when they close', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: [] }), { width: 1200, height: 800 })
    const focused = (selector: string) => page.locator(`${selector}:focus`).waitFor()
    await page.locator('[data-opens-settings="sidebar"]').press('Enter')
    await focused('[data-region="sidebar"] [aria-current="page"]')
    await page.keyboard.press('Escape')
    await focused('[data-opens-settings="sidebar"]')
    await page.locator('[data-opens-settings="key"]').press('Enter')
    await focused('[data-key-field]')
    await page.keyboard.press('Escape')
    await focused('[data-opens-settings="key"]')
    expect(await page.locator('[data-composer]').count()).toBe(1)
    await close()
  })
})

it('the demos and the inspector take the focus when they open', async () => {
  const { page, close } = await stage.open(makeWorld({ messages: [], settings: { developer: true } }), { width: 1200, height: 800 })
  await page.locator('[data-opens-demos]').click()
  await page.locator('[data-demo]:focus').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[data-composer]:focus').waitFor()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await page.locator('[data-region="inspector"] button:focus').waitFor()
  await close()
})
