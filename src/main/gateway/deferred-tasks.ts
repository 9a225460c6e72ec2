import type { Clock, Timer } from '../../shared/lib/clock'

/** What is to be done some time from now, unless the gateway is closed before. */
export interface DeferredTasks {
  after(delayMs: number, task: () => void): void
  /** Nothing of it is done any more, nor what is still to be added, until `begin`. */
  forgetAll(): void
  begin(): void
}

export function createDeferredTasks(clock: Clock): DeferredTasks {
  const timers = new Set<Timer>()
  let over = false
  return {
    begin() {
      over = false
    },
    after(delayMs, task) {
      if (over) return
      const timer = clock.after(delayMs, () => {
        timers.delete(timer)
        task()
      })
      timers.add(timer)
    },
    forgetAll() {
      over = true
      for (const timer of timers) timer.cancel()
      timers.clear()
    },
  }
}
