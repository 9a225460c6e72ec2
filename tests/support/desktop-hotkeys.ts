import type { HotkeyBinding, HotkeyState } from '../../src/shared/hotkeys/hotkey-state'
import { defaultHotkeys, type HotkeyAction, hotkeyActions, keysOf } from '../../src/shared/hotkeys/shortcut'
import { worldNow } from './ui-worlds'

/** The keys of a desktop that supports holding; the given fields override it. */
export function desktopHotkeys(changes: Partial<Record<HotkeyAction, 'taken' | 'seen'>> = {}): HotkeyState {
  const bindings = hotkeyActions.map((action): HotkeyBinding => {
    const shortcut = defaultHotkeys[action]
    const problem = changes[action] === 'taken' ? 'taken' : null
    return {
      action,
      shortcut,
      keys: shortcut === null ? [] : [...keysOf(shortcut, 'linux')],
      backend: action === 'hold' ? 'hook' : 'shortcut',
      hold: action === 'hold',
      global: problem === null,
      verified: changes[action] === 'seen' ? worldNow : null,
      problem,
    }
  })
  return { mode: 'hold', global: true, keys: ['Right Ctrl'], reason: null, bindings }
}
