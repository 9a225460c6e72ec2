import type { Clock, Timer } from '../../shared/lib/clock'

/** Tasks to run later, unless the gateway closes first. */
export interface DeferredTasks {
  after(delayMs: number, task: () => void): Timer
  /** Drops all tasks, including those added later, until `begin`. */
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
      if (over) return { cancel: () => undefined }
      const timer = clock.after(delayMs, () => {
        timers.delete(timer)
        task()
      })
      timers.add(timer)
      return {
        cancel() {
          timers.delete(timer)
          timer.cancel()
        },
      }
    },
    forgetAll() {
      over = true
      for (const timer of timers) timer.cancel()
      timers.clear()
    },
  }
}
