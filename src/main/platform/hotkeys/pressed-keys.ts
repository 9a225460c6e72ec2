import type { HotkeyAction, Shortcut } from '../../../shared/hotkeys/shortcut'
import type { HotkeyOptions } from './hotkey-types'
import { acceleratorOf } from './key-codes'

/** Longer than X waits before it repeats a held key (660 ms by default), shorter than any utterance. */
const pressDebounceMs = 750

/** Keys of the system's shortcut table, by action. */
export interface PressedKeys {
  /** False if another program has it. An earlier key of the same action must be returned first. */
  take(action: HotkeyAction, shortcut: Shortcut): boolean
  giveBack(action: HotkeyAction): void
  /** Whether the key is available now; it is not kept. */
  isFree(shortcut: Shortcut): boolean
}

/** `pressed` is called once each time a key goes down, however long it is held. */
export function createPressedKeys(
  { shortcuts, clock, report }: Pick<HotkeyOptions, 'shortcuts' | 'clock' | 'report'>,
  pressed: (action: HotkeyAction) => void,
): PressedKeys {
  const taken = new Map<HotkeyAction, string>()

  function register(accelerator: string, onPress: () => void): boolean {
    try {
      return shortcuts.register(accelerator, onPress)
    } catch (error) {
      report('a shortcut can not be registered', error)
      return false
    }
  }

  return {
    take(action, shortcut) {
      const accelerator = acceleratorOf(shortcut)
      let lastPress = Number.NEGATIVE_INFINITY
      const isTaken = register(accelerator, () => {
        // a held shortcut repeats: every repeat extends the pause, so that holding it counts once
        const now = clock.now()
        const repeated = now - lastPress < pressDebounceMs
        lastPress = now
        if (!repeated) pressed(action)
      })
      if (isTaken) taken.set(action, accelerator)
      return isTaken
    },
    giveBack(action) {
      const accelerator = taken.get(action)
      if (accelerator !== undefined) shortcuts.unregister(accelerator)
      taken.delete(action)
    },
    isFree(shortcut) {
      const accelerator = acceleratorOf(shortcut)
      if ([...taken.values()].includes(accelerator)) return false
      const free = register(accelerator, () => undefined)
      if (free) shortcuts.unregister(accelerator)
      return free
    },
  }
}
