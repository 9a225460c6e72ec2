import type { Page } from 'playwright'
import { afterEach, expect, it } from 'vitest'
import { osakaHits } from '../../support/history-hits'
import { textPart, userMessage } from '../../support/ui-messages'
import { callsOf, type UiPage } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()
let opened: UiPage | null = null

afterEach(async () => {
  const complaints = opened?.complaints ?? []
  await opened?.close()
  opened = null
  expect(complaints).toEqual([])
})

/** A long conversation that mentions Osaka in the middle. */
async function page(): Promise<Page> {
  const messages = Array.from({ length: 60 }, (_, index) => [
    userMessage(`ask-${index}`, index === 1 ? 'They went through the Osaka hub.' : `Question ${index}`),
    {
      id: `answer-${index}`,
      role: 'assistant',
      parts: [textPart(`Answer ${index}, which is long enough to fill a line or two of the thread.`)],
    },
  ]).flat()
  opened = await stage.open(makeWorld({ messages, kept: { hits: osakaHits } }), { width: 1300, height: 700 })
  return opened.page
}

const chosen = (on: Page) => on.locator('[role="option"][aria-selected="true"]')

it('a search opens with Ctrl K, and Enter jumps to the message, focuses it and marks the words', async () => {
  const on = await page()
  await on.keyboard.press('Control+KeyK')
  await on.locator('[role="combobox"]:focus').waitFor()
  await on.keyboard.insertText('osaka')
  await on.locator('[role="option"] mark').first().waitFor()
  expect(await chosen(on).textContent()).toContain('through the Osaka hub')
  expect(await on.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(await chosen(on).getAttribute('id'))
  await on.keyboard.press('Enter')
  await on.locator('[data-message="ask-1"]:focus').waitFor()
  const place = await on.locator('[data-message="ask-1"]').boundingBox()
  expect(place?.y).toBeGreaterThan(0)
  expect(place?.y).toBeLessThan(600)
  expect(await on.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String))).toEqual(['Osaka'])
  await on.getByRole('button', { name: 'Latest' }).waitFor()
})

it('Enter right after the text waits for the search, and jumps to the first hit', async () => {
  const on = await page()
  await on.keyboard.press('Control+KeyK')
  await on.locator('[role="combobox"]:focus').waitFor()
  // in one step: no reply can arrive between the text and the key
  await on.getByRole('combobox').evaluate((field) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'osaka')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await on.locator('[data-message="ask-1"]:focus').waitFor()
  expect(await callsOf(on, 'conversation.create')).toEqual([])
})

it('arrows cycle through all groups, Tab leaves one kind, and Escape closes and returns the focus', async () => {
  const on = await page()
  await on.locator('[data-composer]').focus()
  await on.keyboard.press('Control+KeyK')
  await on.getByRole('option').first().waitFor()
  await on.keyboard.press('ArrowUp')
  expect(await chosen(on).getAttribute('data-entry')).toBe('settings developer')
  await on.keyboard.press('ArrowDown')
  expect(await chosen(on).getAttribute('data-entry')).toMatch(/^conversation-/)
  await on.keyboard.press('Tab')
  await on.keyboard.press('Tab')
  expect(await on.getByRole('group').count()).toBe(1)
  await on.getByRole('option', { name: 'Start talking' }).waitFor()
  await on.keyboard.press('Escape')
  await on.getByRole('dialog').waitFor({ state: 'detached' })
  await on.locator('[data-composer]:focus').waitFor()
})

it('actions and settings are found by their names, and a new conversation takes the text along', async () => {
  const on = await page()
  await on.keyboard.press('Control+KeyK')
  await on.locator('[role="combobox"]:focus').waitFor()
  await on.keyboard.insertText('captions')
  await on.getByRole('option', { name: /Turn captions off/ }).click()
  expect(await callsOf(on, 'settings.update')).toEqual([{ captions: false }])
  await on.keyboard.press('Control+KeyK')
  await on.locator('[role="combobox"]:focus').waitFor()
  await on.keyboard.insertText('noise supp')
  await on.getByRole('option', { name: /Noise suppression: turn off/ }).click()
  expect((await callsOf(on, 'settings.update')).at(-1)).toEqual({ noiseSuppression: false })
  await on.keyboard.press('Control+KeyK')
  await on.locator('[role="combobox"]:focus').waitFor()
  await on.keyboard.insertText('parrots')
  await on.getByRole('option', { name: /New conversation about “parrots”/ }).click()
  await on.locator('[data-composer]:focus').waitFor()
  expect(await on.locator('[data-composer]').inputValue()).toBe('parrots')
})
