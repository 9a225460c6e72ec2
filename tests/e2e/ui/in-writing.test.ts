import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { showSection } from '../../support/show-section'
import { answerMessage, userMessage } from '../../support/ui-messages'
import { callsOf, emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus } from '../../support/ui-worlds'

const stage = uiStage()

const updates = (page: Page) => callsOf(page, 'settings.update')

describe('text answers', () => {
  it('are chosen for one conversation next to the message field, by mouse and by key, and the button shows the choice', async () => {
    const { page, complaints, close } = await stage.open(makeWorld({}), { width: 1000, height: 700 })
    const toggle = page.getByRole('button', { name: 'Reply in text' })
    await page.getByRole('textbox', { name: 'Type a message' }).waitFor()
    expect(await toggle.count()).toBe(0)
    await emit(page, 'conversation.status', replayStatus({ replay: null, replyModality: 'voice' }))
    await toggle.click()
    await emit(page, 'conversation.status', replayStatus({ replay: null, model: 'gemini-3.8-flash', replyModality: 'text' }))
    await page.getByRole('button', { name: 'Reply in text', pressed: true }).waitFor()
    await page.getByText('gemini-3.8-flash').first().waitFor()
    await toggle.press('Enter')
    expect(await callsOf(page, 'conversation.replyModality')).toEqual([
      { conversationId: 'conversation-0', replyModality: 'text' },
      { conversationId: 'conversation-0', replyModality: 'voice' },
    ])
    expect(complaints).toEqual([])
    await close()
  })

  it('are set up in the settings: for every conversation, with what the text model may use', async () => {
    const { page, complaints, close } = await stage.open(makeWorld({}), { width: 1000, height: 700 })
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'session')
    await page.getByRole('combobox', { name: 'Typed messages are answered by' }).selectOption({ label: 'The text model' })
    await page.getByRole('switch', { name: 'Google Search' }).click()
    await page.getByRole('switch', { name: 'Code execution' }).click()
    await showSection(page, 'key')
    const field = page.getByRole('combobox', { name: 'Text model' })
    await field.selectOption({ label: 'Gemini 4 Argon: newest generation, for long answers' })
    await field.selectOption({ label: 'Other…' })
    await page.getByRole('textbox', { name: 'Google’s name for the model' }).fill('gemini-9')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Image model' }).selectOption({ label: 'Other…' })
    await page.getByRole('textbox', { name: 'Google’s name for the model' }).fill('gemini-9-image')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => updates(page))
      .toEqual([
        { replyModality: 'text' },
        { googleSearch: true },
        { codeExecution: true },
        { textModel: 'gemini-4-argon' },
        { textModel: 'gemini-9' },
        { imageModel: 'gemini-9-image' },
      ])
    expect(complaints).toEqual([])
    await close()
  })

  it('show the model’s thoughts folded, and unfold them by key', async () => {
    const thinking = answerMessage('answer-1', [
      { type: 'step-start' },
      { type: 'reasoning', text: 'The invoice is due.', state: 'done' },
      { type: 'text', text: 'It is due today.', state: 'done' },
    ])
    const world = makeWorld({ messages: [userMessage('user-1', 'When is it due?'), thinking] })
    const { page, complaints, close } = await stage.open(world, { width: 1000, height: 700 })
    await page.getByText('It is due today.').waitFor()
    expect(await page.getByText('The invoice is due.').isVisible()).toBe(false)
    await page.getByText('Thoughts', { exact: true }).press('Enter')
    await page.getByText('The invoice is due.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
