import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningApp, startApp } from '../support/app'
import { giveFiles } from '../support/give-files'
import { pdfFile, pngFile, redWebp } from '../support/sample-files'
import { tempFolder } from '../support/temp-folder'

let app: RunningApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  await app?.remove()
})

/** Saves with a button, through the system's dialog if there is one; returns the path. */
async function saved(button: Locator): Promise<string> {
  const { page, electron } = app
  if (electron === null) {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    return download.path()
  }
  const path = join(tempFolder(), 'kept.png')
  await electron.evaluate(({ dialog }, filePath) => {
    Reflect.set(dialog, 'showSaveDialog', () => Promise.resolve({ canceled: false, filePath }))
  }, path)
  await button.click()
  await page.getByRole('status').getByText('Saved as kept.png').waitFor()
  return path
}

it('files come by paste, drop and choice, are in the draft until they are sent, and in the thread after a reload, where an image opens large and is saved', async () => {
  const { page } = app
  const files = page.getByRole('list', { name: 'Files in this message' })
  const alert = page.getByRole('alert')
  await page.getByRole('textbox', { name: 'Type a message' }).waitFor()

  await giveFiles(page, 'paste', [{ name: 'square.png', bytes: pngFile(300, 200) }])
  await files.getByText('square.png').waitFor()
  await expect.poll(() => files.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await giveFiles(page, 'drop', [{ name: 'red.webp', bytes: redWebp }])
  await files.getByText('red.webp').waitFor()
  await page.locator('input[type=file]').setInputFiles({ name: 'invoice.pdf', mimeType: 'image/png', buffer: Buffer.from(pdfFile()) })
  await files.getByText('invoice.pdf').waitFor()

  // a file whose bytes are not an image, though its headers say so, and one that would fill the memory
  const damaged = Buffer.from(pngFile(30, 20))
  damaged.fill(0x55, 45, 60)
  await giveFiles(page, 'paste', [{ name: 'damaged.png', bytes: damaged }])
  await alert.getByText('damaged.png is damaged or was cut off').waitFor()
  await giveFiles(page, 'drop', [{ name: 'bomb.png', bytes: pngFile(1, 1, { width: 90_000, height: 90_000 }) }])
  await alert.getByText('bomb.png would be 90000 × 90000 pixels').waitFor()
  expect(await files.getByRole('listitem').count()).toBe(3)

  await page.evaluate((text) => {
    const event = new InputEvent('beforeinput', { inputType: 'insertFromPaste', data: text, bubbles: true, cancelable: true })
    document.querySelector('[data-composer]')?.dispatchEvent(event)
  }, 'word '.repeat(30_000))
  await files.getByText('Pasted text.txt').waitFor()

  // they are stored with the draft
  await page.reload()
  await expect.poll(() => files.getByRole('listitem').count()).toBe(4)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await alert.getByText('takes pictures and text only').waitFor()
  await files.getByRole('button', { name: 'Remove invoice.pdf' }).click()
  await alert.getByText('takes pictures and text only').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Type a message' }).fill('What is this?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const line = page.getByRole('article', { name: 'You' }).first()
  await line.getByText('What is this?').waitFor()
  await expect.poll(() => files.count()).toBe(0)

  await page.reload()
  await line.getByText('Pasted text.txt').waitFor()
  const picture = line.getByRole('button', { name: 'Enlarge square.png' })
  await expect.poll(() => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await picture.click()
  const dialog = page.getByRole('dialog', { name: 'square.png' })
  await dialog.getByRole('button', { name: 'Actual size' }).click()
  await expect.poll(() => dialog.locator('img').evaluate((image: HTMLImageElement) => image.clientWidth)).toBe(300)
  expect(await readFile(await saved(dialog.getByRole('button', { name: 'Save square.png' })))).toEqual(Buffer.from(pngFile(300, 200)))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})
