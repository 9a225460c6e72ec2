import { describe, expect, it, onTestFinished } from 'vitest'
import { takeHotkeys } from '../../src/main/platform/hotkeys/hotkey-service'
import type { BoundKeys, HotkeyOptions } from '../../src/main/platform/hotkeys/hotkey-types'
import { createShortcutPortal } from '../../src/main/platform/hotkeys/shortcut-portal'
import type { HotkeyState } from '../../src/shared/hotkeys/hotkey-state'
import { defaultHotkeys } from '../../src/shared/hotkeys/shortcut'
import { messageOf } from '../../src/shared/messages/message'
import { createFakeClock } from '../support/fake-clock'
import { type PortalBehaviour, type PortalDesktop, startPortalDesktop } from '../support/portal-desktop'

const f9 = { key: 'F9', modifiers: ['control'] } as const
const hotkeys = { ...defaultHotkeys, hold: f9 }

/** A Wayland desktop with a portal, or a bus without one, and Parley on it. */
async function scene(behaviour: PortalBehaviour = {}, environment?: Readonly<Record<string, string>>) {
  const desktop = await startPortalDesktop(behaviour)
  onTestFinished(() => desktop.close())
  const clock = createFakeClock()
  const heard: string[] = []
  const states: HotkeyState[] = []
  let count = 0
  const parts: HotkeyOptions = {
    operatingSystem: 'linux',
    facts: { wayland: true, display: true, accessibilityTrusted: true },
    loadHook: () => Promise.reject(new Error('not on Wayland')),
    shortcuts: { register: () => true, unregister: () => undefined },
    portal: createShortcutPortal({
      environment: environment ?? desktop.environment,
      clock,
      newToken() {
        count += 1
        return `token${count}`
      },
      locale: () => 'en-GB',
      report: (what) => heard.push(what),
    }),
    clock,
    report: () => undefined,
  }
  const listener = {
    press: () => heard.push('press'),
    release: () => heard.push('release'),
    toggle: () => heard.push('toggle'),
    cancel: () => heard.push('cancel'),
    away: () => undefined,
    woke: () => undefined,
    newQuestion: () => heard.push('new question'),
    sight: () => heard.push('sight'),
    seen: (action: string, what: string) => heard.push(`seen ${action} ${what}`),
    state: (state: HotkeyState) => void states.push(state),
  }
  const take = async () => {
    const keys = await takeHotkeys(parts, listener, hotkeys)
    onTestFinished(() => keys.dispose())
    return keys
  }
  const binding = (action: string) => states.at(-1)?.bindings.find((one) => one.action === action)
  return { desktop, clock, heard, states, parts, take, binding, listener }
}

/** Only asks the portal. */
async function ask({ parts }: Awaited<ReturnType<typeof scene>>, signal = new AbortController().signal): Promise<BoundKeys | undefined> {
  const listener = { heard: () => undefined, changed: () => undefined, closed: () => undefined }
  const bound = await parts.portal?.bind(hotkeys, listener, signal)
  if (bound?.kind === 'bound') onTestFinished(() => bound.dispose())
  return bound
}

const faultless = (desktop: PortalDesktop) => expect(desktop.violations).toEqual([])

describe('the keys of a Wayland desktop', () => {
  it('are requested once, each with its purpose, and are held, pressed and released everywhere', async () => {
    const { desktop, clock, heard, states, take, binding } = await scene({ triggers: { hold: 'Press <Control>F9' } })
    const keys = await take()
    expect(desktop.asked).toEqual(['Register', 'Get', 'CreateSession', 'BindShortcuts'])
    expect(Object.fromEntries(desktop.bound()[0] ?? [])).toEqual({
      hold: { description: 'Talk while held', trigger: 'CTRL+F9' },
      toggle: { description: 'Start and stop talking', trigger: 'CTRL+ALT+space' },
      newQuestion: { description: 'Ask Parley', trigger: 'CTRL+ALT+n' },
    })
    expect(states.at(-1)).toMatchObject({ mode: 'hold', global: true, keys: ['Press <Control>F9'], reason: null })
    expect(binding('hold')).toMatchObject({ backend: 'portal', hold: true, global: true, verified: null, problem: null })

    desktop.press('hold')
    await expect.poll(() => heard).toEqual(['press'])
    expect(binding('hold')?.verified).toBeNull()
    desktop.release('hold')
    await expect.poll(() => heard).toEqual(['press', 'release'])
    expect(binding('hold')?.verified).toBe(clock.now())
    desktop.press('toggle')
    desktop.release('toggle')
    desktop.press('newQuestion')
    await expect.poll(() => heard.slice(2)).toEqual(['toggle', 'new question'])
    keys.dispose()
    await expect.poll(() => desktop.openSessions()).toBe(0)
    faultless(desktop)
  })

  it('are requested again if the user chooses others in Parley, and are named as assigned if the user chooses in the desktop’s settings', async () => {
    const { desktop, take, binding } = await scene()
    const keys = await take()
    desktop.rebind('hold', 'SHIFT+F4')
    await expect.poll(() => binding('hold')?.keys).toEqual(['SHIFT+F4'])
    await keys.use({ ...hotkeys, hold: { key: 'F8', modifiers: ['meta'] } })
    expect(binding('hold')?.keys).toEqual(['LOGO+F8'])
    await expect.poll(() => desktop.openSessions()).toBe(1)
    faultless(desktop)
  })

  it('say so for an action to which the desktop assigns no key', async () => {
    const { desktop, take, binding, states } = await scene({ triggers: { hold: '' } })
    await take()
    expect(binding('hold')).toMatchObject({ problem: 'unsupported' })
    expect(states.at(-1)?.mode).toBe('toggle')
    faultless(desktop)
  })

  it.each<[string, PortalBehaviour]>([
    ['whose answer overtakes the call', { hasty: true }],
    ['that chooses the paths of its requests itself', { old: true }],
    ['that does not ask programs who they are', { noRegistry: true }],
  ])('are available from a portal %s', async (_name, behaviour) => {
    const run = await scene(behaviour)
    expect(await ask(run)).toMatchObject({ kind: 'bound', keys: { hold: 'CTRL+F9', toggle: 'CTRL+ALT+space' } })
    faultless(run.desktop)
  })

  it('are only reported by the portal', async () => {
    const { desktop, heard, take } = await scene()
    await take()
    await desktop.pretend('toggle')
    desktop.press('newQuestion')
    await expect.poll(() => heard).toEqual(['new question'])
  })
})

describe('without the portal’s keys', () => {
  it.each<[string, PortalBehaviour, Parameters<typeof messageOf>[0]]>([
    ['because the user said no', { user: 'refuses' }, 'portal-refused'],
    ['because it failed', { user: 'fails' }, 'portal-failed'],
    ['because it is one for other things', { without: true }, 'portal-missing'],
  ])('Parley falls back and says why: %s', async (_name, behaviour, reason) => {
    const { desktop, states, take, binding } = await scene(behaviour)
    await take()
    expect(states.at(-1)).toMatchObject({ mode: 'toggle', reason: messageOf(reason as 'portal-failed') })
    expect(binding('hold')).toMatchObject({ backend: 'none', hold: false, global: false, problem: 'unsupported' })
    expect(binding('toggle')).toMatchObject({ backend: 'shortcut', hold: false })
    await expect.poll(() => desktop.openSessions()).toBe(0)
    faultless(desktop)
  })

  it('a missing bus, and a bus without a portal, are reported as a missing portal', async () => {
    const gone = await scene({}, { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' })
    expect(await ask(gone)).toMatchObject({ kind: 'none', reason: messageOf('portal-missing') })
    expect(gone.heard).toEqual(['no session bus'])
    const left = await scene()
    left.desktop.leave()
    expect(await ask(left)).toMatchObject({ kind: 'none', reason: messageOf('portal-missing') })
    expect((await scene({}, { DBUS_SESSION_BUS_ADDRESS: 'disabled:' })).parts.portal).toBeNull()
  })

  it('a user who refused is only asked again about other keys', async () => {
    const { desktop, take } = await scene({ user: 'refuses' })
    const keys = await take()
    const asked = () => desktop.asked.filter((member) => member === 'BindShortcuts').length
    await keys.setMode('record')
    await keys.setMode('use')
    expect(asked()).toBe(1)
    desktop.behave({})
    await keys.use({ ...hotkeys, hold: { key: 'F8', modifiers: [] } })
    expect(asked()).toBe(2)
    faultless(desktop)
  })

  it('the app continues while the user has not answered; other keys cancel the request', async () => {
    const { desktop, clock, states, parts, listener } = await scene({ user: 'waits' })
    const taking = takeHotkeys(parts, listener, hotkeys)
    await expect.poll(() => desktop.asked.at(-1)).toBe('BindShortcuts')
    expect(states).toEqual([])
    clock.advance(3000)
    const keys = await taking
    onTestFinished(() => keys.dispose())
    desktop.behave({})
    await keys.use({ ...hotkeys, hold: { key: 'F8', modifiers: [] } })
    expect(states.at(-1)).toMatchObject({ mode: 'hold', keys: ['F8'] })
    expect(desktop.asked).toContain('Close')
    await expect.poll(() => desktop.openSessions()).toBe(1)
    faultless(desktop)
  })

  it('keys that the desktop withdraws end the held talk, are requested again, and are given up when that happens again', async () => {
    const { desktop, heard, states, take } = await scene()
    await take()
    desktop.press('hold')
    await expect.poll(() => heard).toEqual(['press'])
    desktop.closeSessions()
    await expect.poll(() => heard).toEqual(['press', 'release'])
    await expect.poll(() => desktop.openSessions()).toBe(1)
    await expect.poll(() => states.at(-1)?.mode).toBe('hold')
    desktop.closeSessions()
    await expect.poll(() => states.at(-1)).toMatchObject({ mode: 'toggle', reason: messageOf('portal-closed') })
    expect(desktop.openSessions()).toBe(0)
    faultless(desktop)
  })

  it('a portal that ends takes its keys with it', async () => {
    const { desktop, states, take } = await scene()
    await take()
    desktop.leave()
    await expect.poll(() => states.at(-1)).toMatchObject({ mode: 'toggle', reason: messageOf('portal-missing') })
  })
})
