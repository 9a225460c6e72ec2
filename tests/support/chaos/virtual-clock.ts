import type { Clock, Timer } from '../../../src/shared/lib/clock'

/** A clock whose time passes as fast as due tasks can run. */
export interface VirtualClock extends Clock {
  /**
   * Advances time until `done` holds or `limitMs` have passed; returns whether it held. Everything that follows from a timer is
   * done before the next. There may be several callers at once.
   */
  runUntil(done: () => boolean, limitMs: number): Promise<boolean>
  /** Advances time by this much. */
  run(milliseconds: number): Promise<void>
}

interface Due {
  readonly at: number
  readonly task: () => void
}

interface Waiting {
  readonly done: () => boolean
  readonly until: number
  readonly resolve: (done: boolean) => void
}

/** Begins at `start`, ms since the epoch. */
export function createVirtualClock(start = 1_800_000_000_000): VirtualClock {
  let now = start
  /** by time, then by order of request */
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

  /** The waiting callers: time advances as far as the earliest of them allows. */
  const waiting = new Set<Waiting>()
  let passing = false

  async function runUntil(done: () => boolean, limitMs: number): Promise<boolean> {
    const until = now + limitMs
    await settled()
    return new Promise((resolve) => {
      waiting.add({ done, until, resolve })
      if (!passing) void pass()
    })
  }

  async function pass(): Promise<void> {
    passing = true
    while (waiting.size > 0) {
      if (!release()) step()
      await settled()
    }
    passing = false
  }

  /** Lets a caller continue whose time has come. */
  function release(): boolean {
    const due = timers[0]?.at ?? Number.POSITIVE_INFINITY
    for (const one of waiting) {
      const done = one.done()
      if (!done && one.until >= due) continue
      if (!done && [...waiting].some(({ until }) => until < one.until)) continue
      waiting.delete(one)
      if (!done) now = Math.max(now, one.until)
      one.resolve(done)
      return true
    }
    return false
  }

  function step(): void {
    const next = timers.shift()
    if (next === undefined) return
    now = Math.max(now, next.at)
    next.task()
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

/** All promises that could settle have settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
