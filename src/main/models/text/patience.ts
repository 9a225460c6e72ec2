import type { Clock } from '../../../shared/lib/clock'

/** A time within which something must happen. */
export interface Patience {
  /** Resolves when the time is up; never, when it was ended before. */
  readonly over: Promise<'over'>
  /** Something happened: the time begins anew. */
  restart(milliseconds: number): void
  end(): void
}

/** Begins a time of so many milliseconds. */
export function patience(clock: Clock, milliseconds: number): Patience {
  let giveUp: (over: 'over') => void = () => undefined
  const over = new Promise<'over'>((resolve) => {
    giveUp = resolve
  })
  let timer = clock.after(milliseconds, () => giveUp('over'))
  return {
    over,
    restart(next) {
      timer.cancel()
      timer = clock.after(next, () => giveUp('over'))
    },
    end: () => timer.cancel(),
  }
}
