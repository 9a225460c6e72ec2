import type { Clock, Timer } from '../../../src/shared/lib/clock'

/** A clock whose time passes as fast as what falls due can be done. */
export interface VirtualClock extends Clock {
  /** Lets time pass until `done` holds or `limitMs` have passed; gives whether it held. What follows from a timer is done before the next. */
  runUntil(done: () => boolean, limitMs: number): Promise<boolean>
  /** Lets so much time pass. */
  run(milliseconds: number): Promise<void>
}

interface Due {
  readonly at: number
  readonly task: () => void
}

/** Begins at `start`, ms since the epoch. */
export function createVirtualClock(start = 1_800_000_000_000): VirtualClock {
  let now = start
  /** by time, then by order of asking */
  const timers: Due[] = []

  function after(delayMs: number, task: () => void): Timer {
    const due = { at: now + Math.max(0, delayMs), task }
    let index = timers.length
    while (index > 0 && (timers[index - 1]?.at ?? 0) > due.at) index -= 1
    timers.splice(index, 0, due)
    return {
      cancel: () => {
        const found = timers.indexOf(due)
        if (found >= 0) timers.splice(found, 1)
      },
    }
  }

  async function runUntil(done: () => boolean, limitMs: number): Promise<boolean> {
    const until = now + limitMs
    await settled()
    while (!done()) {
      const [next] = timers
      if (next === undefined || next.at > until) {
        now = until
        return false
      }
      timers.shift()
      now = Math.max(now, next.at)
      next.task()
      await settled()
    }
    return true
  }

  return {
    now: () => now,
    after,
    runUntil,
    async run(milliseconds) {
      await runUntil(() => false, milliseconds)
    },
  }
}

/** All promises that could be settled are. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
