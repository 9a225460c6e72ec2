import type { Clock, Timer } from '../../shared/lib/clock'
import { browserClock } from '../audio/browser-clock'

/** How long played sound echoes in the room and returns through the microphone, in ms. */
const ECHO_MS = 300

/**
 * Knows from the player's positions whether Parley's voice is audible in the room. `onChange` is called at each change.
 */
export function soundingTurns(onChange: (sounding: boolean) => void, clock: Clock = browserClock) {
  const turns = new Set<string>()
  let fading: Timer | null = null

  return {
    /** More of this turn was played; `done`: to its end. */
    report(turnId: string, done: boolean): void {
      if (!done) {
        fading?.cancel()
        fading = null
        turns.add(turnId)
        onChange(true)
      } else if (turns.delete(turnId) && turns.size === 0) {
        fading = clock.after(ECHO_MS, () => onChange(false))
      }
    },
    close(): void {
      fading?.cancel()
    },
  }
}
