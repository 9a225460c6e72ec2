import { describe, expect, it, onTestFinished } from 'vitest'
import type { Settings } from '../../../src/shared/ipc/schemas'
import { desktopHotkeys } from '../../support/desktop-hotkeys'
import { showSection } from '../../support/show-section'
import { callsOf, emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()

async function open(settings: Partial<Settings>, hotkey = desktopHotkeys()) {
  const { page, close } = await stage.open(makeWorld({ settings, bootstrap: { hotkey } }), { width: 1000, height: 700 })
  onTestFinished(close)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const go = page.getByRole('button', { name: /^Continue/ })
  return { page, heading, go }
}

describe('the first run', () => {
  it('goes from the demo to the first sentence: speak, press and release, read, begin', async () => {
    const { page, heading, go } = await open({ setUp: 'key' })
    await heading('How should Parley start?')
    // a press of the talk key starts no talk behind the first run
    expect(await callsOf(page, 'hotkey.mode')).toEqual([{ mode: 'test' }])
    // Enter continues as its key cap says, also with the focus on the choice
    await page.getByText('Try the demo').click()
    await page.keyboard.press('Enter')
    await heading('Say something')
    // the fake microphone beeps
    await page.getByText('Good level').waitFor()
    await page.getByRole('button', { name: 'Play the last 3 s' }).click()
    await page.getByRole('button', { name: 'Playing' }).waitFor()
    await go.click()

    await heading('Hold your talk key now')
    expect(await callsOf(page, 'hotkey.mode')).toEqual([{ mode: 'test' }])
    expect(await go.isDisabled()).toBe(true)
    await emit(page, 'hotkey.seen', { action: 'hold', what: 'press' })
    await page.getByText('waiting for you to let go').waitFor()
    expect(await go.isDisabled()).toBe(true)
    await emit(page, 'hotkey.seen', { action: 'hold', what: 'release' })
    await page.getByText(/^detected after/).waitFor()
    await go.click()
    await heading('What leaves this computer')
    await page.getByText('In the demo nothing leaves this computer').waitFor()
    await page.keyboard.press('Enter')

    await heading('Ready')
    await page.getByRole('button', { name: 'Will it rain in Kanazawa tomorrow?' }).click()
    await page.locator('[data-composer]').waitFor()
    expect(await page.locator('[data-composer]').inputValue()).toBe('Will it rain in Kanazawa tomorrow?')
    const steps = (await callsOf(page, 'settings.update')).map((change) => (change as Partial<Settings>).setUp)
    expect(steps).toEqual(['microphone', 'hotkey', 'privacy', 'ready', 'done'])
    expect((await callsOf(page, 'hotkey.mode')).at(-1)).toEqual({ mode: 'use' })
    expect(await callsOf(page, 'talk.press')).toEqual([])
    expect(await callsOf(page, 'microphone.frame')).toEqual([])
  })

  it('tests a key before it saves it, names what failed, and saves it in any case when the user continues', async () => {
    const { page, heading, go } = await open({ setUp: 'key' })
    await page.evaluate(() => {
      const failed = { kind: 'failed', cause: 'quota', model: 'gemini-3.8-live', detail: 'closed with code 1011' }
      window.scriptedMain.answers['key.test'] = () => failed
    })
    await page.getByText('Use my Gemini key').click()
    expect(await go.isDisabled()).toBe(true)
    await page.locator('[data-key-field]:focus').waitFor()
    await page.getByRole('button', { name: 'Get a key from Google' }).click()
    expect(await callsOf(page, 'link.open')).toEqual([{ url: 'https://aistudio.google.com/apikey' }])
    await page.locator('[data-key-field]').fill(' AIzaSyTyped ')
    await go.click()
    await page.getByText('Key accepted').waitFor()
    await page.getByText('This key has used its quota for gemini-3.8-live').waitFor()
    expect(await callsOf(page, 'key.save')).toEqual([])
    expect(await callsOf(page, 'key.test')).toEqual([{ key: 'AIzaSyTyped' }])
    await go.click()
    await heading('Say something')
    expect(await callsOf(page, 'key.save')).toEqual([{ key: 'AIzaSyTyped' }])
  })

  it('continues where the user left, can be skipped, and repeated', async () => {
    const { page, heading } = await open({ setUp: 'hotkey' })
    await heading('Hold your talk key now')
    await page.getByRole('button', { name: 'Back' }).click()
    await heading('Say something')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await page.locator('[data-composer]').waitFor()
    expect((await callsOf(page, 'settings.update')).at(-1)).toEqual({ setUp: 'done' })
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'about')
    // a key that is held presses the button, and nothing in the first run
    await page.getByRole('button', { name: 'Start', exact: true }).focus()
    await page.keyboard.down('Enter')
    await heading('How should Parley start?')
    await page.locator('footer').getByRole('button', { name: 'Continue', disabled: false }).waitFor()
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect((await callsOf(page, 'settings.update')).at(-1)).not.toEqual({ setUp: 'microphone' })
    await heading('How should Parley start?')
  })

  it('says that a key can’t be held if that is so, and never claims that it was', async () => {
    const held = desktopHotkeys()
    const bindings = held.bindings.map((one) => (one.action === 'hold' ? { ...one, problem: 'unsupported' as const } : one))
    const { page, heading, go } = await open(
      { setUp: 'hotkey' },
      { ...held, mode: 'toggle', keys: ['Ctrl', 'Alt', 'Space'], reason: 'The system does not let Parley watch a held key.', bindings },
    )
    await heading('Press your talk key now')
    await page.getByText('not reported on this system').waitFor()
    await emit(page, 'hotkey.seen', { action: 'toggle', what: 'press' })
    await page.getByText('detected from anywhere on the desktop').waitFor()
    expect(await go.isEnabled()).toBe(true)
    expect(await page.locator('[data-seen="seen"]').count()).toBe(1)
  })
})

describe('the keys in the settings', () => {
  it('are recorded as they are pressed, and keys of another program are refused with a free alternative', async () => {
    const { page } = await open({ setUp: 'done' })
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'hotkeys')
    const row = page.locator('[data-hotkey="toggle"]')
    await row.getByRole('button', { name: 'Change the keys: Start and stop talking' }).click()
    await row.getByText('Press the new keys').waitFor()
    await page.keyboard.press('Control+Alt+KeyT')
    await row.getByText('In use elsewhere.').waitFor()
    await row.getByRole('button', { name: 'Use Ctrl Alt P' }).click()
    await row.getByText('In use elsewhere.').waitFor({ state: 'hidden' })
    expect(await callsOf(page, 'hotkey.set')).toEqual([
      { action: 'toggle', shortcut: { key: 'KeyT', modifiers: ['control', 'alt'] } },
      { action: 'toggle', shortcut: { key: 'KeyP', modifiers: ['control', 'alt'] } },
    ])
    expect((await callsOf(page, 'hotkey.mode')).slice(-2)).toEqual([{ mode: 'record' }, { mode: 'use' }])
    await emit(page, 'hotkey.state', desktopHotkeys({ hold: 'seen' }))
    await page.getByText('Works, including hold').waitFor()
    await page.getByText('Hold to talk works everywhere on this desktop').waitFor()
  })

  it('stay as they were with Esc, which then leaves the settings open', async () => {
    const { page } = await open({ setUp: 'done' })
    await page.keyboard.press('Control+Comma')
    await showSection(page, 'hotkeys')
    await page.getByRole('button', { name: 'Change the keys: Talk while held' }).click()
    await page.getByText('Press the new key or a mouse side button').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Press the new key or a mouse side button').waitFor({ state: 'hidden' })
    expect(await callsOf(page, 'hotkey.set')).toEqual([])
    expect(await page.locator('[data-hotkey="hold"]').isVisible()).toBe(true)
  })
})
