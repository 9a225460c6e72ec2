import type { Clock, Timer } from '../../shared/lib/clock'

/** The part of an audio context that is suspended and resumed. */
export type RestingContext = Pick<AudioContext, 'state' | 'suspend'>

/** Suspends a context while it is unused, because a running context takes processor time even for silence. */
export interface ContextRest {
  /** It was suspended, and has not been needed since. */
  readonly resting: boolean
  /**
   * Sets whether it is needed. It is suspended after a time without need; the caller that needs it again resumes it.
   * True: it had been suspended.
   */
  need(needed: boolean): boolean
  /** It is not suspended any more. */
  stop(): void
}

/** Begins with an unused context. `afterMs`: how long to wait, so that a use soon after finds it running. */
export function createContextRest(context: RestingContext, clock: Clock, afterMs: number): ContextRest {
  let timer: Timer | null = null
  let resting = false
  let stopped = false

  function rest(): void {
    timer = null
    resting = true
    if (context.state !== 'closed') void context.suspend().catch(() => {})
  }

  function need(needed: boolean): boolean {
    const rested = resting
    if (needed) {
      timer?.cancel()
      timer = null
      resting = false
    } else if (!stopped && !resting) timer ??= clock.after(afterMs, rest)
    return rested
  }

  need(false)
  return {
    get resting() {
      return resting
    },
    need,
    stop() {
      stopped = true
      timer?.cancel()
      timer = null
    },
  }
}
