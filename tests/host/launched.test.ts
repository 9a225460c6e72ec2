import { describe, expect, it, onTestFinished } from 'vitest'
import type { Desktop } from '../../src/main/platform/desktop'
import type { Launch } from '../../src/main/platform/launch'
import type { TrayVerb } from '../../src/main/platform/tray/tray-menu'
import { startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { paperDesktop } from '../support/paper-desktop'
import { oneDisplay, paperSmallWindows } from '../support/paper-popup-windows'

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

describe('Parley is started with an action', () => {
  it('and starts and stops talking', async () => {
    const { app, launch } = await scene()
    launch({ kind: 'talk', verb: 'start' })
    expect(app.told('talk.state').at(-1)?.phase).toBe('arming')
  })

  it('and waits for the page if it is a link, which is sent once, and goes to an open page at once', async () => {
    const { app, launch } = await scene()
    launch({ kind: 'link', target: { kind: 'settings', section: 'voice' } })
    expect(app.told('link.opened')).toEqual([])
    expect(await app.call('link.take', null)).toEqual({ target: { kind: 'settings', section: 'voice' } })
    expect(await app.call('link.take', null)).toEqual({ target: null })
    launch({ kind: 'link', target: { kind: 'questions' } })
    expect(app.told('link.opened')).toEqual([{ kind: 'questions' }])
  })

  it('and does nothing for what only shows Parley', async () => {
    const { app, launch } = await scene()
    await app.call('link.take', null)
    launch({ kind: 'show' })
    launch({ kind: 'hidden' })
    expect(app.told('link.opened')).toEqual([])
    expect(app.told('talk.state')).toEqual([])
  })
})

describe('the menu of the tray', () => {
  it('has the current actions, in the user’s language, and changes the icon with the state', async () => {
    const done: string[] = []
    let menu: readonly TrayVerb[] = []
    const shown: Parameters<Desktop['showInTray']>[0][] = []
    const { app } = await scene({
      setTrayMenu: (verbs) => {
        menu = verbs
      },
      showInTray: (state) => shown.push(state),
      bringToFront: () => done.push('in front'),
      quit: () => done.push('quit'),
    })
    await app.call('link.take', null)
    const press = (label: string) => menu.find((verb) => verb.label === label)?.act()
    press('Talk')
    expect(app.told('talk.state').at(-1)?.phase).toBe('arming')
    await expect.poll(() => menu[0]?.label).toBe('Stop talking and send')
    expect(shown.at(-1)).toEqual({ picture: 'thinking', tooltip: 'Parley is thinking' })
    await app.call('talk.cancel', null)
    press('Mute Parley’s voice')
    expect(app.told('voice.mute')).toEqual([{ muted: true }])
    await app.call('voice.muted', { muted: true })
    expect(menu[1]?.label).toBe('Unmute Parley’s voice')
    await expect.poll(() => shown.at(-1)?.picture).toBe('muted')
    press('Ask Parley')
    press('Questions')
    press('Quit')
    // without popup windows, and before the first run is done, a question is typed in the main window
    expect(done).toEqual(['in front', 'in front', 'quit'])
    expect(app.told('link.opened')).toEqual([{ kind: 'new', text: '' }, { kind: 'questions' }])
    await app.call('voice.muted', { muted: false })
    await app.call('settings.update', { language: 'ja' })
    await expect.poll(() => menu[0]?.label).toBe('話す')
    expect(menu.map(({ label }) => label)).toEqual([
      '話す',
      'Parleyの声をミュート',
      'Parleyに質問',
      '確認',
      'Parleyを開く',
      'インスペクター',
      '終了',
    ])
    expect(shown.at(-1)).toEqual({ picture: 'idle', tooltip: 'Parley' })
  })
})

describe('the quick question window', () => {
  it('comes on the pointer’s display, asks in a new conversation that the main window then shows, and keeps unsent text', async () => {
    const small = paperSmallWindows()
    const fronts: string[] = []
    let menu: readonly TrayVerb[] = []
    const { app } = await scene({
      small,
      bringToFront: () => fronts.push('in front'),
      setTrayMenu: (verbs) => {
        menu = verbs
      },
    })
    await app.call('settings.update', { setUp: 'done' })
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('text.send', { conversationId, text: 'Will it rain?' })
    const ask = () => menu.find(({ label }) => label === 'Ask Parley')?.act()
    ask()
    expect(small.standing.quick).toMatchObject({ x: 330, width: 620 })
    await app.call('quick.draft', { text: 'And tomo' })
    small.listener().left('quick')
    expect(small.standing.quick).toBeNull()
    // the pointer is on another display by now
    small.plug({ id: 'two', area: { x: 1280, y: 0, width: 1000, height: 800 } }, oneDisplay)
    ask()
    expect(small.standing.quick).toMatchObject({ x: 1280 + 190, width: 620 })
    expect(small.told.at(-1)).toMatchObject({ window: 'quick', name: 'quick.view', payload: { draft: 'And tomo' } })
    await app.call('quick.close', null)
    expect(small.standing.quick).toBeNull()
    ask()
    await app.call('quick.send', { text: 'And tomorrow?' })
    expect([small.standing.quick, fronts]).toEqual([null, ['in front']])
    const { conversations, currentConversationId } = await app.call('app.bootstrap', null)
    expect(conversations.length).toBe(2)
    expect(currentConversationId).not.toBe(conversationId)
    expect((await app.call('quick.open', null)).draft).toBe('')
  })
})

describe('closing the window', () => {
  it('asks until there is an answer, which is stored', async () => {
    const { app, closing } = await scene()
    expect(closing()?.way()).toBe('ask')
    closing()?.chosen('background')
    await app.until(() => app.told('settings.changed').some(({ closeWindow }) => closeWindow === 'background'))
    expect(closing()?.way()).toBe('background')
  })
})

describe('starting at login', () => {
  it('is asked of the system and shown as the system has it', async () => {
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

  it('that the system refuses is reported', async () => {
    const refuse = () => {
      throw new Error('EACCES')
    }
    const { app } = await scene({ atLogin: { isOn: () => false, set: refuse } })
    await expect(app.call('login.set', { on: true })).rejects.toThrow('login-not-set')
  })

  it('is not offered without a desktop', async () => {
    const app = await startInProcess({ fixtures: [await bundledFixture('weather')] })
    onTestFinished(() => app.remove())
    expect(await app.call('login.get', null)).toEqual({ on: null })
  })
})

describe('a page of the system settings', () => {
  it('is opened for the user, or reported if it can’t be', async () => {
    const opened: string[] = []
    const { app } = await scene({ openSystemSettings: async (page) => void opened.push(page) })
    await app.call('system.settings', { page: 'microphone' })
    expect(opened).toEqual(['microphone'])
    const elsewhere = await scene()
    await expect(elsewhere.app.call('system.settings', { page: 'keyboard' })).rejects.toThrow('system-settings-not-opened')
  })
})
