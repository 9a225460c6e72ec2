import {
  defaultHotkeys,
  type HotkeyAction,
  type Hotkeys,
  hotkeyActions,
  type Shortcut,
  sameShortcut,
  shortcutFault,
} from '../../shared/hotkeys/shortcut'
import type { CallReply } from '../../shared/ipc/contract'
import { CallError, type Handlers } from '../../shared/ipc/router'
import { textOf } from '../../shared/lib/result'
import type { HeldHotkeys } from '../platform/platform'
import type { SettingsFile } from '../storage/settings/settings-file'

/** The handlers of the calls about global keys. */
export type HotkeyHandlers = Pick<Handlers, 'hotkey.set' | 'hotkey.reset' | 'hotkey.mode'>

/** Dependencies of the handlers. */
export interface HotkeyHandlerOptions {
  readonly settings: Pick<SettingsFile, 'current' | 'update'>
  /** The registered keys. */
  keys(): HeldHotkeys
}

/** Alternatives for unavailable keys, best first. */
const offered: Readonly<Record<HotkeyAction, readonly Shortcut[]>> = {
  hold: [
    { key: 'ControlRight', modifiers: [] },
    { key: 'F9', modifiers: [] },
    { key: 'AltRight', modifiers: [] },
    { key: 'ScrollLock', modifiers: [] },
  ],
  toggle: [
    { key: 'Space', modifiers: ['control', 'alt'] },
    { key: 'KeyP', modifiers: ['control', 'alt'] },
    { key: 'F9', modifiers: ['control'] },
    { key: 'F8', modifiers: ['control'] },
  ],
  newQuestion: [
    { key: 'KeyN', modifiers: ['control', 'alt'] },
    { key: 'KeyQ', modifiers: ['control', 'alt'] },
    { key: 'F10', modifiers: ['control'] },
    { key: 'KeyP', modifiers: ['control', 'shift', 'alt'] },
  ],
  sight: [
    { key: 'KeyL', modifiers: ['control', 'alt'] },
    { key: 'KeyS', modifiers: ['control', 'shift', 'alt'] },
    { key: 'F7', modifiers: ['control'] },
  ],
}
const mostOffered = 2

/** Creates the handlers: a key is tried before it is stored, and an unavailable one leaves the old one active. */
export function createHotkeyHandlers({ settings, keys }: HotkeyHandlerOptions): HotkeyHandlers {
  async function keep(hotkeys: Hotkeys): Promise<void> {
    const saved = await settings.update({ hotkeys })
    if (!saved.ok) throw new CallError(saved.error.code, textOf(saved.error))
  }

  function holderOf(action: HotkeyAction, shortcut: Shortcut): HotkeyAction | null {
    return hotkeyActions.find((other) => other !== action && sameShortcut(settings.current().hotkeys[other], shortcut)) ?? null
  }

  async function freeOnes(action: HotkeyAction, unwanted: Shortcut): Promise<Shortcut[]> {
    const free: Shortcut[] = []
    for (const shortcut of offered[action]) {
      if (free.length === mostOffered) break
      if (sameShortcut(shortcut, unwanted) || holderOf(action, shortcut) !== null) continue
      if ((await keys().tryOut(action, shortcut)) === 'free') free.push(shortcut)
    }
    return free
  }

  async function set(action: HotkeyAction, shortcut: Shortcut | null): Promise<CallReply<'hotkey.set'>> {
    if (shortcut !== null) {
      const holder = holderOf(action, shortcut)
      const why = shortcutFault(action, shortcut) ?? (holder === null ? await keys().tryOut(action, shortcut) : 'same')
      if (why !== 'free') return { kind: 'refused', why, holder, free: await freeOnes(action, shortcut) }
    }
    await keep({ ...settings.current().hotkeys, [action]: shortcut })
    return { kind: 'taken-over' }
  }

  return {
    'hotkey.set': ({ action, shortcut }) => set(action, shortcut),
    'hotkey.reset': async ({ action }) => {
      await keep({ ...settings.current().hotkeys, [action]: defaultHotkeys[action] })
      return null
    },
    'hotkey.mode': async ({ mode }) => {
      await keys().setMode(mode)
      return null
    },
  }
}
