import type { OpenRawSocket } from '../../../src/main/models/live/guarded-socket'
import { type VirtualNetworkOptions, VirtualSocket } from './virtual-socket'

/** A network with virtual delays, with one service at its end. */
export interface VirtualNetwork {
  readonly open: OpenRawSocket
  /** Sockets that one of their ends still holds. */
  openSockets(): number
}

export function createVirtualNetwork(options: VirtualNetworkOptions): VirtualNetwork {
  const sockets = new Set<VirtualSocket>()
  let made = 0
  return {
    open(url) {
      made += 1
      for (const socket of sockets) if (socket.readyState === 3 && !socket.heldByServer) sockets.delete(socket)
      const socket = new VirtualSocket(url, made, options)
      sockets.add(socket)
      return socket
    },
    openSockets: () => [...sockets].filter((socket) => socket.readyState !== 3 || socket.heldByServer).length,
  }
}
