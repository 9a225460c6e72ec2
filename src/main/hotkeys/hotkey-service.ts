import type { Clock } from '../../shared/lib/clock'
import { tell } from '../../shared/told/tell'
import type { Disposable, HotkeyListener } from '../platform'
import { type HoldCombination, keyUp, stepHoldKey } from './hold-key'
import { type DesktopFacts, holdObstacle } from './hotkey-plan'
import type { KeyHook } from './key-event'

/** Right Ctrl alone: code 0x0E1D of libuiohook. */
export const rightControl: HoldCombination = { key: 0x0e1d, keyModifier: 'control', modifiers: [] }

/** The fallback, as Electron writes shortcuts. */
export const toggleShortcut = 'Control+Alt+Space'

/** Longer than X waits before it repeats a held key (660 ms unless set otherwise), shorter than anybody says anything in. */
const toggleDebounceMs = 750

/** The system's table of shortcuts: they fire on key-down, repeat, and never tell of the key-up. */
export interface ShortcutTable {
  /** False when another program has the shortcut. */
  register(shortcut: string, onPress: () => void): boolean
  unregister(shortcut: string): void
}

/** What the talk key is made from. */
export interface HotkeyParts {
  readonly facts: DesktopFacts
  readonly loadHook: () => Promise<KeyHook>
  readonly shortcuts: ShortcutTable
  readonly clock: Clock
  /** Hears, for the log, why the first choice could not be had. */
  readonly report: (what: string, detail: unknown) => void
}

/**
 * Takes the best talk key that this desktop gives: hold Right Ctrl anywhere, else a shortcut that switches talking on and
 * off, else none. Says once which one is in force. Never rejects.
 */
export async function takeHotkey(parts: HotkeyParts, listener: HotkeyListener): Promise<Disposable> {
  const obstacle = holdObstacle(parts.facts) ?? (await holdKey(parts, listener))
  if (typeof obstacle !== 'string') {
    listener.state({ mode: 'hold', global: true, keys: ['Right Ctrl'], reason: null })
    return obstacle
  }
  const shortcut = toggleKey(parts, listener)
  if (shortcut) {
    listener.state({ mode: 'toggle', global: true, keys: ['Ctrl', 'Alt', 'Space'], reason: obstacle })
    return shortcut
  }
  const reason = tell('shortcut-taken', { obstacle })
  listener.state({ mode: 'none', global: false, keys: [], reason })
  return { dispose: () => undefined }
}

/** The held key, or in words why it can't be had. */
async function holdKey(parts: HotkeyParts, listener: HotkeyListener): Promise<Disposable | string> {
  let state = keyUp
  try {
    const hook = await parts.loadHook()
    hook.start((event) => {
      const step = stepHoldKey(state, event, rightControl, parts.clock.now())
      state = step.state
      for (const signal of step.signals) listener[signal]()
    })
    return { dispose: () => hook.stop() }
  } catch (error) {
    parts.report('the keys of the desktop can not be watched', error)
    return tell('hold-not-watched')
  }
}

/** The shortcut, or null when another program has it. */
function toggleKey(parts: HotkeyParts, listener: HotkeyListener): Disposable | null {
  let lastPress = Number.NEGATIVE_INFINITY
  try {
    const taken = parts.shortcuts.register(toggleShortcut, () => {
      // a held shortcut repeats: every repeat moves the pause on, so that holding it switches once
      const now = parts.clock.now()
      const repeated = now - lastPress < toggleDebounceMs
      lastPress = now
      if (!repeated) listener.toggle()
    })
    return taken ? { dispose: () => parts.shortcuts.unregister(toggleShortcut) } : null
  } catch (error) {
    parts.report('the talk shortcut can not be registered', error)
    return null
  }
}
