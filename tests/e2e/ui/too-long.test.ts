import { describe, expect, it } from 'vitest'
import { longestKey, longestText } from '../../../src/shared/ipc/limits'
import { callsOf } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()

const size = { width: 1000, height: 700 }

describe('what is too long to be taken', () => {
  it('as a message is said with the limit, kept, and sent once it is shorter', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: [] }), size)
    const composer = page.locator('[data-composer]')
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await composer.fill('a'.repeat(longestText + 1))
    const complaint = page.getByText('a message has at most 100,000 characters')
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

  it('as a key is said with the limit and not cut to fit', async () => {
    const { page, close } = await stage.open(makeWorld({ messages: [] }), size)
    await page.keyboard.press('Control+,')
    await page.getByRole('button', { name: 'Key and models' }).click()
    await page.getByLabel('New key').fill('k'.repeat(longestKey + 1))
    await page.getByRole('button', { name: 'Save key' }).click()
    await page.getByText('A key has at most 500 characters.').waitFor()
    expect(await callsOf(page, 'key.save')).toEqual([])
    await close()
  })
})
