import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf, emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion, replayStatus } from '../../support/ui-worlds'

const stage = uiStage()

async function openQuestion() {
  const bootstrap = { approvals: [paymentQuestion()], statuses: [replayStatus({ activity: 'waiting' })] }
  const opened = await stage.open(makeWorld({ messages: paymentMessages('en'), bootstrap }), { width: 1000, height: 700 })
  await opened.page.locator('[data-composer]').focus()
  return opened
}

/** A message of the user, as main sends it; `spoken` ones have the sketch of their sound. */
async function say(page: Page, words: string, spoken: boolean): Promise<void> {
  const voice = { voice: { durationMs: 700, bars: [0.4, 0.8] } }
  const chunks = [
    { type: 'start', messageId: 'user-3' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: words },
    { type: 'text-end', id: 't' },
    { type: 'finish', finishReason: 'stop', ...(spoken && { messageMetadata: voice }) },
  ]
  for (const [index, chunk] of chunks.entries()) {
    const place = { conversationId: 'conversation-0', turnId: 'turn-9', messageId: 'user-3', role: 'user', seq: index }
    await emit(page, 'stream.chunk', { ...place, chunk })
  }
  await page.getByRole('log').getByText(words).first().waitFor({ timeout: 10_000 })
}

const inCard = (page: Page) => page.evaluate(() => document.activeElement?.closest('[data-approval]') !== null)

describe('a yes to an open approval', () => {
  it('that is spoken moves the focus to the card and answers nothing', async () => {
    const { page, close } = await openQuestion()
    await say(page, 'Yes, please.', true)
    await expect.poll(() => inCard(page)).toBe(true)
    expect(await callsOf(page, 'approval.decide')).toEqual([])
    await close()
  })

  it('that is typed, or is not a plain yes, leaves the focus where it is', async () => {
    for (const [words, spoken] of [
      ['Yes, please.', false],
      ['Yes, but only half of it.', true],
    ] as const) {
      const { page, close } = await openQuestion()
      await say(page, words, spoken)
      expect(await inCard(page)).toBe(false)
      await close()
    }
  })

  it('never takes the focus from a text field', async () => {
    const { page, close } = await openQuestion()
    await page.locator('[data-composer]').fill('Wait')
    await say(page, 'Yes.', true)
    expect(await inCard(page)).toBe(false)
    await close()
  })
})
