import type { Client } from '../shared/ipc/client'
import type { Transport } from '../shared/ipc/transport'
import { failure } from '../shared/lib/result'

declare global {
  interface Window {
    /** Provided by preload, or by the headless page: the only connection to main. */
    readonly parley: Transport
  }
}

/** Loads the client with the schemas of everything that main says. */
const loadClient = async (report: Report): Promise<Client> => (await import('../shared/ipc/client')).createClient(window.parley, report)

type Report = (what: string, detail: unknown) => void

/**
 * The client over this window's transport. Invalid data is passed to `report` and dropped. The schemas are read at the first call, because
 * making them takes longer than drawing the first picture; whoever listens before that call hears everything that follows it.
 */
export function connectBridge(report: Report, load = loadClient): Client {
  const waiting = new Set<(client: Client) => void>()
  let client: Client | null = null
  let loading: Promise<Client | null> | null = null

  function loaded(): Promise<Client | null> {
    loading ??= load(report).then(
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
