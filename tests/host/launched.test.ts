import { describe, expect, it, onTestFinished } from 'vitest'
import type { Launch } from '../../src/main/control/launch'
import type { Desktop } from '../../src/main/desktop'
import type { TrayVerb } from '../../src/main/window/tray-menu'
import { startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { paperDesktop } from '../support/paper-desktop'

/** The app on a desktop from which it is started, closed and asked. */
async function scene(lent: Partial<Desktop> = {}) {
  let launch: (one: Launch) => void = () => undefined
  let closing: Parameters<Desktop['onClosing']>[0] | null = null
  const desktop = paperDesktop({
    onLaunch: (heard) => {
      launch = heard
    },
    onClosing: (next) => {
      closing = next
    },
    ...lent,
  })
  const app = await startInProcess({ fixtures: [await bundledFixture('weather')], desktop })
  onTestFinished(() => app.remove())
  return { app, launch: (one: Launch) => launch(one), closing: () => closing }
}

describe('what Parley is started for', () => {
  it('begins and ends talking', async () => {
    const { app, launch } = await scene()
    launch({ kind: 'talk', verb: 'start' })
    expect(app.told('talk.state').at(-1)?.phase).toBe('arming')
  })

  it('waits for the page when it is a link, is told once, and goes to an open page at once', async () => {
    const { app, launch } = await scene()
    launch({ kind: 'link', target: { kind: 'settings', section: 'voice' } })
    expect(app.told('link.opened')).toEqual([])
    expect(await app.call('link.take', null)).toEqual({ target: { kind: 'settings', section: 'voice' } })
    expect(await app.call('link.take', null)).toEqual({ target: null })
    launch({ kind: 'link', target: { kind: 'questions' } })
    expect(app.told('link.opened')).toEqual([{ kind: 'questions' }])
  })

  it('does nothing for what only shows Parley', async () => {
    const { app, launch } = await scene()
    await app.call('link.take', null)
    launch({ kind: 'show' })
    launch({ kind: 'hidden' })
    expect(app.told('link.opened')).toEqual([])
    expect(app.told('talk.state')).toEqual([])
  })
})

describe('the menu of the tray', () => {
  it('talks, asks, shows the questions and ends, in the language of the user', async () => {
    const done: string[] = []
    let menu: readonly TrayVerb[] = []
    const { app } = await scene({
      setTrayMenu: (verbs) => {
        menu = verbs
      },
      bringToFront: () => done.push('in front'),
      quit: () => done.push('quit'),
    })
    await app.call('link.take', null)
    const press = (label: string) => menu.find((verb) => verb.label === label)?.act()
    press('Start or stop talking')
    expect(app.told('talk.state').at(-1)?.phase).toBe('arming')
    press('New question')
    press('Questions')
    press('Quit')
    expect(done).toEqual(['in front', 'in front', 'quit'])
    expect(app.told('link.opened')).toEqual([{ kind: 'new', text: '' }, { kind: 'questions' }])
    await app.call('settings.update', { language: 'ja' })
    expect(menu.map(({ label }) => label)).toEqual(['話し始める・終える', '新しい質問', '確認', 'Parleyを開く', '終了'])
  })
})

describe('closing the window', () => {
  it('is asked about until there is an answer, which is kept', async () => {
    const { app, closing } = await scene()
    expect(closing()?.way()).toBe('ask')
    closing()?.chosen('background')
    await app.until(() => app.told('settings.changed').some(({ closeWindow }) => closeWindow === 'background'))
    expect(closing()?.way()).toBe('background')
  })
})

describe('starting at login', () => {
  it('is asked of the system and told as the system has it', async () => {
    let on = false
    const { app } = await scene({
      atLogin: {
        isOn: () => on,
        set: (wanted) => {
          on = wanted
        },
      },
    })
    expect(await app.call('login.get', null)).toEqual({ on: false })
    expect(await app.call('login.set', { on: true })).toEqual({ on: true })
    expect(on).toBe(true)
  })

  it('that the system refuses is said', async () => {
    const refuse = () => {
      throw new Error('EACCES')
    }
    const { app } = await scene({ atLogin: { isOn: () => false, set: refuse } })
    await expect(app.call('login.set', { on: true })).rejects.toThrow('login-not-set')
  })

  it('is not offered where there is no desktop', async () => {
    const app = await startInProcess({ fixtures: [await bundledFixture('weather')] })
    onTestFinished(() => app.remove())
    expect(await app.call('login.get', null)).toEqual({ on: null })
  })
})
