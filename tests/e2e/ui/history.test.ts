import type { Page } from 'playwright'
import { afterEach, expect, it } from 'vitest'
import type { UiPage } from '../../support/ui-page'
import { callsOf } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, worldNow } from '../../support/ui-worlds'

const stage = uiStage()
let opened: UiPage | null = null

afterEach(async () => {
  const complaints = opened?.complaints ?? []
  await opened?.close()
  opened = null
  expect(complaints).toEqual([])
})

async function sidebar(language: 'en' | 'ja' = 'en'): Promise<Page> {
  opened = await stage.open(makeWorld({ language }), { width: 1300, height: 800 })
  await opened.page.locator('[data-row="conversation-1"]').waitFor()
  return opened.page
}

const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? null)
const groupOf = (page: Page, row: string) =>
  page.locator(`[data-row="${row}"]`).evaluate((element) => element.closest('section')?.getAttribute('aria-label') ?? null)

it('the keyboard renames, pins, archives and deletes, and the focus never gets lost', async () => {
  const page = await sidebar()
  await page.locator('[data-row="conversation-0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  await page.locator('input:focus').waitFor()
  await page.keyboard.insertText('Kanazawa by train')
  await page.keyboard.press('Enter')
  await page.locator('[data-row="conversation-1"]').getByText('Kanazawa by train', { exact: true }).waitFor()
  await expect.poll(() => focusedRow(page)).toBe('conversation-1')

  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).waitFor()
  await page.locator('[role="menu"]:focus-within').waitFor()
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Pinned' }).waitFor()
  expect(await groupOf(page, 'conversation-1')).toBe('Pinned')

  await page.locator('[data-row="conversation-2"]').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Archive' }).press('Enter')
  await page.locator('[data-row="conversation-2"]').waitFor({ state: 'detached' })
  await expect.poll(() => focusedRow(page)).toBe('conversation-3')

  await page.keyboard.press('Delete')
  await page.locator('[data-row="conversation-3"]').waitFor({ state: 'detached' })
  await expect.poll(() => focusedRow(page)).toBe('conversation-4')
  await page.keyboard.press('Control+z')
  await page.locator('[data-row="conversation-3"]').waitFor()
  expect(await callsOf(page, 'conversation.erase')).toEqual([])

  await page.locator('[data-fold]').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedRow(page)).toBe('conversation-2')
})

it('Escape and an empty name leave a name unchanged', async () => {
  const page = await sidebar()
  await page.locator('[data-row="conversation-1"]').focus()
  await page.keyboard.press('F2')
  await page.locator('input:focus').waitFor()
  await page.keyboard.insertText('something else')
  await page.keyboard.press('Escape')
  await page.locator('[data-row="conversation-1"]').waitFor()
  await page.keyboard.press('F2')
  await page.locator('input:focus').waitFor()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await page.locator('[data-row="conversation-1"]').waitFor()
  expect(await callsOf(page, 'conversation.rename')).toEqual([])
  await expect.poll(() => focusedRow(page)).toBe('conversation-1')
})

it('a deleted conversation can be restored while the toast is there, and is erased after that', async () => {
  const page = await sidebar()
  const remove = async () => {
    await page.locator('[data-row="conversation-0"]').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.locator('[data-row="conversation-0"]').waitFor({ state: 'detached' })
  }
  await remove()
  await page.locator('[data-row="conversation-1"][aria-current="page"]').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('[data-row="conversation-0"][aria-current="page"]').waitFor()

  await remove()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.clock.runFor(10_000)
  expect(await callsOf(page, 'conversation.erase')).toEqual([])
  await page.locator('[data-composer]').focus()
  await page.clock.runFor(6_000)
  await undo.waitFor({ state: 'detached' })
  expect(await callsOf(page, 'conversation.erase')).toEqual([{ conversationId: 'conversation-0' }])
})

it('main’s refusal is shown next to the list, in the language of the page', async () => {
  const page = await sidebar('ja')
  await page.evaluate(() =>
    window.scriptedMain.refuse('conversation.archive', 'This conversation does not exist any more.', 'conversation-unknown'),
  )
  await page.locator('[data-row="conversation-1"]').click({ button: 'right' })
  await page.locator('[data-action="archive"]').click()
  await page.getByRole('alert').getByText('何も変更していません：この会話はもうありません').waitFor()
})

it('conversations with the same title show when they changed, the others do not', async () => {
  const facts = { updatedAt: worldNow, hasVoice: false, openApprovals: 0, pinned: false, archived: false }
  const conversations = ['Invoice', 'Invoice', 'Weather'].map((title, index) => ({
    conversationId: `conversation-${index}`,
    title,
    ...facts,
  }))
  opened = await stage.open(makeWorld({ bootstrap: { conversations } }), { width: 1300, height: 800 })
  const { page } = opened
  const time = /\d\d:\d\d/
  await page.locator('[data-row="conversation-0"]').getByText(time).waitFor()
  await page.locator('[data-row="conversation-1"]').getByText(time).waitFor()
  expect(await page.locator('[data-row]').filter({ hasText: time }).count()).toBe(2)
})
