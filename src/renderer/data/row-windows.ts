import type { Cell } from '../../shared/data/artifact'
import type { Client } from '../../shared/ipc/client'
import type { ArtifactView } from '../../shared/ipc/data-calls'

/** How many windows stay in memory. */
const MOST_WINDOWS = 16

/** Rows that are asked for at once: fewer of a table that is wide. */
export function windowOf(columns: number): number {
  return Math.min(1_000, Math.max(50, Math.floor(50_000 / Math.max(1, columns))))
}

/** The rows of one result in one view, as far as they were needed. */
export interface RowWindows {
  /** null until the first window has come */
  total(): number | null
  /** undefined while it is not here */
  row(index: number): readonly Cell[] | undefined
  /** Why rows could not be read last; null when they could. */
  failure(): string | null
  /** Rows `first` to `last` come into view: what is missing of them is asked for, what was asked for before and not begun is not. */
  need(first: number, last: number): void
  onChange(listener: () => void): () => void
  /** Changes with everything that is told. */
  version(): number
}

/** Makes it; nothing is asked before the first need. */
export function createRowWindows(client: Pick<Client, 'call'>, artifactId: string, view: ArtifactView, size: number): RowWindows {
  /** the window used last stands at the end */
  const windows = new Map<number, readonly (readonly Cell[])[]>()
  const listeners = new Set<() => void>()
  let wanted: number[] = []
  let asking = false
  let total: number | null = null
  let failure: string | null = null
  let version = 0

  const touch = (at: number) => {
    const known = windows.get(at)
    if (known === undefined) return false
    windows.delete(at)
    windows.set(at, known)
    return true
  }

  const ask = async (): Promise<void> => {
    if (asking) return
    asking = true
    try {
      for (let at = wanted.shift(); at !== undefined; at = wanted.shift()) {
        if (windows.has(at)) continue
        const reply = await client.call('artifact.rows', { artifactId, view, from: at * size, count: size })
        failure = reply.ok ? null : reply.error.message
        if (reply.ok) {
          total = reply.value.total
          windows.set(at, reply.value.rows)
          for (const oldest of windows.keys()) {
            if (windows.size <= MOST_WINDOWS) break
            windows.delete(oldest)
          }
        } else wanted = []
        version += 1
        for (const listener of listeners) listener()
      }
    } finally {
      asking = false
    }
  }

  return {
    total: () => total,
    row: (index) => windows.get(Math.floor(index / size))?.[index % size],
    failure: () => failure,
    need(first, last) {
      const missing: number[] = []
      for (let at = Math.floor(first / size); at <= Math.floor(last / size); at += 1) if (!touch(at)) missing.push(at)
      wanted = missing
      void ask()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}
