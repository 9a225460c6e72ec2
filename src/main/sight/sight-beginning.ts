import type { SightEnd } from '../../shared/sight/sight-source'

/** Those who wait until the page captures what it was asked to. */
export interface SightBeginning {
  /** Resolves when it has begun (null), or with the reason why it has not. */
  next(): Promise<SightEnd | null>
  settle(ended: SightEnd | null): void
}

/** Creates the list of those who wait; nobody does. */
export function createSightBeginning(): SightBeginning {
  let waiting: ((ended: SightEnd | null) => void)[] = []
  return {
    next: () => new Promise((resolve) => waiting.push(resolve)),
    settle(ended) {
      const now = waiting
      waiting = []
      for (const resolve of now) resolve(ended)
    },
  }
}
