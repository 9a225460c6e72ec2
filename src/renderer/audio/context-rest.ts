import type { Clock, Timer } from '../../shared/lib/clock'

/** The part of an audio context that is put to rest. */
export type RestingContext = Pick<AudioContext, 'state' | 'suspend'>

/** Puts a context to rest while nobody needs it: one that runs takes processor time for every moment of its silence. */
export interface ContextRest {
  /** It was put to rest, and nobody has needed it since. */
  readonly resting: boolean
  /** Is it needed? It rests once it has not been for so long; whoever needs it again resumes it. True: it had been put to rest. */
  need(needed: boolean): boolean
  /** It is put to rest no more. */
  stop(): void
}

/** Begins with a context that nobody needs yet. `afterMs`: what comes again soon should find it running. */
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
