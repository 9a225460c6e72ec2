import type { Clock, Timer } from '../../shared/lib/clock'

/** Extra time for a page whose thread was blocked to receive what arrived meanwhile. */
const GRACE_MS = 200

/** Waits for something that must recur. */
export interface Watchdog {
  /** It must come within this time from now: call it after each occurrence. */
  expect(milliseconds: number): void
  /** Stops waiting. */
  stop(): void
}

/** `onMissing` is called once each time it did not come. */
export function createWatchdog(clock: Clock, onMissing: () => void): Watchdog {
  let timer: Timer | null = null
  const after = (milliseconds: number, task: () => void): void => {
    timer?.cancel()
    timer = clock.after(milliseconds, task)
  }
  return {
    expect: (milliseconds) => after(milliseconds, () => after(GRACE_MS, onMissing)),
    stop: () => timer?.cancel(),
  }
}
