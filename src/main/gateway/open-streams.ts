import type { GatewayLimits } from './gateway-limits'
import { HttpProblem } from './routes'

/** The open streams: counted per client, and ended when a client is revoked. */
export interface OpenStreams {
  /** @throws HttpProblem where the client has too many already */
  check(clientId: string): void
  /** Registers a stream; returns a function to call at its end. */
  taken(clientId: string, cut: () => void): () => void
  /** Cuts all streams of a client. */
  cutAll(clientId: string): void
  /** Resolves when no stream is open. */
  idle(): Promise<void>
}

export function createOpenStreams(most: GatewayLimits['streamsPerClient']): OpenStreams {
  const open = new Map<() => void, string>()
  const waiting = new Set<() => void>()
  const countOf = (clientId: string): number => [...open.values()].filter((id) => id === clientId).length

  return {
    check(clientId) {
      if (countOf(clientId) >= most) throw new HttpProblem(429, 'too-many-streams', `A client may have ${most} streams open at a time.`)
    },
    taken(clientId, cut) {
      const entry = (): void => cut()
      open.set(entry, clientId)
      return () => {
        open.delete(entry)
        if (open.size > 0) return
        for (const resolve of waiting) resolve()
        waiting.clear()
      }
    },
    cutAll(clientId) {
      for (const [cut, id] of [...open]) if (id === clientId) cut()
    },
    idle: () =>
      new Promise((resolve) => {
        if (open.size === 0) resolve()
        else waiting.add(resolve)
      }),
  }
}
