import { describe, expect, it } from 'vitest'
import { desktopFacts, holdObstacle } from '../../../src/main/hotkeys/hotkey-plan'
import { type HotkeyParts, rightControl, takeHotkey, toggleShortcut } from '../../../src/main/hotkeys/hotkey-service'
import type { KeyEvent } from '../../../src/main/hotkeys/key-event'
import type { HotkeyState } from '../../../src/shared/ipc/schemas'
import { createFakeClock } from '../../support/fake-clock'

/** A desktop with a keyboard of ours: what it allows is chosen, what happens is written down. */
function desktop(changes: {
  readonly wayland?: boolean
  readonly hook?: 'works' | 'does not load' | 'does not start'
  readonly shortcutTaken?: boolean
}) {
  const clock = createFakeClock()
  const heard: string[] = []
  const states: HotkeyState[] = []
  const registered = new Map<string, () => void>()
  let onKey: ((event: KeyEvent) => void) | null = null
  const parts: HotkeyParts = {
    facts: { wayland: changes.wayland ?? false, display: true, accessibilityTrusted: true },
    async loadHook() {
      if (changes.hook === 'does not load') throw new Error('wrong architecture')
      return {
        start(onEvent) {
          if (changes.hook === 'does not start') throw new Error('no permission')
          onKey = onEvent
        },
        stop() {
          onKey = null
        },
      }
    },
    shortcuts: {
      register(shortcut, onPress) {
        if (changes.shortcutTaken === true) return false
        registered.set(shortcut, onPress)
        return true
      },
      unregister: (shortcut) => void registered.delete(shortcut),
    },
    clock,
    report: (what) => heard.push(`report: ${what}`),
  }
  const listener = {
    press: () => heard.push('press'),
    release: () => heard.push('release'),
    toggle: () => heard.push('toggle'),
    cancel: () => heard.push('cancel'),
    away: () => heard.push('away'),
    woke: () => heard.push('woke'),
    state: (state: HotkeyState) => void states.push(state),
  }
  return {
    clock,
    heard,
    states,
    registered,
    take: () => takeHotkey(parts, listener),
    key: (event: KeyEvent) => onKey?.(event),
    watched: () => onKey !== null,
  }
}

const rightCtrlDown: KeyEvent = { type: 'down', key: rightControl.key, modifiers: ['control'] }
const rightCtrlUp: KeyEvent = { type: 'up', key: rightControl.key, modifiers: [] }

describe('the talk key', () => {
  it('is Right Ctrl, held, where the desktop lets it be watched', async () => {
    const { take, key, heard, states, registered } = desktop({})
    await take()
    key(rightCtrlDown)
    key(rightCtrlDown)
    key(rightCtrlUp)
    expect(heard).toEqual(['press', 'release'])
    expect(states).toEqual([{ mode: 'hold', global: true, keys: ['Right Ctrl'], reason: null }])
    expect(registered.size).toBe(0)
  })

  it.each([
    ['on Wayland', { wayland: true }, /Wayland/],
    ['when the watcher does not load', { hook: 'does not load' as const }, /does not let Parley watch/],
    ['when the watcher does not start', { hook: 'does not start' as const }, /does not let Parley watch/],
  ])('is a shortcut that switches %s, and says why', async (_name, changes, reason) => {
    const { take, states, registered } = desktop(changes)
    await take()
    expect(states).toEqual([{ mode: 'toggle', global: true, keys: ['Ctrl', 'Alt', 'Space'], reason: expect.stringMatching(reason) }])
    expect([...registered.keys()]).toEqual([toggleShortcut])
  })

  it('is none when the shortcut is taken too, and says what to do', async () => {
    const { take, states } = desktop({ wayland: true, shortcutTaken: true })
    const taken = await take()
    expect(states).toEqual([{ mode: 'none', global: false, keys: [], reason: expect.stringContaining('Ctrl+Alt+Space is taken') }])
    taken.dispose()
  })

  it('as a shortcut switches once for one press, however long it is held', async () => {
    const { take, registered, clock, heard } = desktop({ wayland: true })
    await take()
    const press = registered.get(toggleShortcut) ?? (() => undefined)
    press()
    clock.advance(660)
    for (let repeat = 0; repeat < 30; repeat++) {
      press()
      clock.advance(40)
    }
    expect(heard).toEqual(['toggle'])
    clock.advance(750)
    press()
    expect(heard).toEqual(['toggle', 'toggle'])
  })

  it('is given back at the end, twice without harm', async () => {
    const held = desktop({})
    const hook = await held.take()
    hook.dispose()
    hook.dispose()
    expect(held.watched()).toBe(false)

    const switched = desktop({ wayland: true })
    const shortcut = await switched.take()
    shortcut.dispose()
    shortcut.dispose()
    expect(switched.registered.size).toBe(0)
  })
})

describe('what a desktop allows', () => {
  it.each([
    ['X11', 'linux', { DISPLAY: ':0' }, true, null],
    ['Wayland by its session', 'linux', { DISPLAY: ':0', XDG_SESSION_TYPE: 'wayland' }, true, /Wayland/],
    ['Wayland by its socket', 'linux', { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, true, /Wayland/],
    ['no display', 'linux', {}, true, /no display/],
    ['an empty display', 'linux', { DISPLAY: '' }, true, /no display/],
    ['Windows', 'win32', {}, true, null],
    ['macOS before it is allowed', 'darwin', {}, false, /Accessibility/],
    ['macOS', 'darwin', {}, true, null],
  ] as const)('on %s is read from its facts', (_name, operatingSystem, environment, trusted, reason) => {
    const obstacle = holdObstacle(desktopFacts(operatingSystem, environment, trusted))
    if (reason === null) expect(obstacle).toBeNull()
    else expect(obstacle).toMatch(reason)
  })
})
