import type { Clock, Timer } from '../../shared/lib/clock'
import type { Disposable } from '../lib/disposable'
import type { Backups } from '../storage/database/backups'

/** Dependencies of daily backups. */
export interface DailyBackupsOptions {
  readonly clock: Clock
  readonly backups: Pick<Backups, 'make' | 'newest'>
  /** Whether there is anything to back up. */
  isWorthIt(): boolean
  /** Whether somebody is talking now: a copy would delay the sound. */
  isBusy(): boolean
  report(error: unknown): void
}

const DAY_MS = 86_400_000
/** How often to check whether a copy is due, so that a machine that sleeps at night misses no day. */
const LOOK_MS = 3_600_000
const SOON_MS = 60_000

/** Makes a copy when the newest is a day old. The first check is a minute from now, so that the start does not wait for it. */
export function startDailyBackups({ clock, backups, isWorthIt, isBusy, report }: DailyBackupsOptions): Disposable {
  let timer: Timer = clock.after(SOON_MS, look)
  function look(): void {
    const newest = backups.newest()
    // the machine's clock may have been set back
    const due = newest === null || Math.abs(clock.now() - newest) >= DAY_MS
    timer = clock.after(due && isBusy() ? SOON_MS : LOOK_MS, look)
    if (!due || isBusy() || !isWorthIt()) return
    try {
      backups.make()
    } catch (error) {
      report(error)
    }
  }
  return { dispose: () => timer.cancel() }
}
