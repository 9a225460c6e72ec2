import { describe, expect, it } from 'vitest'
import { createSightCommands } from '../../../src/main/desktop/sight-hotkey'
import type { Emit } from '../../../src/main/lib/emit'
import { desktopFacts, holdObstacle } from '../../../src/main/platform/hotkeys/hotkey-plan'
import { takeHotkeys } from '../../../src/main/platform/hotkeys/hotkey-service'
import type { HotkeyOptions } from '../../../src/main/platform/hotkeys/hotkey-types'
import type { KeyEvent } from '../../../src/main/platform/hotkeys/key-event'
import type { HotkeyBinding, HotkeyState } from '../../../src/shared/hotkeys/hotkey-state'
import { defaultHotkeys, hotkeysSchema } from '../../../src/shared/hotkeys/shortcut'
import { messageOf } from '../../../src/shared/messages/message'
import { createFakeClock } from '../../support/fake-clock'

/** A desktop with a fake keyboard: the test chooses what it allows, and its events are recorded. */
function desktop(changes: {
  readonly wayland?: boolean
  readonly hook?: 'works' | 'does not load' | 'does not start'
  /** the system's names of shortcuts that another program uses */
  readonly taken?: readonly string[]
}) {
  const clock = createFakeClock()
  const heard: string[] = []
  const states: HotkeyState[] = []
  const registered = new Map<string, () => void>()
  let onKey: ((event: KeyEvent) => void) | null = null
  const parts: HotkeyOptions = {
    operatingSystem: 'linux',
    portal: null,
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
        if (registered.has(shortcut) || changes.taken?.includes(shortcut)) return false
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
    newQuestion: () => heard.push('new question'),
    sight: () => heard.push('sight'),
    seen: (action: string, what: string) => heard.push(`seen ${action} ${what}`),
    state: (state: HotkeyState) => void states.push(state),
  }
  return {
    clock,
    heard,
    states,
    registered,
    take: () => takeHotkeys(parts, listener, defaultHotkeys),
    binding: (action: string): HotkeyBinding | undefined => states.at(-1)?.bindings.find((one) => one.action === action),
    key: (event: KeyEvent) => onKey?.(event),
    watched: () => onKey !== null,
  }
}

const rightCtrl = 0x0e1d
const rightCtrlDown: KeyEvent = { type: 'down', key: rightCtrl, modifiers: ['control'] }
const rightCtrlUp: KeyEvent = { type: 'up', key: rightCtrl, modifiers: [] }
const f9 = { key: 'F9', modifiers: [] } as const
const toggleShortcut = 'Control+Alt+Space'

describe('the talk key', () => {
  it('is Right Ctrl, held, if the desktop allows watching it', async () => {
    const { take, key, heard, states } = desktop({})
    await take()
    key(rightCtrlDown)
    key(rightCtrlDown)
    key(rightCtrlUp)
    expect(heard).toEqual(['press', 'release'])
    expect(states.at(-1)).toMatchObject({ mode: 'hold', global: true, keys: ['Right Ctrl'], reason: null })
  })

  it.each([
    ['on Wayland', { wayland: true }, 'wayland-no-hold'],
    ['when the watcher does not load', { hook: 'does not load' as const }, 'hold-not-watched'],
    ['when the watcher does not start', { hook: 'does not start' as const }, 'hold-not-watched'],
  ])('is a start-stop shortcut %s, and says why', async (_name, changes, reason) => {
    const { take, states, binding } = desktop(changes)
    await take()
    expect(states).toHaveLength(1)
    expect(states[0]).toMatchObject({ mode: 'toggle', global: true, keys: ['Ctrl', 'Alt', 'Space'], reason: { code: reason } })
    expect(binding('hold')).toMatchObject({ hold: false, global: false, problem: 'unsupported' })
  })

  it('is none if the shortcut is taken too, and says what to do', async () => {
    const { take, states } = desktop({ wayland: true, taken: [toggleShortcut] })
    const taken = await take()
    expect(states.at(-1)).toMatchObject({
      mode: 'none',
      global: false,
      keys: [],
      reason: messageOf('shortcut-taken', { obstacle: messageOf('wayland-no-hold'), keys: 'Ctrl+Alt+Space' }),
    })
    taken.dispose()
  })

  it('as a shortcut starts or stops once for one press, however long it is held', async () => {
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

  it('is released at the end, twice without harm', async () => {
    const own = desktop({})
    const taken = await own.take()
    taken.dispose()
    taken.dispose()
    expect(own.watched()).toBe(false)
    expect(own.registered.size).toBe(0)
  })
})

describe('each key', () => {
  it('reports its reach, and that it works only after a real press, with its release if it is held', async () => {
    const { take, key, clock, binding, registered } = desktop({})
    await take()
    expect(binding('hold')).toMatchObject({ backend: 'hook', hold: true, global: true, verified: null, problem: null })
    expect(binding('toggle')).toMatchObject({ backend: 'shortcut', hold: false, global: true, verified: null })
    key(rightCtrlDown)
    expect(binding('hold')?.verified).toBeNull()
    clock.advance(800)
    key(rightCtrlUp)
    expect(binding('hold')?.verified).toBe(clock.now())
    registered.get(toggleShortcut)?.()
    expect(binding('toggle')?.verified).toBe(clock.now())
    expect(binding('newQuestion')?.verified).toBeNull()
  })

  it('that was cancelled as part of a shortcut does not count as verified', async () => {
    const { take, key, heard, binding } = desktop({})
    await take()
    key(rightCtrlDown)
    key({ type: 'down', key: 0x2e, modifiers: ['control'] })
    key(rightCtrlUp)
    expect(heard).toEqual(['press', 'cancel'])
    expect(binding('hold')?.verified).toBeNull()
  })

  it('that another program uses is reported, and the others work', async () => {
    const { take, binding, registered, heard } = desktop({ taken: ['Control+Alt+N'] })
    await take()
    expect(binding('newQuestion')).toMatchObject({ keys: ['Ctrl', 'Alt', 'N'], global: false, problem: 'taken' })
    registered.get(toggleShortcut)?.()
    expect(heard).toEqual(['toggle'])
  })

  it('can be changed: the old one does nothing, and the new one has to be verified', async () => {
    const { take, key, heard, binding, registered } = desktop({})
    const taken = await take()
    key(rightCtrlDown)
    key(rightCtrlUp)
    await taken.use({ hold: f9, toggle: { key: 'KeyP', modifiers: ['control', 'alt'] }, newQuestion: null, sight: null })
    expect(binding('hold')).toMatchObject({ keys: ['F9'], verified: null })
    expect(binding('newQuestion')).toMatchObject({ shortcut: null, keys: [], problem: null })
    expect([...registered.keys()]).toEqual(['Control+Alt+P'])
    heard.length = 0
    key(rightCtrlDown)
    key(rightCtrlUp)
    key({ type: 'down', key: 67, modifiers: [] })
    key({ type: 'up', key: 67, modifiers: [] })
    expect(heard).toEqual(['press', 'release'])
  })

  it('that is held while it is changed counts as released', async () => {
    const { take, key, heard } = desktop({})
    const taken = await take()
    key(rightCtrlDown)
    await taken.use({ ...defaultHotkeys, hold: f9 })
    expect(heard).toEqual(['press', 'release'])
  })

  it('shows the screen by a key of its own only if the user chose one; settings of before have none', async () => {
    const { take, heard, registered } = desktop({})
    const { sight, ...before } = defaultHotkeys
    expect(sight).toBeNull()
    expect(hotkeysSchema.parse(before)).toEqual(defaultHotkeys)
    const taken = await take()
    const shortcut = { key: 'KeyL', modifiers: ['control', 'alt'] as const }
    expect(registered.has('Control+Alt+L')).toBe(false)
    await taken.use({ ...defaultHotkeys, sight: shortcut })
    registered.get('Control+Alt+L')?.()
    expect(heard.at(-1)).toBe('sight')
  })

  it('that shows the screen stops at once what Gemini sees, and otherwise has the page begin', () => {
    const done: string[] = []
    const emit: Emit = (name, payload) => done.push(`${name} ${JSON.stringify(payload)}`)
    const on = { phase: 'asking', sightId: 's-1', conversationId: 'c-1', source: { sourceId: 'screen', kind: 'screen', name: '' } } as const
    const stop = (reason: string) => done.push(reason)
    const clock = createFakeClock()
    createSightCommands({ clock, sight: { view: () => on, stop }, emit }).hotkey()
    const commands = createSightCommands({ clock, sight: { view: () => ({ phase: 'off', ended: null }), stop }, emit })
    expect(commands.take()).toBe(false)
    commands.hotkey()
    expect(done).toEqual(['stopped', 'app.command {"command":"showScreen"}'])
    expect([commands.take(), commands.take()]).toEqual([true, false])
    commands.menu('showScreen')
    clock.advance(2001)
    expect(commands.take()).toBe(false)
  })

  it('only reports while it is tested, and does nothing while new keys are recorded', async () => {
    const { take, key, heard, registered, binding } = desktop({})
    const taken = await take()
    await taken.setMode('test')
    key(rightCtrlDown)
    key(rightCtrlUp)
    registered.get('Control+Alt+N')?.()
    expect(heard).toEqual(['seen hold press', 'seen hold release', 'seen newQuestion press'])
    await taken.setMode('record')
    expect(registered.size).toBe(0)
    key(rightCtrlDown)
    key(rightCtrlUp)
    expect(heard).toHaveLength(3)
    await taken.setMode('use')
    registered.get('Control+Alt+N')?.()
    expect(heard.at(-1)).toBe('new question')
    expect(binding('hold')?.verified).not.toBeNull()
  })

  it('can be tried before it is chosen, without taking it from other programs', async () => {
    const { take, registered } = desktop({ taken: ['Control+F9'] })
    const taken = await take()
    expect(await taken.tryOut('toggle', { key: 'F9', modifiers: ['control'] })).toBe('taken')
    expect(await taken.tryOut('toggle', { key: 'F8', modifiers: ['control'] })).toBe('free')
    expect(await taken.tryOut('hold', f9)).toBe('free')
    expect(registered.has('Control+F8')).toBe(false)
    const wayland = await desktop({ wayland: true }).take()
    expect(await wayland.tryOut('hold', f9)).toBe('unsupported')
  })
})

describe('what a desktop allows', () => {
  it.each([
    ['X11', 'linux', { DISPLAY: ':0' }, true, null],
    ['Wayland by its session', 'linux', { DISPLAY: ':0', XDG_SESSION_TYPE: 'wayland' }, true, 'wayland-no-hold'],
    ['Wayland by its socket', 'linux', { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, true, 'wayland-no-hold'],
    ['no display', 'linux', {}, true, 'no-display'],
    ['an empty display', 'linux', { DISPLAY: '' }, true, 'no-display'],
    ['Windows', 'win32', {}, true, null],
    ['macOS before it is allowed', 'darwin', {}, false, 'keyboard-not-trusted'],
    ['macOS', 'darwin', {}, true, null],
  ] as const)('on %s is detected', (_name, operatingSystem, environment, trusted, reason) => {
    const obstacle = holdObstacle(desktopFacts(operatingSystem, environment, trusted))
    if (reason === null) expect(obstacle).toBeNull()
    else expect(obstacle).toEqual(messageOf(reason))
  })
})
