import type { Clock } from '../../shared/lib/clock'

/** The computer's clock. Its timers don't keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, task) => {
    const timeout = setTimeout(task, delayMs)
    timeout.unref()
    return { cancel: () => clearTimeout(timeout) }
  },
}
