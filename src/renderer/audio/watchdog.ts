import type { Clock, Timer } from '../../shared/lib/clock'

/** How much longer it may take a page whose thread was held up to hear of what came meanwhile. */
const GRACE_MS = 200

/** Waits for something that must come again and again. */
export interface Watchdog {
  /** It must come within this time from now: call it each time it came. */
  expect(milliseconds: number): void
  /** Nothing is waited for. */
  stop(): void
}

/** `onMissing` is told once each time it did not come. */
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
