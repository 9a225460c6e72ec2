import { describe, expect, it } from 'vitest'
import { createHotkeyHandlers } from '../../../src/main/desktop/hotkey-handlers'
import { acceleratorOf, holdCombination } from '../../../src/main/platform/hotkeys/key-codes'
import { noHotkeysHeld } from '../../../src/main/platform/platform'
import { defaultHotkeys, type Hotkeys, keyNames, keysOf, type Shortcut, shortcutFault } from '../../../src/shared/hotkeys/shortcut'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'
import type { Settings } from '../../../src/shared/ipc/schemas'
import { success } from '../../../src/shared/lib/result'

/** The choice of keys on a desktop where other programs use these, in Electron's notation. */
function choice(taken: readonly string[] = []) {
  let settings: Settings = defaultSettings
  const used: Hotkeys[] = []
  const handlers = createHotkeyHandlers({
    settings: {
      current: () => settings,
      async update(change) {
        settings = { ...settings, ...(change as Partial<Settings>) }
        used.push(settings.hotkeys)
        return success(settings)
      },
    },
    keys: () => ({
      ...noHotkeysHeld,
      tryOut: async (_action, shortcut) => (taken.includes(acceleratorOf(shortcut)) ? 'taken' : 'free'),
    }),
  })
  return { set: handlers['hotkey.set'], reset: handlers['hotkey.reset'], kept: () => settings.hotkeys, used }
}

const controlAlt = (key: string): Shortcut => ({ key, modifiers: ['control', 'alt'] })

describe('another key', () => {
  it('is stored and used at once', async () => {
    const { set, kept, used } = choice()
    expect(await set({ action: 'hold', shortcut: { key: 'F9', modifiers: [] } })).toEqual({ kind: 'taken-over' })
    expect(kept()).toEqual({ ...defaultHotkeys, hold: { key: 'F9', modifiers: [] } })
    expect(used).toEqual([kept()])
  })

  it('that another program uses is refused with free alternatives, and the old one stays', async () => {
    const { set, kept, used } = choice(['Control+Alt+T', 'Control+Alt+P'])
    const answer = await set({ action: 'toggle', shortcut: controlAlt('KeyT') })
    expect(answer).toMatchObject({ kind: 'refused', why: 'taken', free: [controlAlt('Space'), { key: 'F9', modifiers: ['control'] }] })
    expect(kept()).toEqual(defaultHotkeys)
    expect(used).toEqual([])
  })

  it('that is already used in Parley is refused with its action', async () => {
    const answer = await choice().set({ action: 'newQuestion', shortcut: { key: 'Space', modifiers: ['alt', 'control'] } })
    expect(answer).toMatchObject({ kind: 'refused', why: 'same', holder: 'toggle' })
  })

  it.each([
    ['writes a letter everywhere', 'toggle', { key: 'KeyA', modifiers: [] }, 'types'],
    ['writes a capital letter everywhere', 'hold', { key: 'KeyA', modifiers: ['shift'] }, 'types'],
    ['is a modifier that cannot be pressed alone', 'toggle', { key: 'ControlRight', modifiers: [] }, 'modifier-alone'],
    ['is a button of the mouse, which cannot be a shortcut', 'newQuestion', { key: 'Mouse4', modifiers: [] }, 'mouse'],
    ['is not known', 'hold', { key: 'LaunchMail', modifiers: [] }, 'unknown'],
  ] as const)('that %s is refused', async (_what, action, shortcut, why) => {
    expect(await choice().set({ action, shortcut })).toMatchObject({ kind: 'refused', why })
  })

  it('can be none, and the default again', async () => {
    const { set, reset, kept } = choice()
    await set({ action: 'toggle', shortcut: null })
    expect(kept().toggle).toBeNull()
    await reset({ action: 'toggle' })
    expect(kept()).toEqual(defaultHotkeys)
  })
})

describe('the names of keys', () => {
  it('are known to the watcher for every key that can be chosen', () => {
    const unknown = Object.keys(keyNames).filter((key) => holdCombination({ key, modifiers: [] }) === null)
    expect(unknown).toEqual([])
    expect(holdCombination({ key: 'F13', modifiers: [] })?.key).toBe(91)
    expect(holdCombination({ key: 'KeyM', modifiers: [] })?.key).toBe(50)
    expect(holdCombination({ key: 'Digit0', modifiers: [] })?.key).toBe(11)
  })

  it('are written as each system writes them', () => {
    expect(keysOf({ key: 'KeyP', modifiers: ['alt', 'control'] }, 'linux')).toEqual(['Ctrl', 'Alt', 'P'])
    expect(keysOf({ key: 'AltRight', modifiers: [] }, 'darwin')).toEqual(['Right Option'])
    expect(keysOf({ key: 'MetaLeft', modifiers: [] }, 'darwin')).toEqual(['Left Cmd'])
    expect(shortcutFault('hold', { key: 'AltRight', modifiers: [] })).toBeNull()
  })

  it('are none for a name that every object has', () => {
    const key = 'constructor'
    expect(shortcutFault('sight', { key, modifiers: ['control'] })).toBe('unknown')
    expect(keysOf({ key, modifiers: ['control'] }, 'darwin')).toEqual(['Ctrl', 'constructor'])
  })
})
