import type { HotkeyBinding, HotkeyState } from '../../../shared/hotkeys/hotkey-state'
import { tell } from '../../../shared/told/tell'

/**
 * What the keys come to: the held one is the talk key where it works, else the one that switches. `obstacle`: why no key can be
 * held here, in words.
 */
export function summedUp(bindings: readonly HotkeyBinding[], obstacle: string | null): HotkeyState {
  const working = bindings.filter(({ shortcut, problem }) => shortcut !== null && problem === null)
  const hold = working.find(({ action }) => action === 'hold')
  if (hold !== undefined) return { mode: 'hold', global: true, keys: hold.keys, reason: null, bindings: [...bindings] }
  const wanted = bindings.find(({ action }) => action === 'hold')?.shortcut !== null
  const toggle = working.find(({ action }) => action === 'toggle')
  if (toggle !== undefined)
    return { mode: 'toggle', global: true, keys: toggle.keys, reason: wanted ? obstacle : null, bindings: [...bindings] }
  const taken = bindings.find(({ action, problem }) => action === 'toggle' && problem === 'taken')
  const reason = taken === undefined ? obstacle : tell('shortcut-taken', { obstacle: obstacle ?? '', keys: taken.keys.join('+') })
  return { mode: 'none', global: false, keys: [], reason, bindings: [...bindings] }
}
