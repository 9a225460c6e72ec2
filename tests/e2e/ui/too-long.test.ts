import { describe, expect, it } from 'vitest'
import { longestKey, longestText } from '../../../src/shared/ipc/limits'
import { showSection } from '../../support/show-section'
import { paymentMessages } from '../../support/ui-messages'
import { callsOf, emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion } from '../../support/ui-worlds'

const stage = uiStage()

const size = { width: 1000, height: 700 }

describe('text that is too long', () => {
  it('as a message is refused with the limit, kept, and sent once it is shorter', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: [] }), size)
    const composer = page.locator('[data-composer]')
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await composer.fill('a'.repeat(longestText + 1))
    const complaint = page.getByText('a message can have at most 100,000 characters')
    await complaint.waitFor()
    await composer.press('Enter')
    expect(await send.isDisabled()).toBe(true)
    expect(await composer.inputValue()).toHaveLength(longestText + 1)
    expect(await callsOf(page, 'text.send')).toEqual([])
    await composer.press('Backspace')
    await complaint.waitFor({ state: 'detached' })
    await send.click()
    await expect.poll(async () => (await callsOf(page, 'text.send')).length).toBe(1)
    await close()
  })

  it('as a key is refused with the limit and not cut', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: [] }), size)
    await page.keyboard.press('Control+,')
    await showSection(page, 'key')
    await page.getByLabel('New key').fill('k'.repeat(longestKey + 1))
    await page.getByRole('button', { name: 'Save key' }).click()
    await page.getByText('A key has at most 500 characters.').waitFor()
    expect(await callsOf(page, 'key.save')).toEqual([])
    await close()
  })

  it('to break into lines in one go is rendered so that the card can still be read, edited and denied', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: paymentMessages('en') }), size)
    // in one piece these letters take a browser half a minute; a step that waits so long fails
    page.setDefaultTimeout(10_000)
    const text = `${'A'.repeat(99_000)}\u202e`
    await emit(page, 'approval.changed', paymentQuestion({ input: { text } }))
    const card = page.locator('[data-approval]:not([data-unarmed])')
    const value = card.locator('dd > span')
    expect((await value.textContent())?.length).toBe(2000)
    await card.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => value.textContent()).toBe(`${'A'.repeat(99_000)}⟨U+202E⟩`)
    await card.getByRole('button', { name: 'Edit arguments' }).click()
    await card.getByRole('textbox', { name: 'text' }).press('End')
    await card.getByText(/With invisible characters shown: …A+⟨U\+202E⟩$/).waitFor()
    expect(await card.getByRole('textbox', { name: 'text' }).inputValue()).toBe(text)
    await card.getByRole('button', { name: 'Deny' }).click()
    expect(await callsOf(page, 'approval.decide')).toMatchObject([{ approved: false }])
    await close()
  })
})
