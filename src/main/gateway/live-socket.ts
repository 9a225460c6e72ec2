import type { WebSocket } from 'ws'
import type { GatewayContext } from './gateway-context'
import { liveClose } from './live-frames'
import { createLiveLog, type LiveFormat, type LiveItem, type LiveLog, liveWire } from './live-log'

/** The socket that the client has now, and the items that it has not acknowledged. */
export interface LiveSocket {
  /** As in `LiveTalk`. */
  attach(socket: WebSocket, format: LiveFormat, positions: boolean, after: number | null): boolean
  /** Stores an item and sends it, if the client is there. */
  send(item: Parameters<LiveLog['add']>[0]): void
  /** The client says itself how much it has played. */
  reportsPositions(): boolean
  is(socket: WebSocket): boolean
  /** Answers outside the log. */
  reply(value: object): void
  acknowledge(number: number): void
  /** The client's socket is gone. */
  drop(): void
  close(code: number, reason: string): void
}

/** `hello`: the session that a new socket is greeted with. */
export function createLiveSocket(
  limits: GatewayContext['limits'],
  hello: { readonly sessionId: string; readonly conversationId: string },
): LiveSocket {
  const log = createLiveLog()
  let socket: WebSocket | null = null
  let format: LiveFormat = { format: 'sse', sound: 'json' }
  let positions = false
  let allowedBytes = limits.unsentBytes

  function write(item: LiveItem): void {
    const wire = liveWire(item, format)
    if (socket === null || wire === null || socket.readyState !== socket.OPEN) return
    // one item may be larger than the limit: that alone must not close the socket
    const waited = socket.bufferedAmount
    socket.send(wire)
    // unsent items stay in the log: the client comes back for them
    if (waited > allowedBytes) socket.close(liveClose.tooSlow, 'the client does not read')
  }

  return {
    attach(next, wanted, reported, after) {
      const missed = after === null ? [] : log.after(after)
      if (missed === null) return false
      socket?.close(liveClose.takenOver, 'another connection took over')
      socket = next
      format = wanted
      positions = reported
      const greeting = { type: 'data-session', data: { ...hello, resumed: after !== null }, transient: true }
      next.send(wanted.format === 'sse' ? `data: ${JSON.stringify(greeting)}\n\n` : JSON.stringify({ id: 0, chunk: greeting }))
      // stored items are sent at once and do not count
      allowedBytes = Number.POSITIVE_INFINITY
      for (const item of missed) write(item)
      allowedBytes = next.bufferedAmount + limits.unsentBytes
      return true
    },
    send: (item) => write(log.add(item)),
    reportsPositions: () => positions,
    is: (other) => other === socket,
    reply: (value) => socket?.send(JSON.stringify(value)),
    acknowledge: log.acknowledge,
    drop() {
      socket = null
    },
    close: (code, reason) => socket?.close(code, reason),
  }
}
