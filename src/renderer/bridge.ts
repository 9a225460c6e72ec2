import { type Client, createClient } from '../shared/ipc/client'
import type { Transport } from '../shared/ipc/transport'

declare global {
  interface Window {
    /** Put there by preload, or by the headless page: the only way to main. */
    readonly parley: Transport
  }
}

/** The client over the transport of this window. What does not fit the contract is told to `report` and dropped. */
export function connectBridge(report: (what: string, detail: unknown) => void): Client {
  return createClient(window.parley, report)
}
