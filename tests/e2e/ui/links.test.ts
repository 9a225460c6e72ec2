import { expect, it, onTestFinished } from 'vitest'
import { callsOf, emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()

it('a link from outside opens a conversation, the approvals, a settings page or a new question, and sends nothing', async () => {
  const { page, close } = await stage.open(makeWorld({}), { width: 1000, height: 700 })
  onTestFinished(close)
  await expect.poll(() => callsOf(page, 'link.take')).toHaveLength(1)
  await emit(page, 'link.opened', { kind: 'settings', section: 'hotkeys' })
  await page.getByRole('heading', { level: 1, name: 'Hotkeys' }).waitFor()
  await emit(page, 'link.opened', { kind: 'settings', section: 'data' })
  await page.getByRole('heading', { level: 1, name: 'Storage and privacy' }).waitFor()
  const inView = () =>
    page.locator('[data-part="data"] > h2').evaluate((heading) => {
      const { top, bottom } = heading.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
  await expect.poll(inView).toBe(true)
  await emit(page, 'link.opened', { kind: 'settings', section: 'nonsense' })
  await page.getByRole('heading', { level: 1, name: 'General' }).waitFor()
  await emit(page, 'link.opened', { kind: 'conversation', conversationId: 'conversation-2' })
  await page.locator('[data-composer]').waitFor()
  expect((await callsOf(page, 'conversation.open')).at(-1)).toEqual({ conversationId: 'conversation-2' })
  const opened = (await callsOf(page, 'conversation.open')).length
  await emit(page, 'link.opened', { kind: 'conversation', conversationId: 'nobody' })
  await emit(page, 'link.opened', { kind: 'questions' })
  await page.locator('[data-region="panel"]').waitFor()
  expect(await callsOf(page, 'conversation.open')).toHaveLength(opened)
  await emit(page, 'link.opened', { kind: 'new', text: 'Will it rain?' })
  await expect.poll(() => page.locator('[data-composer]').inputValue()).toBe('Will it rain?')
  expect(await page.locator('[data-composer]').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await callsOf(page, 'text.send')).toEqual([])
  expect(await callsOf(page, 'approval.decide')).toEqual([])
})
