import type { LiveConnection } from './live-connector'

/** The connections of one session by generation, until their sockets are gone. */
export interface LiveConnections {
  get(generation: number): LiveConnection | undefined
  add(generation: number, connection: LiveConnection): void
  /** Its socket is gone. */
  gone(generation: number): void
  /** Resolves when no socket is left. */
  allGone(): Promise<void>
}

export function createLiveConnections(): LiveConnections {
  const connections = new Map<number, LiveConnection>()
  const waiting: (() => void)[] = []

  function settle(): void {
    if (connections.size > 0) return
    for (const resolve of waiting.splice(0)) resolve()
  }

  return {
    get: (generation) => connections.get(generation),
    add: (generation, connection) => void connections.set(generation, connection),
    gone(generation) {
      connections.delete(generation)
      settle()
    },
    allGone: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        settle()
      }),
  }
}
