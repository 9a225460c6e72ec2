/** Runs tasks one after the other. A failed one rejects for its caller, and the next one runs all the same. */
export type TaskQueue = <Value>(task: () => Promise<Value>) => Promise<Value>

export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => undefined)
    return run
  }
}

/** Runs the tasks of one key one after the other; one with nothing before it begins at once. */
export type KeyedTaskQueue = <Value>(key: string, task: () => Promise<Value>) => Promise<Value>

export function createKeyedTaskQueue(): KeyedTaskQueue {
  const last = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const run = last.get(key)?.then(task) ?? task()
    const over: Promise<unknown> = run
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === over) last.delete(key)
      })
    last.set(key, over)
    return run
  }
}

/** Background work that is awaited only at the end. */
export interface Leftovers {
  add(work: Promise<unknown>): void
  /** Resolves when all of it is done or has failed. */
  settled(): Promise<void>
}

/** Failures are passed to `report`, and affect neither the others nor `settled`. */
export function createLeftovers(report: (error: unknown) => void = () => undefined): Leftovers {
  const open = new Set<Promise<unknown>>()
  return {
    add(work) {
      const over = work.catch(report).finally(() => open.delete(over))
      open.add(over)
    },
    async settled() {
      while (open.size > 0) await Promise.all(open)
    },
  }
}

/** Does something once; after a failure, the next caller tries again. */
export function untilDone<Value>(task: () => Promise<Value>): () => Promise<Value> {
  let doing: Promise<Value> | null = null
  return () => {
    const current = doing ?? task()
    doing = current
    current.catch(() => {
      if (doing === current) doing = null
    })
    return current
  }
}
