import type { Clock, Timer } from '../../shared/lib/clock'
import { browserClock } from '../audio/browser-clock'

/** What has left the loudspeaker goes on in the room, and comes back through the microphone, for this long. */
const ECHO_MS = 300

/** Knows from the positions of the player whether Parley's voice is in the room. `onChange` is told of each change. */
export function soundingTurns(onChange: (sounding: boolean) => void, clock: Clock = browserClock) {
  const turns = new Set<string>()
  let fading: Timer | null = null

  return {
    /** This turn was heard further; `done`: to its end. */
    tell(turnId: string, done: boolean): void {
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
