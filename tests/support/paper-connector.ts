import type { LiveConnectionListener, LiveConnector, LiveConnectRequest, Shown } from '../../src/main/models/live/live-connector'
import type { Outgoing } from '../../src/main/models/live/outbox'

/** One connection that a test controls. */
export interface PaperConnection {
  readonly request: LiveConnectRequest
  readonly listener: LiveConnectionListener
  readonly sent: readonly Outgoing[]
  readonly shown: readonly Shown[]
  closeAsked(): boolean
  /** The socket is closed. */
  end(reason?: string): void
}

/** A connector whose server is the test. */
export function createPaperConnector(): LiveConnector & { readonly connections: readonly PaperConnection[] } {
  const connections: PaperConnection[] = []
  return {
    connections,
    connect(request, listener) {
      const sent: Outgoing[] = []
      const shown: Shown[] = []
      let asked = false
      connections.push({
        request,
        listener,
        sent,
        shown,
        closeAsked: () => asked,
        end: (reason = '') => listener.onClose({ code: 1006, reason, error: null, httpStatus: null, opened: true }),
      })
      return {
        updateContext: () => undefined,
        show: (one) => shown.push(one) > 0,
        send: (item) => sent.push(item),
        close: () => {
          asked = true
        },
      }
    },
  }
}
