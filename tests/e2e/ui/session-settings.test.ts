import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { SettingsSection } from '../../../src/renderer/state/app-state'
import { showSection } from '../../support/show-section'
import { callsOf, type UiPage } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()

async function openSection(section: SettingsSection, world = makeWorld({})): Promise<UiPage> {
  const opened = await stage.open(world, { width: 1000, height: 700 })
  await opened.page.keyboard.press('Control+Comma')
  await showSection(opened.page, section)
  return opened
}

const updates = (page: Page) => callsOf(page, 'settings.update')

describe('the settings of a conversation', () => {
  it('apply as soon as they are chosen, and settings for a listening service are shown only with that', async () => {
    const { page, complaints, close } = await openSection('session')
    const choose = (name: string, label: string) => page.getByRole('combobox', { name }).selectOption({ label })
    expect(await page.getByRole('combobox', { name: 'Start-of-speech sensitivity' }).count()).toBe(0)
    await choose('Parley answers', 'In text only')
    await choose('Language of the answers', 'Japanese (Japan)')
    await choose('Who decides that you have finished', 'Gemini')
    await choose('Start-of-speech sensitivity', 'High')
    await choose('End-of-turn sensitivity', 'Low')
    await choose('Audio sent to the model', 'Speech only')
    await choose('Thinking', 'High')
    for (const name of ['Tools', 'Long conversations', 'Only answer when spoken to']) {
      await page.getByRole('switch', { name }).click()
    }
    await expect
      .poll(() => updates(page))
      .toEqual([
        { answers: 'text' },
        { speechLanguage: 'ja-JP' },
        { endOfSpeech: 'service' },
        { startSensitivity: 'high' },
        { endSensitivity: 'low' },
        { turnCoverage: 'speech' },
        { thinking: 'high' },
        { modelTools: false },
        { compression: false },
        { proactiveAudio: true },
      ])
    expect(complaints).toEqual([])
    await close()
  })

  it('save an instruction on request, and restore the old one when it is discarded', async () => {
    const { page, close } = await openSection('session', makeWorld({ settings: { instruction: 'Call me Ann.' } }))
    const box = page.getByRole('textbox', { name: 'Custom instructions' })
    const use = page.getByRole('button', { name: 'Use this' })
    expect(await use.count()).toBe(0)
    await box.fill('Call me Bob.')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => box.inputValue()).toBe('Call me Ann.')
    await box.fill('Call me Eve.')
    await use.click()
    await use.waitFor({ state: 'detached' })
    expect(await updates(page)).toEqual([{ instruction: 'Call me Eve.' }])
    expect(await box.inputValue()).toBe('Call me Eve.')
    await close()
  })

  it('say that an instruction is too long, keep it in the box, and don’t use it', async () => {
    const { page, close } = await openSection('session')
    const box = page.getByRole('textbox', { name: 'Custom instructions' })
    await box.fill('a'.repeat(8001))
    await page.getByText('At most 8,000 characters. Shorten it to use it.').waitFor()
    expect(await page.getByRole('button', { name: 'Use this' }).isDisabled()).toBe(true)
    await box.press('Backspace')
    await page.getByRole('button', { name: 'Use this' }).click()
    await expect.poll(() => updates(page)).toEqual([{ instruction: 'a'.repeat(8000) }])
    await close()
  })
})

describe('an address instead of Google’s', () => {
  it.each([
    { typed: 'not an address', words: 'That isn’t a web address.' },
    { typed: 'http://proxy.example.com', words: 'Your key and voice would travel unencrypted.' },
    { typed: 'https://ann:secret@proxy.example.com', words: 'An address can’t contain a name, password, query or # part.' },
  ])('$typed is refused with the reason', async ({ typed, words }) => {
    const { page, close } = await openSection('key')
    const field = page.getByRole('textbox', { name: 'Gemini address' })
    await field.fill(typed)
    await field.press('Enter')
    await page.getByText(words).waitFor()
    expect(await field.inputValue()).toBe(typed)
    expect(await updates(page)).toEqual([])
    await close()
  })

  it('has a warning where it was typed and in the session bar, until it is removed', async () => {
    const { page, complaints, close } = await openSection(
      'key',
      makeWorld({ bootstrap: { key: { source: 'settings', storage: 'keyring' } } }),
    )
    const field = page.getByRole('textbox', { name: 'Gemini address' })
    await field.fill('https://proxy.example.com/gemini/')
    await field.press('Enter')
    const warning = page.getByText('Your voice, your words and your key go to proxy.example.com, not to Google.')
    await warning.waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Not Google: proxy.example.com').waitFor()
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'key')
    await field.fill('')
    await field.press('Enter')
    await warning.waitFor({ state: 'detached' })
    expect(await updates(page)).toEqual([{ serviceAddress: 'https://proxy.example.com/gemini' }, { serviceAddress: '' }])
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Type a message' }).waitFor()
    expect(await page.getByText('Not Google:').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('that issues tokens is shown with what it means for the key', async () => {
    const { page, close } = await openSection('key')
    const field = page.getByRole('textbox', { name: 'Tokens from' })
    await field.fill('https://tokens.example.com')
    await field.press('Enter')
    await page.getByText('Every connection asks tokens.example.com for a token. The key above is not used.').waitFor()
    expect(await updates(page)).toEqual([{ tokenAddress: 'https://tokens.example.com' }])
    await close()
  })
})
