import type { Clock } from '../../shared/lib/clock'

/** The machine's own clock. A waiting timer keeps the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const handle = setTimeout(task, delayMs)
    return { cancel: () => clearTimeout(handle) }
  },
}
