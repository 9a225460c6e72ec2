import type { Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Notice, TalkState } from '../../../src/shared/ipc/schemas'
import { axeViolations } from '../../support/axe-violations'
import { findLayoutFaults } from '../../support/layout-faults'
import { showSection } from '../../support/show-section'
import { callsOf, changeSettings, emit, saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus, worldNow } from '../../support/ui-worlds'

const stage = uiStage()
const size = { width: 1000, height: 700 }
/** the stopped time of the page's clock */
const still = worldNow + 60_000

const handsFree = (ready: boolean) => ({ watchId: 'watch-1', since: still - 41_000, ready })
const open = (ready: boolean): TalkState => ({ phase: 'open', handsFree: handsFree(ready) })
const byVoice = (phase: 'arming' | 'listening' | 'tail'): TalkState => ({
  phase,
  talkId: 'talk-1',
  held: false,
  since: still - 4000,
  byVoice: true,
  handsFree: handsFree(true),
})
const failed = {
  noticeId: 'notice-1',
  conversationId: null,
  kind: 'hands-free-failed',
  cause: null,
  detail: 'Error: silero_vad_v6.onnx is missing from this installation',
} satisfies Notice

const dock = (page: Page) => page.locator('[data-region="dock"]')

describe('the button in the dock', () => {
  it('turns hands-free on, mutes its microphone and turns it off, and the text next to it shows what is recorded', async () => {
    const ready = { bootstrap: { statuses: [replayStatus({})] } }
    const { page, complaints, close } = await stage.open(makeWorld(ready), size)
    await page.clock.pauseAt(still)
    const on = dock(page).getByRole('button', { name: 'Hands-free: keep listening', pressed: false })
    const off = dock(page).getByRole('button', { name: 'Turn off hands-free' })
    const mute = dock(page).getByRole('button', { name: 'Mute the microphone', pressed: false })
    const unmute = dock(page).getByRole('button', { name: 'Unmute the microphone', pressed: true })
    const says = async (state: string, line: string) => {
      await dock(page).getByText(state, { exact: true }).waitFor()
      await dock(page).getByText(line, { exact: true }).waitFor()
    }
    await on.click()
    expect(await callsOf(page, 'talk.handsFree')).toEqual([{ on: true }])

    await emit(page, 'talk.state', open(false))
    await off.waitFor()
    await says('Connecting', 'Hands-free · getting ready to listen')
    await emit(page, 'talk.state', open(true))
    await says('Listening', 'Hands-free · just speak')
    for (const phase of ['arming', 'listening'] as const) {
      await emit(page, 'talk.state', byVoice(phase))
      await says('Listening', 'Hands-free · 0:04')
    }
    await emit(page, 'talk.state', byVoice('tail'))
    await emit(page, 'talk.state', open(true))
    await emit(page, 'conversation.status', replayStatus({ activity: 'speaking' }))
    await says('Speaking', 'Just speak, or press Esc, to interrupt')
    await changeSettings(page, { voiceInterrupts: false })
    await says('Speaking', 'Talk or press Esc to interrupt')
    await emit(page, 'conversation.status', replayStatus({}))
    await mute.click()
    await emit(page, 'talk.state', { phase: 'idle' })
    await says('Mic muted', 'Hands-free is paused. Parley keeps speaking')
    await unmute.click()
    expect(await callsOf(page, 'talk.handsFree')).toEqual([{ on: true }, { on: false }, { on: true }])
    await emit(page, 'talk.state', open(true))
    await dock(page).getByRole('button', { name: 'More voice controls' }).click()
    await page.getByRole('switch', { name: 'Hands-free', checked: true }).click()
    expect(await callsOf(page, 'talk.handsFree')).toEqual([{ on: true }, { on: false }, { on: true }, { on: false }])
    await page.keyboard.press('Escape')
    await emit(page, 'conversation.status', replayStatus({ session: { phase: 'off' } }))
    await emit(page, 'talk.state', { phase: 'idle' })
    await on.waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('is there in a narrow window, in both languages and themes, with nothing cut off', async () => {
    const listening = { bootstrap: { statuses: [replayStatus({})], talk: open(true), notices: [failed] } }
    const { page, complaints, close } = await stage.open(makeWorld(listening), { width: 420, height: 700 })
    for (const language of ['en', 'ja'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        await changeSettings(page, { language, theme })
        for (const { name, width } of [
          { name: 'narrow', width: 420 },
          { name: 'wide', width: 1000 },
        ]) {
          await page.setViewportSize({ width, height: 700 })
          const label = language === 'en' ? 'Mute the microphone' : 'マイクをミュート'
          await dock(page).getByRole('button', { name: label, pressed: false }).waitFor()
          await saveScreen(page, `hands-free-${name}-${language}-${theme}`)
          await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
          if (language === 'ja' || name === 'narrow') continue
          expect(await axeViolations(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
        }
      }
    }
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the settings of hands-free', () => {
  it('choose the pause, the sensitivity, whether a voice interrupts, and headphones; they are hidden while Gemini listens', async () => {
    const { page, complaints, close } = await stage.open(makeWorld({}), { width: 1000, height: 1000 })
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'voice')
    const pause = page.getByRole('combobox', { name: 'Pause that ends your turn' })
    await page.getByRole('switch', { name: 'Keep listening', checked: false }).click()
    expect(await callsOf(page, 'talk.handsFree')).toEqual([{ on: true }])
    await pause.selectOption({ label: '1.2 s' })
    await page.getByRole('combobox', { name: 'Voice sensitivity' }).selectOption({ label: 'Low' })
    await page.getByRole('switch', { name: 'Your voice interrupts Parley', checked: true }).click()
    await page.getByRole('switch', { name: 'I use headphones', checked: false }).click()
    await expect
      .poll(() => callsOf(page, 'settings.update'))
      .toEqual([{ speechPauseMs: 1200 }, { speechSensitivity: 'low' }, { voiceInterrupts: false }, { headphones: true }])
    for (const theme of ['light', 'dark'] as const) {
      await changeSettings(page, { theme })
      await saveScreen(page, `hands-free-settings-${theme}`)
    }
    // a pause in the file that the list does not offer is kept
    await changeSettings(page, { speechPauseMs: 1000 })
    await expect.poll(() => pause.locator('option').allTextContents()).toEqual(['0.4 s', '0.6 s', '0.8 s', '1 s', '1.2 s', '2 s'])
    await changeSettings(page, { endOfSpeech: 'service' })
    await page.getByText('Everything the microphone picks up is sent', { exact: false }).waitFor()
    expect(await pause.count()).toBe(0)
    expect(await page.getByRole('switch', { name: 'I use headphones' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('if voice detection fails', () => {
  it('main gets the reason, and the window says that the talk key works as before', async () => {
    const { page, close } = await stage.open(makeWorld({}), size)
    await page.context().route('**/*.onnx', (route) => route.abort())
    onTestFinished(() => page.context().unroute('**/*.onnx'))
    await emit(page, 'talk.state', open(false))
    await expect.poll(() => callsOf(page, 'voice.failed')).toEqual([{ watchId: 'watch-1', detail: expect.stringMatching(/./) }])
    await expect.poll(() => page.workers().length).toBe(0)
    await emit(page, 'talk.state', { phase: 'idle' })
    await emit(page, 'notice.shown', failed)
    await page.getByText('Hands-free does not work here').waitFor()
    await page.getByText('The talk key still works. See Details for what’s missing.').waitFor()
    await page.getByText(failed.detail).waitFor({ state: 'hidden' })
    await page.getByText('Details', { exact: true }).click()
    await page.getByText(failed.detail).waitFor()
    await saveScreen(page, 'hands-free-failed')
    await changeSettings(page, { language: 'ja' })
    await page.getByText('ここではハンズフリーを使えません').waitFor()
    await emit(page, 'notice.gone', { noticeId: failed.noticeId })
    await page.getByText('ここではハンズフリーを使えません').waitFor({ state: 'detached' })
    await close()
  })
})
