import type { Clock, Timer } from '../../shared/lib/clock'

/** How long the words wait for the frame before them, in ms: the page's capture, and the interval to the last frame. */
const longestWaitMs = 1500

/** What the user says waits until what they see has been sent. */
export interface FreshFrames {
  /** Resolves when a frame captured from now on has been sent, or cannot be. */
  next(): Promise<void>
  /** A frame that was captured at `at` (ms) has been sent. */
  sent(at: number): void
  /** No frame follows. */
  none(): void
}

/** Creates the list of those who wait; nobody does. */
export function createFreshFrames(clock: Clock): FreshFrames {
  const waiting = new Set<{ readonly since: number; readonly timer: Timer; resolve(): void }>()

  function release(isDone: (since: number) => boolean): void {
    for (const one of [...waiting]) {
      if (!isDone(one.since)) continue
      waiting.delete(one)
      one.timer.cancel()
      one.resolve()
    }
  }

  return {
    next: () =>
      new Promise((resolve) => {
        const one = {
          since: clock.now(),
          resolve,
          timer: clock.after(longestWaitMs, () => {
            waiting.delete(one)
            resolve()
          }),
        }
        waiting.add(one)
      }),
    sent: (at) => release((since) => at >= since),
    none: () => release(() => true),
  }
}
