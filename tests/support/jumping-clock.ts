import { systemClock } from '../../src/main/lib/system-clock'
import type { Clock, Timer } from '../../src/shared/lib/clock'

/** The system's clock, which can be advanced. */
export interface JumpingClock extends Clock {
  /** Advances the time by this much and runs due timers. */
  jump(milliseconds: number): void
}

export function jumpingClock(): JumpingClock {
  let ahead = 0
  const now = (): number => systemClock.now() + ahead
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  return {
    now,
    after(delayMs, task): Timer {
      const entry = {
        at: now() + delayMs,
        run() {
          entry.timer.cancel()
          if (timers.delete(entry)) task()
        },
        timer: systemClock.after(delayMs, () => entry.run()),
      }
      timers.add(entry)
      return {
        cancel() {
          entry.timer.cancel()
          timers.delete(entry)
        },
      }
    },
    jump(milliseconds) {
      ahead += milliseconds
      for (const timer of [...timers].sort((one, other) => one.at - other.at)) if (timer.at <= now()) timer.run()
    },
  }
}
