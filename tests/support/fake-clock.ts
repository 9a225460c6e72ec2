import type { Clock, Timer } from '../../src/shared/lib/clock'

/** A clock that only moves on request. */
export interface FakeClock extends Clock {
  /** Advances the time, running due timers in the order of their time, including those that they add. */
  advance(milliseconds: number): void
  /** The computer sleeps this long: the time advances, and timers stand still. */
  sleep(milliseconds: number): void
  /** Timers that were neither run nor cancelled. */
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
