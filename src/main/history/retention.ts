import type { Clock, Timer } from '../../shared/lib/clock'
import type { Disposable } from '../lib/disposable'

/** Dependencies of retention. */
export interface RetentionOptions {
  readonly clock: Clock
  /** Days after its last message when a conversation is erased; 0: never. */
  days(): number
  eraseOlderThan(time: number): Promise<void>
  report(error: unknown): void
}

const DAY_MS = 86_400_000
/** How often to look for old conversations, so that a machine that sleeps at night misses no day. */
const LOOK_MS = 3_600_000

/** Erases conversations older than the user's setting: now, and every hour from now on. */
export function enforceRetention({ clock, days, eraseOlderThan, report }: RetentionOptions): Disposable {
  let timer: Timer | null = null
  function look(): void {
    timer = clock.after(LOOK_MS, look)
    if (days() > 0) void eraseOlderThan(clock.now() - days() * DAY_MS).catch(report)
  }
  look()
  return { dispose: () => timer?.cancel() }
}
