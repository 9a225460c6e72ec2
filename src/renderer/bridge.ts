import { type Client, createClient } from '../shared/ipc/client'
import type { Transport } from '../shared/ipc/transport'

declare global {
  interface Window {
    /** Provided by preload, or by the headless page: the only connection to main. */
    readonly parley: Transport
  }
}

/** The client over this window's transport. Invalid data is passed to `report` and dropped. */
export function connectBridge(report: (what: string, detail: unknown) => void): Client {
  return createClient(window.parley, report)
}
