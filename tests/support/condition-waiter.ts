/** Waits for conditions of something that says when it changes. */
export interface ConditionWaiter {
  /** Resolves once `condition` holds: at once, or after a change. */
  until(condition: () => boolean): Promise<void>
  /** Something changed: conditions are looked at again. */
  changed(): void
}

export function createConditionWaiter(): ConditionWaiter {
  const waiting = new Set<() => void>()
  return {
    until: (condition) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!condition()) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    changed() {
      for (const check of [...waiting]) check()
    },
  }
}
