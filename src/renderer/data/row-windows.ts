import type { Cell } from '../../shared/data/artifact'
import type { Client } from '../../shared/ipc/client'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { readRange } from './read-range'

/** How many windows stay in memory. */
const MOST_WINDOWS = 16

/** Rows of one request: fewer for a wide table. */
export function windowOf(columns: number): number {
  return Math.min(1_000, Math.max(50, Math.floor(50_000 / Math.max(1, columns))))
}

/** The loaded rows of one result in one view. */
export interface RowWindows {
  /** null until the first window is loaded */
  total(): number | null
  /** undefined while it is not loaded */
  row(index: number): readonly Cell[] | undefined
  /** Why the last request failed; null if it did not. */
  failure(): string | null
  /**
   * Rows `first` to `last` come into view: requests those that are missing, and cancels earlier requests that have not
   * begun.
   */
  need(first: number, last: number): void
  onChange(listener: () => void): () => void
  /** Changes with every update. */
  version(): number
}

/** Creates it; there are no requests before the first `need`. */
export function createRowWindows(client: Pick<Client, 'call'>, artifactId: string, view: ArtifactView, size: number): RowWindows {
  /** the window used last comes last */
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
        const reply = await readRange(client, artifactId, view, at * size, (at + 1) * size)
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
