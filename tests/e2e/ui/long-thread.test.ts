import type { Page } from 'playwright'
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

/** Messages of one window height, and those rendered around them. */
const MOST_DRAWN = 60
const shownMessage = (page: Page, messageId: string) => page.locator(`[data-message="${messageId}"]`)

describe('a thread of ten thousand messages', () => {
  it('opens at its end, renders only what is in view, keeps the reader’s place while it grows, and jumps to a message', async () => {
    const messages = Array.from({ length: 5000 }, (_, index) => [
      userMessage(`ask-${index}`, index === 1 ? 'They went through the Osaka hub.' : `Question ${index}`),
      answerMessage(`answer-${index}`, [textPart(`Answer ${index}, **long** enough.\n\n- one\n- two`)]),
    ]).flat()
    const { page, complaints, close } = await stage.open(makeWorld({ messages, kept: { hits: osakaHits } }), size)
    const drawn = () => page.locator('[data-message]').count()
    const shown = (messageId: string) => page.locator(`[data-message="${messageId}"]`)
    await shown('answer-4999').waitFor()
    await expect.poll(() => fromEnd(page), { timeout: 60_000 }).toBeLessThan(4)
    expect(await drawn()).toBeLessThan(MOST_DRAWN)

    // scrolling back page by page: messages are rendered in order, and those left behind are removed
    await log(page).focus()
    for (const messageId of ['ask-4985', 'ask-4970', 'ask-4955']) {
      await expect
        .poll(
          async () => {
            await page.keyboard.press('PageUp')
            return shown(messageId).count()
          },
          { timeout: 60_000 },
        )
        .toBe(1)
      expect(await drawn()).toBeLessThan(MOST_DRAWN)
    }
    expect(await page.locator('[data-message="answer-4999"]').count()).toBe(0)
    const order = await page.locator('[data-message]').evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-posinset'))))
    expect(order).toEqual([...order].sort((one, other) => one - other))
    await shown('ask-4955').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Latest' }).waitFor()

    // an answer arrives while the user reads: the view does not follow, and nothing moves
    const before = await topOf(page, 'ask-4955')
    const heightBefore = await log(page).evaluate((element) => element.scrollHeight)
    const chunk = (seq: number, one: object) =>
      emit(page, 'stream.chunk', { conversationId: 'conversation-0', turnId: 'new', messageId: 'new', role: 'assistant', seq, chunk: one })
    await chunk(0, { type: 'start', messageId: 'new' })
    await chunk(1, { type: 'text-start', id: 't' })
    for (let seq = 2; seq < 12; seq += 1) await chunk(seq, { type: 'text-delta', id: 't', delta: `Line ${seq}.\n\n` })
    await expect.poll(() => log(page).evaluate((element) => element.scrollHeight)).toBeGreaterThan(heightBefore)
    expect(await topOf(page, 'ask-4955')).toBe(before)

    // to the very beginning, with one key
    await log(page).focus()
    await page.keyboard.press('Home')
    await shown('ask-0').waitFor()
    expect(await drawn()).toBeLessThan(MOST_DRAWN)
    expect(await shown('ask-0').getAttribute('aria-posinset')).toBe('1')
    expect(await shown('ask-0').getAttribute('aria-setsize')).toBe('10001')
    await page.getByRole('button', { name: 'Latest' }).click()
    await page.getByText('Line 11.').waitFor()
    await expect.poll(() => fromEnd(page), { timeout: 60_000 }).toBeLessThan(4)

    // at the end, the view follows
    for (let seq = 12; seq < 40; seq += 1) await chunk(seq, { type: 'text-delta', id: 't', delta: `Line ${seq}.\n\n` })
    await page.getByText('Line 39.').waitFor()
    await expect.poll(() => fromEnd(page)).toBeLessThan(4)

    await page.keyboard.press('Control+KeyK')
    await page.locator('[role="combobox"]:focus').waitFor()
    await page.keyboard.insertText('osaka')
    await page.locator('[role="option"] mark').first().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-message="ask-1"]:focus').waitFor()
    const place = await shown('ask-1').boundingBox()
    expect(place?.y).toBeGreaterThan(0)
    expect(place?.y).toBeLessThan(600)
    expect(await drawn()).toBeLessThan(MOST_DRAWN)
    // a focused message keeps the focus even out of view; the way back leads to the end
    await expect
      .poll(
        async () => {
          await page.keyboard.press('PageDown')
          return shown('answer-4').count()
        },
        { timeout: 60_000 },
      )
      .toBe(0)
    expect(await page.locator('[data-message="ask-1"]:focus').count()).toBe(1)
    await page.getByRole('button', { name: 'Latest' }).click()
    // the hit is read again from the store, which does not have the answer that only the page received
    await shown('answer-4999').waitFor()
    await expect.poll(() => fromEnd(page), { timeout: 60_000 }).toBeLessThan(4)
    expect(complaints).toEqual([])
    await close()
  })

  it('finds a message in another branch, and shows that branch', async () => {
    const asked = [userMessage('ask', 'When does it open?'), answerMessage('answer', [textPart('At nine.')])]
    const { page, close } = await stage.open(makeWorld({ messages: asked, kept: { hits: osakaHits } }), size)
    await shownMessage(page, 'answer').waitFor()
    await page.keyboard.press('Control+KeyK')
    await page.locator('[role="combobox"]:focus').waitFor()
    await page.keyboard.insertText('osaka')
    await page.locator('[role="option"] mark').first().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => callsOf(page, 'branch.find')).toEqual([{ conversationId: 'conversation-0', messageId: 'ask-1' }])
    await close()
  })
})

describe('a message', () => {
  it('can be copied, edited, answered again and branched from, by mouse and by key; arrows lead to the other branches', async () => {
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
    await message('last').getByRole('button', { name: 'Regenerate' }).press('Enter')
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
  it('becomes a file of the message, keeps typed text, and the page stays responsive', async () => {
    const text = '請求書の行です。\n'.repeat(120_000)
    const file = { fileName: 'Pasted text.txt', bytes: Buffer.byteLength(text) }
    const pasted = { ...file, attachmentId: 'pasted', mediaType: 'text/plain', width: null, height: null }
    const answers = { 'attachment.begin': { uploadId: 'upload' }, 'attachment.piece': null, 'attachment.finish': pasted }
    const { page, close } = await stage.open({ ...makeWorld({ messages: [userMessage('ask', 'Hello')] }), answers }, size)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const composer = page.locator('[data-composer]')
    await composer.fill('Typed before')
    await page.evaluate((words) => navigator.clipboard.writeText(words), text)
    await composer.press('Control+KeyV')
    await page.locator('form').getByText('Pasted text.txt').waitFor()
    expect(await callsOf(page, 'attachment.begin')).toEqual([{ ...file, conversationId: 'conversation-0' }])
    expect(await composer.inputValue()).toBe('Typed before')
    await composer.press('End')
    await page.keyboard.type(' and after')
    // the longest allowed message can be pasted and sent
    await page.evaluate(() => navigator.clipboard.writeText('x'.repeat(90_000)))
    await composer.press('Control+KeyV')
    await expect.poll(async () => (await composer.inputValue()).length).toBe('Typed before and after'.length + 90_000)
    await composer.press('Enter')
    await expect.poll(() => callsOf(page, 'text.send')).toMatchObject([{ attachmentIds: ['pasted'] }])
    await close()
  })
})

it('what the user says is shown, also to a user who was reading further up', async () => {
  const messages = Array.from({ length: 20 }, (_, index) => [
    userMessage(`ask-${index}`, `Question ${index}`),
    answerMessage(`answer-${index}`, [textPart(`Answer ${index}.\n\n- one\n- two`)]),
  ]).flat()
  const { page, close } = await stage.open(makeWorld({ messages }), size)
  await expect.poll(() => fromEnd(page)).toBeLessThan(4)
  await log(page).focus()
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Latest' }).waitFor()
  const place = { conversationId: 'conversation-0', turnId: 'new', messageId: 'new', role: 'user' }
  const chunks = [
    { type: 'start', messageId: 'new' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'And now?' },
  ]
  for (const [seq, chunk] of chunks.entries()) await emit(page, 'stream.chunk', { ...place, seq, chunk })
  await page.getByText('And now?').waitFor()
  await expect.poll(() => fromEnd(page)).toBeLessThan(4)
  await close()
})
