import type { Shortcut } from '../../../shared/hotkeys/shortcut'
import type { Message } from '../../../shared/messages/message'
import type { Disposable } from '../../lib/disposable'
import { type HoldSignal, keyUp, stepHoldKey } from './hold-key'
import type { HotkeyOptions } from './hotkey-types'
import { holdCombination } from './key-codes'
import type { KeyEvent, KeyHook } from './key-event'

/** The held key, and the obstacle on this desktop. */
export interface HeldKey extends Disposable {
  /** null: keys can be watched here */
  readonly obstacle: Message | null
  /** Watches this key from now on; null: none. False if the watcher does not know it. */
  watch(shortcut: Shortcut | null): boolean
}

/** Starts to watch the keys of the desktop, if it allows that. Never rejects. */
export async function watchHeldKey(
  options: Pick<HotkeyOptions, 'loadHook' | 'clock' | 'report'>,
  obstacle: Message | null,
  refused: Message,
  signal: (signal: HoldSignal) => void,
): Promise<HeldKey> {
  let combination: ReturnType<typeof holdCombination> = null
  let state = keyUp
  const heard = (event: KeyEvent): void => {
    if (combination === null) return
    const step = stepHoldKey(state, event, combination, options.clock.now())
    state = step.state
    for (const one of step.signals) signal(one)
  }
  const hook = obstacle === null ? await startHook(options, heard) : null
  return {
    obstacle: obstacle ?? (hook === null ? refused : null),
    watch(shortcut) {
      const next = shortcut === null ? null : holdCombination(shortcut)
      // the release of a key that is dropped while held would never be seen
      if (state.phase === 'held') signal('release')
      state = keyUp
      combination = next
      return hook !== null && (shortcut === null || next !== null)
    },
    dispose: () => hook?.stop(),
  }
}

async function startHook(
  { loadHook, report }: Pick<HotkeyOptions, 'loadHook' | 'report'>,
  heard: (event: KeyEvent) => void,
): Promise<KeyHook | null> {
  try {
    const hook = await loadHook()
    hook.start(heard)
    return hook
  } catch (error) {
    report('the keys of the desktop can not be watched', error)
    return null
  }
}
