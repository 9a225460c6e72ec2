import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { osakaHits } from '../../support/history-hits'
import { answerMessage, textPart, userMessage } from '../../support/ui-messages'
import { callsOf, emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus } from '../../support/ui-worlds'

const stage = uiStage()
const size = { width: 1000, height: 700 }

const log = (page: Page) => page.getByRole('log')
const fromEnd = (page: Page) => log(page).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
const topOf = (page: Page, messageId: string) =>
  page.locator(`[data-message="${messageId}"]`).evaluate((element) => Math.round(element.getBoundingClientRect().top))

describe('a thread of ten thousand messages', () => {
  it('opens at its end, draws what is older as one scrolls up, keeps one’s place while it grows, and jumps to a message', async () => {
    const messages = Array.from({ length: 5000 }, (_, index) => [
      userMessage(`ask-${index}`, index === 1 ? 'They went through the Osaka hub.' : `Question ${index}`),
      answerMessage(`answer-${index}`, [textPart(`Answer ${index}, **long** enough.\n\n- one\n- two`)]),
    ]).flat()
    const { page, complaints, close } = await stage.open(makeWorld({ messages, kept: { hits: osakaHits } }), size)
    await page.locator('[data-message="answer-4999"]').waitFor()
    await expect.poll(() => fromEnd(page), { timeout: 30_000 }).toBeLessThan(4)
    expect(await page.locator('[data-message]').count()).toBeLessThan(200)

    // back through two pieces that were not drawn at first
    await log(page).focus()
    for (const messageId of ['ask-4950', 'ask-4935']) {
      await expect
        .poll(
          async () => {
            await page.keyboard.press('PageUp')
            return page.locator(`[data-message="${messageId}"]`).count()
          },
          { timeout: 30_000 },
        )
        .toBe(1)
    }
    await page.locator('[data-message="ask-4935"]').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Latest' }).waitFor()
    const before = await topOf(page, 'ask-4935')
    const chunk = (seq: number, one: object) =>
      emit(page, 'stream.chunk', { conversationId: 'conversation-0', turnId: 'new', messageId: 'new', role: 'assistant', seq, chunk: one })
    await chunk(0, { type: 'start', messageId: 'new' })
    await chunk(1, { type: 'text-start', id: 't' })
    for (let seq = 2; seq < 12; seq += 1) await chunk(seq, { type: 'text-delta', id: 't', delta: `Line ${seq}.\n\n` })
    await page.getByText('Line 11.').waitFor({ state: 'attached' })
    expect(await topOf(page, 'ask-4935')).toBe(before)

    await page.keyboard.press('Control+KeyK')
    await page.locator('[role="combobox"]:focus').waitFor()
    await page.keyboard.insertText('osaka')
    await page.locator('[role="option"] mark').first().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-message="ask-1"]:focus').waitFor()
    const place = await page.locator('[data-message="ask-1"]').boundingBox()
    expect(place?.y).toBeGreaterThan(0)
    expect(place?.y).toBeLessThan(600)
    // nothing but the part around it is drawn, which goes on below; the way back leads to the end
    expect(await page.locator('[data-message]').count()).toBeLessThan(400)
    await page.getByRole('button', { name: 'Latest' }).click()
    await page.locator('[data-message="answer-4999"]').waitFor()
    await expect.poll(() => fromEnd(page), { timeout: 30_000 }).toBeLessThan(4)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('what was said', () => {
  it('can be copied, said otherwise, answered anew and branched from, by mouse and by key; arrows lead to the other branches', async () => {
    const messages = [
      userMessage('ask', 'When does it open?'),
      answerMessage('answer', [textPart('At **nine**.')]),
      userMessage('more', 'And on Sunday?'),
      answerMessage('last', [textPart('Closed.')]),
    ]
    const forks = [{ after: 'answer', branches: [0, 2, 5], shown: 1 }]
    const world = makeWorld({ messages, kept: { forks }, bootstrap: { statuses: [replayStatus()] } })
    const { page, complaints, close } = await stage.open(world, size)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const message = (id: string) => page.locator(`[data-message="${id}"]`)
    await message('answer').hover()
    await message('answer').getByRole('button', { name: 'Copy message' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('At **nine**.')
    expect(await message('more').getByText('2 / 3').count()).toBe(1)
    await message('more').getByRole('button', { name: 'Next branch' }).click()
    await message('more').getByRole('button', { name: 'Previous branch' }).press('Enter')
    await expect
      .poll(() => callsOf(page, 'branch.show'))
      .toEqual([
        { conversationId: 'conversation-0', branch: 5 },
        { conversationId: 'conversation-0', branch: 0 },
      ])
    await message('last').getByRole('button', { name: 'Answer again' }).press('Enter')
    await message('answer').getByRole('button', { name: 'Branch from here' }).press('Enter')
    expect(await callsOf(page, 'branch.again')).toEqual([{ conversationId: 'conversation-0', messageId: 'last' }])
    expect(await callsOf(page, 'branch.begin')).toEqual([{ conversationId: 'conversation-0', messageId: 'answer' }])

    await message('ask').getByRole('button', { name: 'Edit and send again' }).press('Enter')
    const field = page.getByRole('textbox', { name: 'Your message' })
    expect(await field.inputValue()).toBe('When does it open?')
    await field.press('Escape')
    await message('ask').getByRole('button', { name: 'Edit and send again' }).press('Enter')
    await field.fill('When does it close?')
    await field.press('Enter')
    await expect
      .poll(() => callsOf(page, 'branch.edit'))
      .toEqual([{ conversationId: 'conversation-0', messageId: 'ask', text: 'When does it close?' }])
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a megabyte pasted into the message field', () => {
  it('stays out with its length told, leaves what was typed, and the page goes on', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: [userMessage('ask', 'Hello')] }), size)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const composer = page.locator('[data-composer]')
    await composer.fill('Typed before')
    await page.evaluate(() => navigator.clipboard.writeText('請求書の行です。\n'.repeat(120_000)))
    await composer.press('Control+KeyV')
    await page.getByText('What you pasted has 1,080,000 characters; a message has at most 100,000.').waitFor()
    expect(await composer.inputValue()).toBe('Typed before')
    await composer.press('End')
    await page.keyboard.type(' and after')
    expect(await page.getByText('What you pasted has').count()).toBe(0)
    // as much as a message may have is taken, and can be sent
    await page.evaluate(() => navigator.clipboard.writeText('x'.repeat(90_000)))
    await composer.press('Control+KeyV')
    await expect.poll(async () => (await composer.inputValue()).length).toBe('Typed before and after'.length + 90_000)
    await composer.press('Enter')
    await expect.poll(async () => (await callsOf(page, 'text.send')).length).toBe(1)
    await close()
  })
})
