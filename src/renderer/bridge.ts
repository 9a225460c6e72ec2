import type { Client } from '../shared/ipc/client'
import type { Transport } from '../shared/ipc/transport'
import { deferClient } from './deferred-client'

declare global {
  interface Window {
    /** Provided by preload, or by the headless page: the only connection to main. */
    readonly parley: Transport
  }
}

/**
 * The client over this window's transport. Invalid data is passed to `report` and dropped. It is read at the first call, because making the
 * schemas of all that main says takes longer than drawing the first picture.
 */
export function connectBridge(report: (what: string, detail: unknown) => void): Client {
  const load = async () => (await import('../shared/ipc/client')).createClient(window.parley, report)
  return deferClient(load, report)
}
