import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { showSection } from '../../support/show-section'
import { answerMessage, textPart, userMessage } from '../../support/ui-messages'
import { callsOf, changeSettings, emit, saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus } from '../../support/ui-worlds'

const stage = uiStage()

const size = { width: 1000, height: 1000 }

describe('the output in the settings', () => {
  it('is chosen from the connected devices, and remembered by its id and its name', async () => {
    const { page, complaints, close } = await stage.open(makeWorld({}), size)
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'voice')
    await page.getByRole('combobox', { name: 'Output' }).selectOption('Fake Audio Output 2')
    const [payload] = await callsOf(page, 'settings.update')
    expect(payload).toEqual({ loudspeakerId: expect.stringMatching(/./), loudspeakerLabel: 'Fake Audio Output 2' })
    await expect.poll(() => chosenOutput(page, 'Output')).toBe('Fake Audio Output 2')
    await saveScreen(page, 'sound-settings')
    expect(complaints).toEqual([])
    await close()
  })

  it('that is not connected keeps its name, and the window says that the default is used', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await changeSettings(page, { loudspeakerId: 'gone', loudspeakerLabel: 'Desk speakers' })
    await page.getByText('The chosen output is not connected').waitFor()
    await page.getByRole('button', { name: 'Choose output' }).click()
    await expect.poll(() => chosenOutput(page, 'Output')).toBe('Desk speakers (not connected)')
    await changeSettings(page, { language: 'ja' })
    await expect.poll(() => chosenOutput(page, '出力')).toBe('Desk speakers（未接続）')
    await saveScreen(page, 'sound-settings-ja')
    await changeSettings(page, { loudspeakerId: '', loudspeakerLabel: '' })
    await expect.poll(() => chosenOutput(page, '出力')).toBe('システム標準')
    await close()
  })
})

describe('the recording of conversations', () => {
  it('is off until it is turned on, and is visible as long as it is on, in both languages', async () => {
    const { page, complaints, close } = await stage.open(makeWorld({}), size)
    expect(await page.getByText('Recording', { exact: true }).count()).toBe(0)
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'voice')
    await page.getByRole('switch', { name: 'Record conversations', checked: false }).click()
    expect(await callsOf(page, 'settings.update')).toEqual([{ recordCalls: true }])
    await changeSettings(page, { recordCalls: true })
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Session' }).getByText('Recording').waitFor()
    await saveScreen(page, 'recording')
    await changeSettings(page, { language: 'ja' })
    await page.getByText('録音中').waitFor()
    await changeSettings(page, { recordCalls: false })
    await page.getByText('録音中').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })
})

describe('Parley’s voice', () => {
  it('has a chosen speed, in both languages', async () => {
    const { page, complaints, close } = await stage.open(makeWorld({}), size)
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'voice')
    await page.getByRole('combobox', { name: 'Speaking speed' }).selectOption('1.25 ×')
    expect(await callsOf(page, 'settings.update')).toEqual([{ speakingSpeed: 1.25 }])
    await changeSettings(page, { language: 'ja', speakingSpeed: 1.5 })
    await expect.poll(() => chosenOutput(page, '話す速さ')).toBe('1.5倍')
    expect(complaints).toEqual([])
    await close()
  })

  it('is muted and unmuted by button and key, the answer continues, and the dock says so', async () => {
    const speaking = { bootstrap: { statuses: [replayStatus({ activity: 'speaking' })] } }
    const { page, complaints, close } = await stage.open(makeWorld(speaking), size, installGains)
    const loudest = () => page.evaluate(() => Math.max(...Reflect.get(window, '__gains').map((node: GainNode) => node.gain.value)))
    await expect.poll(loudest).toBe(1)
    await page.getByRole('button', { name: 'More voice controls' }).click()
    await page.getByRole('switch', { name: 'Mute Parley’s voice', checked: false }).click()
    await page.keyboard.press('Escape')
    await page.getByText('Muted · talk or press Esc to interrupt').waitFor()
    await expect.poll(loudest).toBeLessThan(0.001)
    await saveScreen(page, 'voice-muted')
    expect(await callsOf(page, 'turn.interrupt')).toEqual([])
    await emit(page, 'conversation.status', replayStatus({ session: { phase: 'off' } }))
    await page.getByRole('button', { name: 'Unmute Parley’s voice', pressed: true }).waitFor()
    await page.keyboard.press('Control+Shift+M')
    await expect.poll(loudest).toBeGreaterThan(0.999)
    await page.getByRole('button', { name: 'Unmute Parley’s voice' }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the captions', () => {
  it('are shown while the text that is spoken is out of view, and not beneath it', async () => {
    const said = Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of the answer.`).join('\n\n')
    const world = makeWorld({
      messages: [userMessage('user-1', 'Go on'), answerMessage('answer-1', [textPart(said)], { turnId: 'user-1' })],
      bootstrap: { statuses: [replayStatus({ activity: 'speaking' })] },
    })
    const { page, complaints, close } = await stage.open(world, size)
    const caption = page.locator('[data-region="dock"] [aria-hidden="true"] p')
    // nothing was played: the first line is spoken, which is above the view
    await caption.getByText('Line 1 of the answer.').waitFor()
    await page.locator('[role="log"]').evaluate((log) => log.scrollTo({ top: 0, behavior: 'instant' }))
    await caption.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })
})

/** Makes every gain of the page readable from now on. */
function installGains(): void {
  const gains: GainNode[] = []
  Object.defineProperty(window, '__gains', { value: gains })
  const { createGain } = BaseAudioContext.prototype
  BaseAudioContext.prototype.createGain = function (this: BaseAudioContext) {
    const node = Reflect.apply(createGain, this, [])
    gains.push(node)
    return node
  }
}

function chosenOutput(page: Page, name: string): Promise<string | null> {
  return page.getByRole('combobox', { name, exact: true }).locator('option:checked').textContent()
}
