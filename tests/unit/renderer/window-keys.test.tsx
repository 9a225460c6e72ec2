// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { AppMenu } from '../../../src/renderer/commands/app-menu'
import { WindowKeyRow } from '../../../src/renderer/hotkeys/window-key-row'
import { MuteButton } from '../../../src/renderer/voice/mute-button'
import { drawnPart } from '../../support/drawn-part'

const { place, asked, show } = drawnPart()

const button = (name: string): HTMLButtonElement => {
  const found = [...place().querySelectorAll('button')].find((one) => one.textContent === name || one.getAttribute('aria-label') === name)
  if (found === undefined) throw new Error(`there is no button ${name}`)
  return found
}
const keys = (): string => [...place().querySelectorAll('kbd')].map((cap) => cap.textContent).join(' ')
const changes = () => asked.filter(({ name }) => name === 'settings.update').map(({ payload }) => payload)

/** Presses keys while they are recorded. */
async function record(key: string, more: KeyboardEventInit = {}): Promise<void> {
  await act(async () => button('Change the keys: New conversation').click())
  await act(async () => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...more }))
  })
}

describe('a key of the window', () => {
  it('is changed by pressing others, which have no other effect meanwhile, and can be reset', async () => {
    await show(<WindowKeyRow id="newConversation" afterwards="use" />, {})
    expect(keys()).toBe('Ctrl N')
    await record('T', { code: 'KeyT', ctrlKey: true, shiftKey: true })
    expect(asked.map(({ name, payload }) => `${name} ${JSON.stringify(payload)}`)).toEqual([
      'hotkey.mode {"mode":"record"}',
      'hotkey.mode {"mode":"use"}',
      'settings.update {"shortcuts":{"newConversation":["Mod","Shift","T"]}}',
    ])
    expect(keys()).toBe('Ctrl Shift T')
    await act(async () => button('Reset the keys: New conversation').click())
    expect(keys()).toBe('Ctrl N')
    expect(changes().at(-1)).toEqual({ shortcuts: {} })
  })

  it.each([
    ['b', { code: 'KeyB', ctrlKey: true }, 'Already used for “Show or hide the sidebar”.'],
    ['n', { code: 'KeyN', ctrlKey: true, altKey: true }, 'Already used for “Ask Parley”.'],
    ['q', { code: 'KeyQ', ctrlKey: true }, 'The system uses these keys itself.'],
    ['j', { code: 'KeyJ' }, 'This key types or moves the cursor. Add Ctrl or Cmd.'],
  ])('that can’t be used is refused with the reason and free ones: %s', async (key, more, reason) => {
    await show(<WindowKeyRow id="newConversation" afterwards="use" />, {})
    await record(key, more)
    expect(changes()).toEqual([])
    expect(place().querySelector('[role=alert]')?.textContent).toContain(reason)
    const free = place().querySelector<HTMLButtonElement>('[aria-label^="Use "]')
    await act(async () => free?.click())
    expect(changes()).toHaveLength(1)
    expect(place().querySelector('[role=alert]')).toBeNull()
  })

  it('is no mouse button, which can only be held to talk', async () => {
    await show(<WindowKeyRow id="newConversation" afterwards="use" />, {})
    await act(async () => button('Change the keys: New conversation').click())
    await act(async () => {
      window.dispatchEvent(new MouseEvent('mousedown', { button: 3, cancelable: true }))
    })
    expect(place().querySelector('[role=alert]')?.textContent).toBe('A mouse button can only be held to talk.')
    expect(changes()).toEqual([])
  })

  it('stays unchanged with Esc', async () => {
    await show(<WindowKeyRow id="newConversation" afterwards="test" />, {})
    await record('Escape', { code: 'Escape' })
    expect(asked.at(-1)).toEqual({ name: 'hotkey.mode', payload: { mode: 'test' } })
    expect(keys()).toBe('Ctrl N')
  })

  it('is shown as chosen next to the button that does the same', async () => {
    await show(<MuteButton />, {}, 'en', { shortcuts: { mute: ['Mod', 'Alt', 'M'] } })
    expect(place().querySelector('button')?.getAttribute('aria-keyshortcuts')).toBe('Control+Alt+M')
  })

  it('is shown as chosen in the menu', async () => {
    const shortcuts = { newConversation: ['Mod', 'Alt', 'J'] }
    await show(<AppMenu />, {}, 'en', { shortcuts })
    await act(async () => button('Menu').click())
    const line = [...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent?.startsWith('New conversation'))
    expect(line?.textContent).toBe('New conversationCtrlAltJ')
  })
})
