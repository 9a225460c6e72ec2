import { expect, test } from 'vitest'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()
const size = { width: 1000, height: 700 }

test('a setting is found by its text, and Enter leads to its control on its page', async () => {
  const { page, complaints } = await stage.open(makeWorld({ language: 'en' }), size)
  await page.keyboard.press('Control+Comma')
  const search = page.getByRole('searchbox', { name: 'Search settings' })
  // typed on the list of pages
  await page.locator('[data-page="general"]:focus').waitFor()
  await page.keyboard.type('noise supp')
  await search.and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'Noise suppression' }).waitFor()
  await search.press('Enter')
  const control = page.getByRole('switch', { name: 'Noise suppression' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'switch')
  expect(await control.evaluate((element) => element === document.activeElement)).toBe(true)
  await search.fill('no such thing')
  await page.getByText('No matching settings.').waitFor()
  await search.press('Escape')
  await page.locator('[data-page="voice"][aria-current="page"]').waitFor()
  expect(complaints).toEqual([])
})

test('a settings page is reset to its defaults, and the reset can be undone', async () => {
  const { page } = await stage.open(makeWorld({ language: 'en', settings: { theme: 'dark', textSize: 'largest' } }), size)
  await page.keyboard.press('Control+Comma')
  const letters = () => page.evaluate(() => document.documentElement.style.fontSize)
  expect(await letters()).toBe('130%')
  await page.getByRole('button', { name: 'Reset this page' }).click()
  await page.getByText('This page is back to its defaults.').waitFor()
  expect(await page.getByRole('combobox', { name: 'Text size' }).inputValue()).toBe('normal')
  expect(await letters()).toBe('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.waitForFunction(() => document.documentElement.style.fontSize === '130%')
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

test('contrast and motion follow the system, or the user’s own choice', async () => {
  const { page } = await stage.open(makeWorld({ language: 'en' }), size)
  const marks = () => page.evaluate(() => [document.documentElement.dataset.contrast, document.documentElement.dataset.calm])
  const none = [undefined, undefined]
  expect(await marks()).toEqual(none)
  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' })
  await page.waitForFunction(
    () => document.documentElement.dataset.contrast !== undefined && document.documentElement.dataset.calm !== undefined,
  )
  await page.emulateMedia({ contrast: 'no-preference', reducedMotion: 'no-preference' })
  await page.waitForFunction(
    () => document.documentElement.dataset.contrast === undefined && document.documentElement.dataset.calm === undefined,
  )
  await page.keyboard.press('Control+Comma')
  const faint = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--text-3'))
  const before = await faint()
  await page.getByRole('combobox', { name: 'Contrast' }).selectOption('more')
  await page.getByRole('combobox', { name: 'Motion' }).selectOption('less')
  await page.waitForFunction(() => document.documentElement.dataset.calm !== undefined)
  expect(await marks()).toEqual(['', ''])
  expect(await faint()).not.toBe(before)
})
