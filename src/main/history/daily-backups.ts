import type { Clock, Timer } from '../../shared/lib/clock'
import type { Disposable } from '../lib/disposable'
import type { Backups } from '../storage/database/backups'

/** What daily backups need of the world. */
export interface DailyBackupsOptions {
  readonly clock: Clock
  readonly backups: Pick<Backups, 'make' | 'newest'>
  /** There is something to keep. */
  isWorthIt(): boolean
  /** Somebody talks just now: a copy would make the sound wait. */
  isBusy(): boolean
  report(error: unknown): void
}

const DAY_MS = 86_400_000
/** So often it is looked whether a copy is due: a machine that sleeps at night misses no day. */
const LOOK_MS = 3_600_000
const SOON_MS = 60_000

/** Makes a copy where the newest is a day old: a minute from now, so that the start does not wait for it, and from then on. */
export function startDailyBackups({ clock, backups, isWorthIt, isBusy, report }: DailyBackupsOptions): Disposable {
  let timer: Timer = clock.after(SOON_MS, look)
  function look(): void {
    const newest = backups.newest()
    // the clock of the machine may have been set back
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
