import type { Clock, Timer } from '../../shared/lib/clock'

/** Gives up a call that makes no progress, except while the user is asked. */
export interface CallTimer {
  /** The call goes on: its time begins again. */
  progressed(): void
  /** Only so many ms are left, unless the call goes on or the user is asked. */
  hurry(milliseconds: number): void
  /** The user is asked: no time passes until `resume`. */
  pause(): void
  resume(): void
  end(): void
}

/** Calls `late` when `milliseconds` have passed without progress. */
export function createCallTimer(clock: Clock, milliseconds: number, late: () => void): CallTimer {
  let isPaused = false
  let timer: Timer | null = clock.after(milliseconds, late)

  function stop(): void {
    timer?.cancel()
    timer = null
  }

  function restart(): void {
    stop()
    if (!isPaused) timer = clock.after(milliseconds, late)
  }

  return {
    progressed: restart,
    hurry(left) {
      stop()
      if (!isPaused) timer = clock.after(left, late)
    },
    pause() {
      isPaused = true
      stop()
    },
    resume() {
      isPaused = false
      restart()
    },
    end: stop,
  }
}
