import { describe, expect, it } from 'vitest'
import { defaultAppearance } from '../../../src/shared/ipc/appearance-choices'
import type { OverlayView, PopupWindowLook } from '../../../src/shared/ipc/popup-window-calls'
import { violationsOf } from '../../support/describe-screens'
import { findLayoutFaults } from '../../support/layout-faults'
import { asHighAsAsked, openSmallWindow } from '../../support/popup-window-page'
import { callsOf, emit, saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { paymentQuestion, replayStatus, worldNow } from '../../support/ui-worlds'

type Language = 'en' | 'ja'

const stage = uiStage()

const lookOf = (language: Language, theme: 'light' | 'dark'): PopupWindowLook => ({
  ...defaultAppearance,
  language,
  theme,
  operatingSystem: 'linux',
  systemLocale: 'en',
})
const silence: OverlayView['voice'] = {
  caption: null,
  runningTool: null,
  microphones: [
    { microphoneId: 'built-in', label: 'Built-in microphone' },
    { microphoneId: 'headset-in', label: '' },
  ],
  loudspeakers: [
    { loudspeakerId: 'headset', label: 'Headset' },
    { loudspeakerId: 'hall', label: 'The loudspeakers of the hall on the second floor (HDMI 2)' },
  ],
}
const rest: Omit<OverlayView, 'look'> = {
  status: replayStatus(),
  talk: { phase: 'idle' },
  hotkey: { mode: 'hold', global: true, keys: ['Right Ctrl'], reason: null, bindings: [] },
  muted: false,
  sound: { microphoneId: '', loudspeakerId: 'headset', loudspeakerLabel: 'Headset', volume: 0.8, captions: true },
  voiceInterrupts: true,
  voice: silence,
  question: null,
  sight: null,
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

/** Every state of the overlay. */
const states: Readonly<Record<string, (language: Language) => Partial<OverlayView>>> = {
  off: () => ({ status: replayStatus({ session: { phase: 'off' } }) }),
  connecting: () => ({ talk: { phase: 'arming', talkId, held: true, since } }),
  held: () => ({ talk: { phase: 'listening', talkId, held: true, since: worldNow - 4000 } }),
  switched: () => ({ talk: { phase: 'listening', talkId, held: false, since } }),
  'hands-free': () => ({ talk: { phase: 'open', handsFree: { watchId: talkId, since, ready: true } } }),
  thinking: () => ({
    status: replayStatus({ activity: 'thinking', activitySince: worldNow - 2000 }),
    voice: { ...silence, runningTool: 'execute_sql' },
  }),
  speaking: (language) => ({
    status: replayStatus({ activity: 'speaking' }),
    voice: { ...silence, caption: caption(language) },
  }),
  waiting: () => ({ status: replayStatus({ activity: 'waiting' }), question, questions: 2 }),
  reconnecting: () => ({ status: replayStatus({ session: { phase: 'reconnecting', attempt: 2, of: 6, nextTryAt: worldNow + 3000 } }) }),
  error: () => ({ status: replayStatus({ session: { phase: 'failed', cause: 'key-refused', detail: '' } }) }),
  muted: () => ({ status: replayStatus({ session: { phase: 'off' } }), muted: true }),
  uncaptioned: () => ({ status: replayStatus({ activity: 'speaking' }), sound: { ...rest.sound, captions: false } }),
}

describe.each(['en', 'ja'] as const)('the talk overlay in %s', (language) => {
  it('shows each state with a text that fits, in both themes, and requests exactly the needed space', async () => {
    const { page, complaints, close } = await openSmallWindow(stage, 'overlay', 360, { ...rest, look: lookOf(language, 'light') })
    // the rendered part has rounded corners, behind which the desktop is visible
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
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
        await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
        // the other states consist of the same parts
        if (language === 'en' && ['speaking', 'waiting', 'error'].includes(state)) expect(await violationsOf(page)).toEqual([])
      }
    }
    expect(complaints).toEqual([])
    await close()
  })

  it('has the devices, the volume and the captions behind its buttons, shows the choice, and stays while a list is open', async () => {
    const view = { ...rest, ...states.off?.(language) }
    const { page, complaints, close } = await openSmallWindow(stage, 'overlay', 360, { ...view, look: lookOf(language, 'light') })
    const names =
      language === 'ja'
        ? { more: 'その他', microphone: 'マイク', volume: '音量', captions: '字幕', loudspeaker: '出力', unnamed: 'マイク2' }
        : {
            more: 'More',
            microphone: 'Microphone',
            volume: 'Volume',
            captions: 'Captions',
            loudspeaker: 'Output',
            unnamed: 'Microphone 2',
          }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button(names.more).click()
    expect(await button(names.more).getAttribute('aria-expanded')).toBe('true')
    for (const [part, opener] of [
      ['microphone', names.microphone],
      ['loudspeaker', names.volume],
    ] as const) {
      await button(opener).click()
      expect(await button(opener).getAttribute('aria-expanded')).toBe('true')
      for (const theme of ['light', 'dark'] as const) {
        await emit(page, 'overlay.view', { ...view, look: lookOf(language, theme) })
        await page.locator(`html[data-theme="${theme}"]`).waitFor()
        await expect.poll(() => asHighAsAsked(page, 'overlay').then(() => true, String)).toBe(true)
        await saveScreen(page, `overlay-${part}-${language}-${theme}`)
        await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
        if (language === 'en') expect(await violationsOf(page)).toEqual([])
      }
    }
    const outputs = page.getByRole('group', { name: names.loudspeaker }).getByRole('radio')
    expect(await outputs.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))).toEqual([false, true, false])
    // with the pointer, the only input of this window in front of another program
    await page.getByText('HDMI 2').click()
    await page.getByRole('slider', { name: names.volume }).press('ArrowDown')
    await button(names.microphone).click()
    // and with the keys, where they reach it
    await page.getByRole('radio').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.getByText(names.unnamed).click()
    await button(names.captions).click()
    expect(await callsOf(page, 'overlay.choose')).toEqual([
      { loudspeakerId: 'hall', loudspeakerLabel: 'The loudspeakers of the hall on the second floor (HDMI 2)' },
      { volume: 0.75 },
      { microphoneId: 'built-in' },
      { microphoneId: 'headset-in' },
      { captions: false },
    ])
    await page.keyboard.press('Escape')
    await button(names.microphone).waitFor({ state: 'detached' })
    expect(await callsOf(page, 'overlay.hold')).toEqual([{ on: true }, { on: false }])
    // a right click anywhere in it opens them
    await page.locator('main').click({ button: 'right', position: { x: 180, y: 3 } })
    await button(names.microphone).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('opens an approval with all of its arguments, and accepts no answer before they could be read', async () => {
    const view = { ...rest, ...states.waiting?.(language) }
    const { page, close } = await openSmallWindow(stage, 'overlay', 360, { ...view, look: lookOf(language, 'light') })
    const stopTime = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await stopTime()
    await page.getByRole('button', { name: language === 'ja' ? '内容を見る' : 'Review' }).click()
    const allow = page.getByRole('button', { name: language === 'ja' ? '今回だけ許可' : 'Allow once' })
    await allow.click({ force: true })
    expect(await callsOf(page, 'overlay.answer')).toEqual([])
    await page.clock.resume()
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
      await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
      expect(await violationsOf(page)).toEqual([])
    }
    await page.clock.runFor(500)
    await allow.click()
    expect(await callsOf(page, 'overlay.answer')).toEqual([
      { approvalId: question.approvalId, inputHash: question.inputHash, approved: true },
    ])
    await stopTime()
    await page.getByRole('button', { name: language === 'ja' ? 'ほかの回答' : 'More answers' }).click()
    const allowHere = page.getByRole('button', { name: language === 'ja' ? /^この会話では許可/ : /^Allow in this conversation/ })
    await allowHere.click({ force: true })
    expect(await callsOf(page, 'overlay.answer')).toHaveLength(1)
    await page.clock.resume()
    for (const theme of ['light', 'dark'] as const) {
      await emit(page, 'overlay.view', { ...view, look: lookOf(language, theme) })
      await page.locator(`html[data-theme="${theme}"]`).waitFor()
      await expect.poll(() => asHighAsAsked(page, 'overlay').then(() => true, String)).toBe(true)
      await saveScreen(page, `overlay-answers-${language}-${theme}`)
      await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
      if (language === 'en') expect(await violationsOf(page)).toEqual([])
    }
    const { input, approvalId, inputHash } = question
    await page.clock.runFor(500)
    await allowHere.click()
    const matchers = [
      { argument: 'recipient', operator: 'equals', value: input.recipient },
      { argument: 'amount', operator: 'at-most', value: input.amount },
      { argument: 'currency', operator: 'equals', value: input.currency },
    ]
    const here = { approvalId, inputHash, approved: true, remember: { scope: 'conversation', matchers } }
    expect((await callsOf(page, 'overlay.answer')).at(-1)).toEqual(here)
    // text and limits are only asked for in the main window
    await page
      .getByRole('button', {
        name: language === 'ja' ? /^理由をつけて拒否.*Parleyのウィンドウを開きます$/ : /^Deny with a reason.*Opens Parley’s window$/,
      })
      .click()
    expect(await callsOf(page, 'overlay.showParley')).toEqual([{ approvalId }])
    // an approval that does not fit can be denied here, and allowed in the main window
    const long = paymentQuestion({ approvalId: 'approval-long', input: { note: 'x y '.repeat(400) } })
    await emit(page, 'overlay.view', { ...view, question: long, look: lookOf(language, 'light') })
    await page.getByRole('button', { name: language === 'ja' ? '内容を見る' : 'Review' }).click()
    await page.getByRole('button', { name: language === 'ja' ? '拒否' : 'Deny' }).waitFor()
    expect(await allow.count()).toBe(0)
    await close()
  })

  it('the quick question window grows with its text, sends it with Enter and says why it could not', async () => {
    const view = { draft: '', look: lookOf(language, 'light') }
    const { page, complaints, close } = await openSmallWindow(stage, 'quick', 620, view)
    const field = page.getByRole('textbox')
    await page.locator('textarea:focus, input:focus').waitFor()
    await page.keyboard.type(language === 'ja' ? '明日、大阪は雨が降りますか？' : 'Will it rain in Osaka tomorrow?')
    for (const theme of ['light', 'dark'] as const) {
      await emit(page, 'quick.view', { ...view, look: lookOf(language, theme) })
      await page.locator(`html[data-theme="${theme}"]`).waitFor()
      await expect.poll(() => asHighAsAsked(page, 'quick').then(() => true, String)).toBe(true)
      await saveScreen(page, `quick-${language}-${theme}`)
      await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
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
