import type { KeyEvent, Modifier } from './key-event'

/** A key to hold, with the modifiers that must be down with it. `key` and `modifierKeys` are codes of the hook. */
export interface HoldCombination {
  readonly key: number
  /** The modifier that the key itself counts as, so that it does not block itself. */
  readonly keyModifier: Modifier | null
  readonly modifiers: readonly Modifier[]
}

/** `spent`: the talk of this press is over, but the key is still down. */
export type HoldKeyState =
  | { readonly phase: 'up' }
  | { readonly phase: 'held'; readonly pressedAt: number; readonly seenAt: number }
  | { readonly phase: 'spent'; readonly seenAt: number }

export type HoldSignal = 'press' | 'release' | 'cancel'

export const keyUp: HoldKeyState = { phase: 'up' }

/** ms after the press within which another key or a mouse button shows that the key was part of a shortcut. */
export const shortcutWindowMs = 1000

/** ms without a repeat after which a new key-down means that the key-up was lost. Keyboards repeat within 700 ms. */
export const lostKeyUpMs = 2000

/**
 * Turns the events of all keys into alternating presses and releases of one key. Repeats are ignored, and the first key of the
 * combination to come up is the release. Another key or a mouse button within the first second cancels instead (Right Ctrl + C is a
 * copy, not speech); later it has no effect, so that an accidental touch does not discard speech. A lost key-up is made up for at the
 * next press; until then the longest talk is the limit.
 */
export function stepHoldKey(
  state: HoldKeyState,
  event: KeyEvent,
  combination: HoldCombination,
  now: number,
): { readonly state: HoldKeyState; readonly signals: readonly HoldSignal[] } {
  const isKey = event.type !== 'other' && event.key === combination.key
  switch (state.phase) {
    case 'up':
      return isKey && event.type === 'down' && modifiersFit(event.modifiers, combination) ? pressed(now) : { state, signals: [] }
    case 'held':
      if (isKey && event.type === 'up') return { state: keyUp, signals: ['release'] }
      if (isKey && event.type === 'down') {
        if (now - state.seenAt < lostKeyUpMs) return { state: { ...state, seenAt: now }, signals: [] }
        return { state: pressed(now).state, signals: ['release', 'press'] }
      }
      if (event.type === 'up') {
        return modifiersHeld(event.modifiers, combination)
          ? { state, signals: [] }
          : { state: { phase: 'spent', seenAt: now }, signals: ['release'] }
      }
      if (now - state.pressedAt >= shortcutWindowMs) return { state, signals: [] }
      return { state: { phase: 'spent', seenAt: now }, signals: ['cancel'] }
    case 'spent':
      if (!isKey) return { state, signals: [] }
      if (event.type === 'up') return { state: keyUp, signals: [] }
      if (now - state.seenAt < lostKeyUpMs || !modifiersFit(event.modifiers, combination))
        return { state: { ...state, seenAt: now }, signals: [] }
      return pressed(now)
  }
}

function pressed(now: number): { readonly state: HoldKeyState; readonly signals: readonly HoldSignal[] } {
  return { state: { phase: 'held', pressedAt: now, seenAt: now }, signals: ['press'] }
}

/** Whether exactly the required modifiers are down: Shift + Right Ctrl belongs to another program. */
function modifiersFit(down: readonly Modifier[], combination: HoldCombination): boolean {
  const others = down.filter((modifier) => modifier !== combination.keyModifier)
  return modifiersHeld(down, combination) && others.every((modifier) => combination.modifiers.includes(modifier))
}

function modifiersHeld(down: readonly Modifier[], combination: HoldCombination): boolean {
  return combination.modifiers.every((modifier) => down.includes(modifier))
}
