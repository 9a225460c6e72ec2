/** Memory that jobs share: those that would take more than there is wait until others have ended. */
export interface MemoryBudget {
  /** Returns the function that gives the memory back; null where there is not that much. */
  takeNow(bytes: number): (() => void) | null
  /**
   * Resolves with that function once there is that much. Rejects when `signal`
   * aborts, or when the budget is closed meanwhile.
   */
  take(bytes: number, signal?: AbortSignal): Promise<() => void>
  /** Whoever waits is refused. */
  close(): void
}

interface Waiter {
  readonly bytes: number
  begin(): void
  refuse(reason: unknown): void
}

/** `total`: bytes of all jobs together. A job that alone would take more than that runs alone. */
export function createMemoryBudget(total: number): MemoryBudget {
  const waiting = new Set<Waiter>()
  let taken = 0

  const fits = (bytes: number): boolean => taken === 0 || taken + bytes <= total

  function giveBack(bytes: number): () => void {
    let held = true
    return () => {
      if (!held) return
      held = false
      taken -= bytes
      // a small job does not wait behind a large one for which there is no room yet
      for (const waiter of [...waiting]) if (fits(waiter.bytes)) waiter.begin()
    }
  }

  function begin(bytes: number): () => void {
    taken += bytes
    return giveBack(bytes)
  }

  return {
    takeNow: (bytes) => (fits(bytes) ? begin(bytes) : null),
    take(bytes, signal) {
      if (fits(bytes)) return Promise.resolve(begin(bytes))
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting.delete(waiter)
          signal?.removeEventListener('abort', aborted)
        }
        const aborted = (): void => waiter.refuse(signal?.reason)
        const waiter: Waiter = {
          bytes,
          begin() {
            leave()
            resolve(begin(bytes))
          },
          refuse(reason) {
            leave()
            reject(reason instanceof Error ? reason : new Error('the job was aborted'))
          },
        }
        waiting.add(waiter)
        signal?.addEventListener('abort', aborted, { once: true })
      })
    },
    close() {
      for (const waiter of [...waiting]) waiter.refuse(new Error('the data module was closed'))
    },
  }
}
