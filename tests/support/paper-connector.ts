import type { LiveConnectionListener, LiveConnector, LiveConnectRequest } from '../../src/main/models/live/live-connector'
import type { Outgoing } from '../../src/main/models/live/outbox'

/** One connection that a test controls. */
export interface PaperConnection {
  readonly request: LiveConnectRequest
  readonly listener: LiveConnectionListener
  readonly sent: readonly Outgoing[]
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
      let asked = false
      connections.push({
        request,
        listener,
        sent,
        closeAsked: () => asked,
        end: (reason = '') => listener.onClose({ code: 1006, reason, error: null, httpStatus: null, opened: true }),
      })
      return {
        updateContext: () => undefined,
        send: (item) => sent.push(item),
        close: () => {
          asked = true
        },
      }
    },
  }
}
