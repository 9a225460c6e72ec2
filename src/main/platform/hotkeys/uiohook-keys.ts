import type { UiohookKeyboardEvent, UiohookMouseEvent } from 'uiohook-napi'
import { mouseButtonCode } from './key-codes'
import type { KeyEvent, KeyHook, Modifier } from './key-event'

/**
 * The keys of the whole desktop through libuiohook, loaded only here and on demand: if its compiled part does not load, this rejects
 * and the app continues without it.
 */
export async function loadUiohookKeys(): Promise<KeyHook> {
  const { uIOhook } = await import('uiohook-napi')
  let running = false
  return {
    start(onEvent) {
      uIOhook.on('keydown', (event) => onEvent(keyEvent('down', event)))
      uIOhook.on('keyup', (event) => onEvent(keyEvent('up', event)))
      uIOhook.on('mousedown', (event) => onEvent(buttonEvent('down', event) ?? { type: 'other' }))
      uIOhook.on('mouseup', (event) => {
        const up = buttonEvent('up', event)
        if (up !== null) onEvent(up)
      })
      uIOhook.on('wheel', () => onEvent({ type: 'other' }))
      try {
        uIOhook.start()
        running = true
      } catch (error) {
        uIOhook.removeAllListeners()
        throw error
      }
    },
    stop() {
      if (!running) return
      running = false
      uIOhook.removeAllListeners()
      uIOhook.stop()
    },
  }
}

/** A side button of the mouse as a key; null for the other buttons, which everybody needs. */
function buttonEvent(type: 'down' | 'up', event: UiohookMouseEvent): KeyEvent | null {
  const key = mouseButtonCode(Number(event.button))
  return key === null ? null : { type, key, modifiers: modifiersOf(event) }
}

function keyEvent(type: 'down' | 'up', event: UiohookKeyboardEvent): KeyEvent {
  return { type, key: event.keycode, modifiers: modifiersOf(event) }
}

function modifiersOf(event: UiohookKeyboardEvent | UiohookMouseEvent): readonly Modifier[] {
  const flags: readonly (readonly [Modifier, boolean])[] = [
    ['control', event.ctrlKey],
    ['alt', event.altKey],
    ['shift', event.shiftKey],
    ['meta', event.metaKey],
  ]
  return flags.filter(([, down]) => down).map(([modifier]) => modifier)
}
