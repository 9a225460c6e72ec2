/** A long job, cut into steps by its `yield`s. It returns its result at the end. */
export type Job<Result> = Generator<undefined, Result>

/** How a job shares the thread with everything else. */
export interface Slices {
  /** A time in ms that only grows. */
  now(): number
  /** Resolves once everything else that is due has had its turn. */
  pause(): Promise<void>
  /** Whether the job is to stop where it is. */
  isOver(): boolean
}

/** How long, in ms, a job works without a pause; a step that takes longer is not cut. */
export const SLICE_MS = 12

/** Pauses of the thread itself. */
export const pausesOfThread: Pick<Slices, 'now' | 'pause'> = {
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
}

/** Runs a short job without a pause. */
export function atOnce<Result>(job: Job<Result>): Result {
  for (;;) {
    const step = job.next()
    if (step.done === true) return step.value
  }
}

/** Runs a job in slices to its end: nothing stops it. */
export async function unhurried<Result>(job: Job<Result>): Promise<Result> {
  for (;;) {
    const ended = await inSlices(job, { ...pausesOfThread, isOver: () => false })
    if (ended !== null) return ended.result
  }
}

/**
 * Runs a job in slices, so that calls, sound and timers are answered in between. Resolves with its result, or with null if it was stopped
 * where it was. Rejects with what it throws.
 */
export async function inSlices<Result>(job: Job<Result>, { now, pause, isOver }: Slices): Promise<{ readonly result: Result } | null> {
  for (;;) {
    const end = now() + SLICE_MS
    do {
      const step = job.next()
      if (step.done === true) return { result: step.value }
    } while (now() < end)
    await pause()
    if (isOver()) return null
  }
}
