import type { Clock } from '../../shared/lib/clock'

/** The page's clock. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs)
    return { cancel: () => clearTimeout(timer) }
  },
}
