import type { Clock, Timer } from '../../src/shared/lib/clock'

/** A clock that moves only when told to. */
export interface FakeClock extends Clock {
  /** Moves the time on, running what falls due in order of its time, also what those tasks add. */
  advance(milliseconds: number): void
  /** The machine sleeps so long: the time moves on, and timers stand still. */
  sleep(milliseconds: number): void
  /** Timers that are neither run nor cancelled. */
  pending(): number
}

/** A deterministic clock that begins at `start` (ms since the epoch). */
export function createFakeClock(start = 1_000_000): FakeClock {
  let now = start
  let count = 0
  const timers = new Map<number, { readonly at: number; readonly task: () => void }>()

  function nextDue(until: number): readonly [number, { readonly at: number; readonly task: () => void }] | undefined {
    return [...timers]
      .filter(([, timer]) => timer.at <= until)
      .sort(([firstId, first], [secondId, second]) => first.at - second.at || firstId - secondId)[0]
  }

  return {
    now: () => now,
    pending: () => timers.size,
    after(delayMs, task): Timer {
      const id = ++count
      timers.set(id, { at: now + Math.max(0, delayMs), task })
      return { cancel: () => timers.delete(id) }
    },
    sleep(milliseconds) {
      now += milliseconds
      for (const [id, { at, task }] of [...timers]) timers.set(id, { at: at + milliseconds, task })
    },
    advance(milliseconds) {
      const until = now + milliseconds
      for (let due = nextDue(until); due !== undefined; due = nextDue(until)) {
        const [id, timer] = due
        timers.delete(id)
        now = timer.at
        timer.task()
      }
      now = until
    },
  }
}
