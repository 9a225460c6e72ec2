import type { UiohookKeyboardEvent } from 'uiohook-napi'
import type { KeyEvent, KeyHook, Modifier } from './key-event'

/**
 * The keys of the whole desktop through libuiohook, loaded only here and now: where its compiled part does not load, this
 * rejects and the app goes on without it.
 */
export async function loadUiohookKeys(): Promise<KeyHook> {
  const { uIOhook } = await import('uiohook-napi')
  let running = false
  return {
    start(onEvent) {
      uIOhook.on('keydown', (event) => onEvent(keyEvent('down', event)))
      uIOhook.on('keyup', (event) => onEvent(keyEvent('up', event)))
      uIOhook.on('mousedown', () => onEvent({ type: 'other' }))
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

function keyEvent(type: 'down' | 'up', event: UiohookKeyboardEvent): KeyEvent {
  const flags: readonly (readonly [Modifier, boolean])[] = [
    ['control', event.ctrlKey],
    ['alt', event.altKey],
    ['shift', event.shiftKey],
    ['meta', event.metaKey],
  ]
  return { type, key: event.keycode, modifiers: flags.filter(([, down]) => down).map(([modifier]) => modifier) }
}
