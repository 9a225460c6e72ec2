import { describe, expect, it } from 'vitest'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion, replayStatus } from '../../support/ui-worlds'

const stage = uiStage()
const size = { width: 1000, height: 700 }

describe('the shortcut to the next approval', () => {
  it('leads from the settings to the card, and answers nothing', async () => {
    const bootstrap = { statuses: [replayStatus()], approvals: [paymentQuestion()] }
    const { page, close } = await stage.open(makeWorld({ messages: paymentMessages('en'), bootstrap }), size)
    await page.locator('[data-approval]:not([data-unarmed])').waitFor()
    await page.keyboard.press('Control+Comma')
    await page.locator('[data-region="settings"]').waitFor()
    await page.keyboard.press('Control+Shift+KeyA')
    await page.locator('[data-approval]:focus-within').waitFor()
    expect(await page.locator('[data-region="settings"]').count()).toBe(0)
    expect(await callsOf(page, 'approval.decide')).toEqual([])
    await close()
  })
})
