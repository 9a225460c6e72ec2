import { expect, it } from 'vitest'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()

it('keys, menu and palette do the same: the sheet of shortcuts, text sizes, the sidebar; a typed character stays text', async () => {
  const { page, complaints, close } = await stage.open(makeWorld({ messages: paymentMessages('en') }), { width: 1000, height: 700 })
  const composer = page.locator('[data-composer]')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const fontSize = () => page.evaluate(() => document.documentElement.style.fontSize)
  await composer.focus()
  await page.keyboard.type('why?')
  expect(await composer.inputValue()).toBe('why?')
  await page.keyboard.press('Control+Slash')
  await sheet.waitFor()
  await sheet.getByText('Leave the card without answering').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => composer.evaluate((field) => field === document.activeElement)).toBe(true)

  await page.keyboard.press('Control+Equal')
  await expect.poll(fontSize).toBe('115%')
  await page.keyboard.press('Control+Minus')
  await expect.poll(fontSize).toBe('')
  await page.keyboard.press('Control+Minus')
  await expect.poll(fontSize).toBe('90%')
  await page.keyboard.press('Control+Digit0')
  await expect.poll(fontSize).toBe('')
  await page.keyboard.press('Control+KeyB')
  await page.getByRole('button', { name: 'Expand sidebar' }).waitFor()
  await page.keyboard.press('Control+KeyB')
  await page.getByRole('button', { name: 'Collapse sidebar' }).waitFor()

  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Larger text' }).click()
  await expect.poll(fontSize).toBe('115%')
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Export as Markdown' }).click()
  await expect.poll(async () => (await callsOf(page, 'history.export')).length).toBe(1)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await sheet.waitFor()
  await sheet.getByRole('button', { name: 'Close' }).click()

  await page.keyboard.press('Control+Shift+KeyF')
  await page.locator('[role="combobox"]:focus').fill('keyboard shortcuts')
  await page.locator('[data-entry="shortcuts"]').click()
  await sheet.waitFor()
  expect(complaints).toEqual([])
  await close()
})
