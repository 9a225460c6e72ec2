import type { Client } from '../shared/ipc/client'
import { failure } from '../shared/lib/result'

type Report = (what: string, detail: unknown) => void

/**
 * A client that `load` makes at the first call. Whoever listens before that call hears everything that follows it. If it can't be made, that
 * is passed to `report`, and every call fails in words.
 */
export function deferClient(load: () => Promise<Client>, report: Report): Client {
  const waiting = new Set<(client: Client) => void>()
  let client: Client | null = null
  let loading: Promise<Client | null> | null = null

  function loaded(): Promise<Client | null> {
    loading ??= load().then(
      (ready) => {
        client = ready
        for (const start of waiting) start(ready)
        waiting.clear()
        return ready
      },
      (error: unknown) => {
        report('the client did not load', error)
        return null
      },
    )
    return loading
  }

  function whenLoaded(start: (client: Client) => () => void): () => void {
    if (client !== null) return start(client)
    let stop = (): void => {
      waiting.delete(begin)
    }
    const begin = (ready: Client): void => {
      stop = start(ready)
    }
    waiting.add(begin)
    return () => stop()
  }

  return {
    async call(name, request) {
      const ready = client ?? (await loaded())
      return ready === null
        ? failure('channel-lost', 'A part of Parley can’t be read. Start it again; what was said is kept.')
        : ready.call(name, request)
    },
    on: (name, listener) => whenLoaded((ready) => ready.on(name, listener)),
    onLost: (listener) => whenLoaded((ready) => ready.onLost(listener)),
  }
}
