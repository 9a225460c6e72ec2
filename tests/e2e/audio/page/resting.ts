import { browserClock } from '../../../../src/renderer/audio/browser-clock'
import type { Clock } from '../../../../src/shared/lib/clock'

/** Timers at least this long wait for idleness. */
const QUIET_MS = 5000

const contexts: AudioContext[] = []
window.AudioContext = class extends AudioContext {
  constructor(settings?: AudioContextOptions) {
    super(settings)
    contexts.push(this)
  }
}

let hurried = false

/** The page's clock, in which waiting for idleness can be skipped. */
export const hurriedClock: Clock = {
  now: browserClock.now,
  after: (delayMs, task) => browserClock.after(hurried && delayMs >= QUIET_MS ? 0 : delayMs, task),
}

/** Suspends unused contexts at once, from those created or released now on. */
export function hurryRest(): void {
  hurried = true
}

/** The state of every context that was created. */
export function contextStates(): readonly AudioContextState[] {
  return contexts.map(({ state }) => state)
}
