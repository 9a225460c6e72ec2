import { describe, expect, it } from 'vitest'
import { defaultAppearance } from '../../../src/shared/ipc/appearance-choices'
import type { OverlayView, SmallWindowLook } from '../../../src/shared/ipc/small-window-calls'
import { violationsOf } from '../../support/describe-screens'
import { findLayoutFaults } from '../../support/layout-faults'
import { asHighAsAsked, openSmallWindow } from '../../support/small-window-page'
import { callsOf, emit, saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { paymentQuestion, replayStatus, worldNow } from '../../support/ui-worlds'

type Language = 'en' | 'ja'

const stage = uiStage()

const lookOf = (language: Language, theme: 'light' | 'dark'): SmallWindowLook => ({
  ...defaultAppearance,
  language,
  theme,
  operatingSystem: 'linux',
  systemLocale: 'en',
})
const rest: Omit<OverlayView, 'look'> = {
  status: replayStatus(),
  talk: { phase: 'idle' },
  hotkey: { mode: 'hold', global: true, keys: ['Right Ctrl'], reason: null, bindings: [] },
  muted: false,
  captions: true,
  voiceInterrupts: true,
  voice: { caption: null, runningTool: null },
  question: null,
  questions: 0,
}
const talkId = 'talk-1'
const since = worldNow - 41_000
const question = paymentQuestion()
const caption = (language: Language) =>
  language === 'ja'
    ? {
        said: '大阪だけ、日ごとにお願いします。',
        spoken: '火曜日が最も悪く、151件のうち17件が遅れました。水曜日は午後だけ',
        coming: 'ベルトが再び動きました。',
      }
    : {
        said: 'Only Osaka, please. Day by day.',
        spoken: 'Tuesday was the worst, with 17 late out of 151. Wednesday the belt ran again ',
        coming: 'for the afternoon only.',
      }

/** Every state that the overlay has. */
const states: Readonly<Record<string, (language: Language) => Partial<OverlayView>>> = {
  off: () => ({ status: replayStatus({ session: { phase: 'off' } }) }),
  connecting: () => ({ talk: { phase: 'arming', talkId, held: true, since } }),
  held: () => ({ talk: { phase: 'listening', talkId, held: true, since: worldNow - 4000 } }),
  'hands-free': () => ({ talk: { phase: 'listening', talkId, held: false, since } }),
  thinking: () => ({
    status: replayStatus({ activity: 'thinking', activitySince: worldNow - 2000 }),
    voice: { caption: null, runningTool: 'execute_sql' },
  }),
  speaking: (language) => ({
    status: replayStatus({ activity: 'speaking' }),
    voice: { caption: caption(language), runningTool: null },
  }),
  waiting: () => ({ status: replayStatus({ activity: 'waiting' }), question, questions: 2 }),
  reconnecting: () => ({ status: replayStatus({ session: { phase: 'reconnecting', attempt: 2, of: 6, nextTryAt: worldNow + 3000 } }) }),
  error: () => ({ status: replayStatus({ session: { phase: 'failed', cause: 'key-refused', detail: '' } }) }),
  muted: () => ({ status: replayStatus({ session: { phase: 'off' } }), muted: true }),
}

describe.each(['en', 'ja'] as const)('the talk overlay in %s', (language) => {
  it('says each state in words that fit, in both themes, and asks for just the room that they take', async () => {
    const { page, complaints, close } = await openSmallWindow(stage, 'overlay', 360, { ...rest, look: lookOf(language, 'light') })
    for (const [state, change] of Object.entries(states)) {
      for (const theme of ['light', 'dark'] as const) {
        await emit(page, 'overlay.view', { ...rest, ...change(language), look: lookOf(language, theme) })
        await page.locator(`html[data-theme="${theme}"]`).waitFor()
        for (const rms of [0.05, 0.2, 0.4, 0.1]) {
          const source = state === 'speaking' ? 'speaker' : 'microphone'
          await emit(page, 'overlay.level', { source, rms, peak: rms, waveform: [0, rms, -rms, 0] })
        }
        await page.clock.runFor(100)
        await expect.poll(() => asHighAsAsked(page, 'overlay').then(() => true, String)).toBe(true)
        await saveScreen(page, `overlay-${state}-${language}-${theme}`)
        expect(await page.evaluate(findLayoutFaults)).toEqual([])
        // the other states are made of the same parts
        if (language === 'en' && ['speaking', 'waiting', 'error'].includes(state)) expect(await violationsOf(page)).toEqual([])
      }
    }
    expect(complaints).toEqual([])
    await close()
  })

  it('opens a question with all of its arguments, and takes no answer before they could be read', async () => {
    const view = { ...rest, ...states.waiting?.(language) }
    const { page, close } = await openSmallWindow(stage, 'overlay', 360, { ...view, look: lookOf(language, 'light') })
    await page.getByRole('button', { name: language === 'ja' ? '内容を見る' : 'Review' }).click()
    const allow = page.getByRole('button', { name: language === 'ja' ? '今回だけ許可' : 'Allow once' })
    await allow.click({ force: true })
    expect(await callsOf(page, 'overlay.answer')).toEqual([])
    for (const value of Object.values(question.input)) {
      await page
        .getByText(typeof value === 'number' ? '48,600' : String(value))
        .first()
        .waitFor()
    }
    for (const theme of ['light', 'dark'] as const) {
      await emit(page, 'overlay.view', { ...view, look: lookOf(language, theme) })
      await page.locator(`html[data-theme="${theme}"]`).waitFor()
      await expect.poll(() => asHighAsAsked(page, 'overlay').then(() => true, String)).toBe(true)
      await saveScreen(page, `overlay-question-${language}-${theme}`)
      expect(await page.evaluate(findLayoutFaults)).toEqual([])
      expect(await violationsOf(page)).toEqual([])
    }
    await page.clock.runFor(500)
    await allow.click()
    expect(await callsOf(page, 'overlay.answer')).toEqual([
      { approvalId: question.approvalId, inputHash: question.inputHash, approved: true },
    ])
    // what does not fit wholly can be denied here, and is allowed in the main window
    const long = paymentQuestion({ approvalId: 'approval-long', input: { note: 'x y '.repeat(400) } })
    await emit(page, 'overlay.view', { ...view, question: long, look: lookOf(language, 'light') })
    await page.getByRole('button', { name: language === 'ja' ? '内容を見る' : 'Review' }).click()
    await page.getByRole('button', { name: language === 'ja' ? '拒否' : 'Deny' }).waitFor()
    expect(await allow.count()).toBe(0)
    await close()
  })

  it('the small window for a question grows with its words, sends them with Enter and says why it could not', async () => {
    const view = { draft: '', look: lookOf(language, 'light') }
    const { page, complaints, close } = await openSmallWindow(stage, 'quick', 620, view)
    const field = page.getByRole('textbox')
    await page.keyboard.type(language === 'ja' ? '明日、大阪は雨が降りますか？' : 'Will it rain in Osaka tomorrow?')
    for (const theme of ['light', 'dark'] as const) {
      await emit(page, 'quick.view', { ...view, look: lookOf(language, theme) })
      await page.locator(`html[data-theme="${theme}"]`).waitFor()
      await expect.poll(() => asHighAsAsked(page, 'quick').then(() => true, String)).toBe(true)
      await saveScreen(page, `quick-${language}-${theme}`)
      expect(await page.evaluate(findLayoutFaults)).toEqual([])
      expect(await violationsOf(page)).toEqual([])
    }
    const low = (await callsOf(page, 'quick.size')).at(-1) as { readonly height: number }
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('?')
    await expect.poll(async () => ((await callsOf(page, 'quick.size')).at(-1) as typeof low).height).toBeGreaterThan(low.height)
    await page.evaluate(() => window.scriptedMain.refuse('quick.send', 'No room on the disk.'))
    const words = await field.inputValue()
    await page.keyboard.press('Enter')
    await page.getByText('No room on the disk.').waitFor()
    expect(await field.inputValue()).toBe(words)
    expect(await callsOf(page, 'quick.send')).toEqual([{ text: words }])
    expect((await callsOf(page, 'quick.draft')).at(-1)).toEqual({ text: words })
    await page.keyboard.press('Escape')
    expect(await callsOf(page, 'quick.close')).toHaveLength(1)
    expect(complaints).toEqual([])
    await close()
  })
})
