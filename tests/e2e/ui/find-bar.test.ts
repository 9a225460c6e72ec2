import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { violationsOf } from '../../support/describe-screens'
import { answerMessage, textPart, userMessage } from '../../support/ui-messages'
import { saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()
const messages = Array.from({ length: 200 }, (_, index) => [
  userMessage(`ask-${index}`, index % 100 === 3 ? `Where is parcel ${index}? The parcel is late.` : `Question ${index}`),
  answerMessage(`answer-${index}`, [textPart(`Answer ${index}.\n\n- one\n- two`)]),
]).flat()

/** Texts that are marked: all of them, and the current one with whether it is in view. */
const marks = (page: Page) =>
  page.evaluate(() => {
    const [all, current] = ['found', 'found-current'].map((name) => [...(CSS.highlights.get(name) ?? [])] as Range[])
    const [here] = current ?? []
    const box = here?.getBoundingClientRect()
    return {
      all: all?.length ?? 0,
      current:
        here === undefined
          ? null
          : `${here.toString()} ${here.startContainer.parentElement?.closest('[data-message]')?.getAttribute('data-message')}`,
      inView: box !== undefined && box.top > 0 && box.bottom < window.innerHeight,
    }
  })

it('Ctrl F finds text in the whole thread, also where it is not rendered, and goes from place to place', async () => {
  const { page, complaints } = await stage.open(makeWorld({ messages }), { width: 1000, height: 700 })
  await page.locator('[data-message="answer-199"]').waitFor()
  await page.locator('[data-composer]').focus()
  await page.keyboard.press('Control+KeyF')
  const field = page.locator('[data-find] input')
  const status = page.locator('[data-find] [role="status"]')
  await page.locator('[data-find] input:focus').waitFor()
  await field.fill('parcel')
  // nothing below the view: the first place
  await expect.poll(() => status.textContent()).toBe('1 of 4')
  await expect.poll(() => marks(page)).toEqual({ all: 2, current: 'parcel ask-3', inView: true })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => status.textContent()).toBe('3 of 4')
  await expect.poll(() => marks(page)).toEqual({ all: 2, current: 'parcel ask-103', inView: true })
  await saveScreen(page, 'find-bar')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Shift+Enter')
  await expect.poll(() => status.textContent()).toBe('2 of 4')
  await expect.poll(() => marks(page)).toEqual({ all: 2, current: 'parcel ask-3', inView: true })
  await field.fill('parrot')
  await expect.poll(() => status.textContent()).toBe('No results')
  expect(await marks(page)).toEqual({ all: 0, current: null, inView: false })
  await page.keyboard.press('Escape')
  await page.locator('[data-find]').waitFor({ state: 'detached' })
  await page.locator('[data-composer]:focus').waitFor()
  expect(complaints).toEqual([])
})

it('Ctrl K still opens the palette, and Ctrl F leads from the settings back to the thread', async () => {
  const { page } = await stage.open(makeWorld({ messages: messages.slice(0, 10) }), { width: 480, height: 700 })
  await page.locator('[data-composer]').waitFor()
  await page.keyboard.press('Control+Comma')
  await page.locator('[data-region="settings"]').waitFor()
  await page.keyboard.press('Control+KeyF')
  await page.locator('[data-find] input:focus').waitFor()
  await page.keyboard.insertText('parcel')
  await page.locator('[data-find] [role="status"]').getByText('1 of 2').waitFor()
  await saveScreen(page, 'find-bar-narrow')
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('dialog').waitFor()
})
