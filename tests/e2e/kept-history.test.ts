import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { historyFileSchema } from '../../src/shared/history/kept-conversation'
import { type RunningApp, startApp } from '../support/app'
import { filesHolding } from '../support/files-holding'
import { tempFolder } from '../support/temp-folder'

let app: RunningApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  await app?.remove()
})

/** Exports everything as JSON by the button of the settings; gives the file. */
async function exportAll(folder: string): Promise<string> {
  const { page, electron } = app
  const button = page.getByRole('button', { name: 'JSON', exact: true })
  const path = join(folder, 'all.json')
  if (electron === null) {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    await download.saveAs(path)
    return path
  }
  await electron.evaluate(({ dialog }, filePath) => {
    Reflect.set(dialog, 'showSaveDialog', () => Promise.resolve({ canceled: false, filePath }))
  }, path)
  await button.click()
  await page.getByRole('status').getByText('Saved as all.json').waitFor()
  return path
}

it('what was said is exported, wiped from the disk, imported, found again in Japanese; and what is private is never there', async () => {
  const { page, userDataFolder } = app
  const composer = page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill('大阪の配送センターの遅れを教えて')
  await composer.press('Enter')
  await page.locator('article').first().waitFor()
  await expect.poll(() => filesHolding(userDataFolder, '大阪の配送センター').length, { timeout: 30_000 }).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'New private conversation' }).click()
  await page.getByRole('status').getByText('nothing of it is written down').waitFor()
  await composer.fill('secret-canary-words')
  await composer.press('Enter')
  await page.locator('article').first().waitFor()
  await page.getByRole('img', { name: 'Private' }).waitFor()

  await page.keyboard.press('Control+Comma')
  await page.getByRole('button', { name: 'Storage and privacy' }).click()
  const path = await exportAll(tempFolder())
  const file = historyFileSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  expect(JSON.stringify(file)).toContain('大阪の配送センター')

  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.locator('[data-backup]').waitFor()
  expect(filesHolding(userDataFolder, 'secret-canary-words')).toEqual([])
  await page.getByRole('button', { name: 'Erase everything…' }).click()
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByRole('status').getByText('Everything is erased').waitFor({ timeout: 60_000 })
  await page.locator('[data-backup]').waitFor({ state: 'detached' })
  expect(filesHolding(userDataFolder, '大阪の配送センター')).toEqual([])

  await page.locator('input[type="file"]').setInputFiles(path)
  await page.getByRole('status').getByText('were imported').or(page.getByRole('status').getByText('was imported')).waitFor()
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('combobox').fill('配送センター')
  await page.getByRole('option').filter({ hasText: '配送センター' }).first().click()
  await page.getByText('大阪の配送センターの遅れを教えて').last().waitFor()
})
