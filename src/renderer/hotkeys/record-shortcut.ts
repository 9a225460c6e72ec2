import { type ModifierName, modifierOf, type Shortcut } from '../../shared/hotkeys/shortcut'

/** The effect of a key on the recording. */
export type Recorded = { readonly kind: 'more' } | { readonly kind: 'cancelled' } | { readonly kind: 'done'; readonly shortcut: Shortcut }

/** The part of a keyboard event that the recording reads. */
export type RecordedKey = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>

/** The part of a mouse event that the recording reads. */
export type RecordedButton = Pick<MouseEvent, 'button' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>

/** Records the pressed keys: a key with its modifiers, or a single modifier, which is known when it is released. */
export interface ShortcutRecorder {
  down(event: RecordedKey): Recorded
  up(event: RecordedKey): Recorded
  /** A mouse button: an extra button counts as a key, the others click in the window. */
  button(event: RecordedButton): Recorded
}

const more: Recorded = { kind: 'more' }

export function createShortcutRecorder(): ShortcutRecorder {
  let modifiers: readonly string[] = []
  /** two modifiers at once are meant for a combination */
  let several = false

  return {
    down(event) {
      if (modifierOf(event.code) !== null) {
        if (!modifiers.includes(event.code)) modifiers = [...modifiers, event.code]
        several ||= modifiers.length > 1
        return more
      }
      const held = heldModifiers(event)
      if (event.code === 'Escape' && held.length === 0) return { kind: 'cancelled' }
      return { kind: 'done', shortcut: { key: event.code, modifiers: held } }
    },
    up(event) {
      const alone = !several && modifiers.includes(event.code)
      modifiers = modifiers.filter((code) => code !== event.code)
      if (modifiers.length === 0) several = false
      return alone ? { kind: 'done', shortcut: { key: event.code, modifiers: [] } } : more
    },
    button(event) {
      // the browser counts from 0: 3 is back, 4 is forward
      if (event.button < 3 || event.button > 4) return more
      return { kind: 'done', shortcut: { key: `Mouse${event.button + 1}`, modifiers: heldModifiers(event) } }
    },
  }
}

function heldModifiers(event: Omit<RecordedKey, 'code'>): readonly ModifierName[] {
  const flags: readonly (readonly [ModifierName, boolean])[] = [
    ['control', event.ctrlKey],
    ['alt', event.altKey],
    ['shift', event.shiftKey],
    ['meta', event.metaKey],
  ]
  return flags.flatMap(([name, down]) => (down ? [name] : []))
}
