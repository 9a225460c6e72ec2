import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { callsOf, changeSettings, saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()

const size = { width: 1000, height: 1000 }

describe('the output in the settings', () => {
  it('is chosen from what is plugged in, and remembered by its id and its name', async () => {
    const { page, complaints, close } = await stage.open(makeWorld({}), size)
    await page.keyboard.press('Control+Comma')
    await page.getByRole('button', { name: 'Voice', exact: true }).click()
    await page.getByRole('combobox', { name: 'Output' }).selectOption('Fake Audio Output 2')
    const [payload] = await callsOf(page, 'settings.update')
    expect(payload).toEqual({ loudspeakerId: expect.stringMatching(/./), loudspeakerLabel: 'Fake Audio Output 2' })
    await expect.poll(() => chosenOutput(page, 'Output')).toBe('Fake Audio Output 2')
    await saveScreen(page, 'sound-settings')
    expect(complaints).toEqual([])
    await close()
  })

  it('that is not connected keeps its name, and the window says that the default is heard', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await changeSettings(page, { loudspeakerId: 'gone', loudspeakerLabel: 'Desk speakers' })
    await page.getByText('The chosen output is not connected').waitFor()
    await page.getByRole('button', { name: 'Choose output' }).click()
    await expect.poll(() => chosenOutput(page, 'Output')).toBe('Desk speakers (not connected)')
    await changeSettings(page, { language: 'ja' })
    await expect.poll(() => chosenOutput(page, '出力')).toBe('Desk speakers（未接続）')
    await saveScreen(page, 'sound-settings-ja')
    await changeSettings(page, { loudspeakerId: '', loudspeakerLabel: '' })
    await expect.poll(() => chosenOutput(page, '出力')).toBe('システムの標準出力')
    await close()
  })
})

function chosenOutput(page: Page, name: string): Promise<string | null> {
  return page.getByRole('combobox', { name, exact: true }).locator('option:checked').textContent()
}
