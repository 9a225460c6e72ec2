import { browserClock } from '../../../../src/renderer/audio/browser-clock'
import type { Clock } from '../../../../src/shared/lib/clock'

/** What waits so long, waits for quiet. */
const QUIET_MS = 5000

const contexts: AudioContext[] = []
window.AudioContext = class extends AudioContext {
  constructor(settings?: AudioContextOptions) {
    super(settings)
    contexts.push(this)
  }
}

let hurried = false

/** The page's time, in which the waiting for quiet can be cut short. */
export const hurriedClock: Clock = {
  now: browserClock.now,
  after: (delayMs, task) => browserClock.after(hurried && delayMs >= QUIET_MS ? 0 : delayMs, task),
}

/** Contexts rest at once where nobody needs them, from those on that are made or left now. */
export function hurryRest(): void {
  hurried = true
}

/** The state of every context that was made. */
export function contextStates(): readonly AudioContextState[] {
  return contexts.map(({ state }) => state)
}
