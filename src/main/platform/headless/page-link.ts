import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { decodeFrame, encodeFrame } from '../../../shared/ipc/frame'
import type { Dispatch } from '../../../shared/ipc/router'
import { type CompanionWindowKind, narrowed, receivesEvent } from '../window/companion-window-table'
import { channelOf, mayOpenChannel } from './admission'
import { channelProtocol, type HostFrame, readPageFrame, takenOverCode } from './page-channel'

/** The most unread data for the page: a page beyond it hangs, and a reload helps it better. */
const mostUnsentBytes = 64 * 1024 * 1024

/** The largest frame accepted from the page. */
export const largestFrameBytes = 1024 * 1024

/** The channel to the single page, and to the pages that replace companion windows. */
export interface PageLink {
  /** False if there is no page. */
  send(frame: HostFrame): boolean
  isVisible(): boolean
  isOpen(kind: CompanionWindowKind): boolean
  close(): void
}

/** Dependencies of the channel. */
export interface PageLinkOptions {
  readonly server: Server
  readonly port: () => number
  readonly token: string
  readonly dispatch: Dispatch
  readonly report: (what: string, detail: unknown) => void
  readonly onVisibilityChange: () => void
}

/**
 * Lets one page call over a WebSocket. Unknown callers get 403 before the upgrade. There is one page at a time: the newest wins and
 * the previous one is closed (4001), so a reload never waits for a dead socket. A malformed frame closes the channel (1008).
 */
export function openPageLink(options: PageLinkOptions): PageLink {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestFrameBytes,
    perMessageDeflate: false,
    handleProtocols: () => channelProtocol,
  })
  let page: WebSocket | null = null
  const sides = new Map<CompanionWindowKind, WebSocket>()
  let visible = false

  const setVisible = (now: boolean): void => {
    if (visible === now) return
    visible = now
    options.onVisibilityChange()
  }

  const send = (socket: WebSocket, frame: HostFrame): boolean => {
    if (socket.readyState !== socket.OPEN) return false
    if (socket.bufferedAmount > mostUnsentBytes) {
      options.report('the page does not take what it is sent', socket.bufferedAmount)
      socket.terminate()
      return false
    }
    socket.send(encodeFrame(frame))
    return true
  }

  const receive = async (socket: WebSocket, dispatch: Dispatch, data: RawData, isBinary: boolean): Promise<void> => {
    const decoded = isBinary && data instanceof Uint8Array ? decodeFrame(data) : null
    const frame = decoded?.ok ? readPageFrame(decoded.value) : null
    switch (frame?.kind) {
      case 'call':
        send(socket, { kind: 'reply', number: frame.number, result: await dispatch(frame.name, frame.payload) })
        break
      case 'visible':
        if (socket === page) setVisible(frame.visible)
        break
      case undefined:
        socket.close(1008, 'not a frame')
    }
  }

  const listen = (socket: WebSocket, dispatch: Dispatch): void => {
    socket.on('message', (data, isBinary) => {
      receive(socket, dispatch, data, isBinary).catch((error: unknown) => options.report('a call of the page failed', error))
    })
    socket.on('error', (error) => options.report('the channel to the page failed', error))
  }

  const acceptSide = (kind: CompanionWindowKind, socket: WebSocket): void => {
    sides.get(kind)?.close(takenOverCode, 'another page took over')
    sides.set(kind, socket)
    listen(socket, narrowed(options.dispatch, kind))
    socket.on('close', () => {
      if (sides.get(kind) === socket) sides.delete(kind)
    })
  }

  const accept = (socket: WebSocket, request: IncomingMessage): void => {
    const channel = channelOf(request) ?? 'app'
    if (channel !== 'app') return acceptSide(channel, socket)
    page?.close(takenOverCode, 'another page took over')
    page = socket
    setVisible(true)
    listen(socket, options.dispatch)
    socket.on('close', () => {
      if (socket !== page) return
      page = null
      setVisible(false)
    })
  }

  options.server.on('upgrade', (request, stream: Duplex, head) => {
    stream.on('error', () => stream.destroy())
    if (mayOpenChannel(request, options.port(), options.token)) sockets.handleUpgrade(request, stream, head, accept)
    else stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })

  return {
    send(frame) {
      for (const [kind, socket] of sides) if (frame.kind === 'event' && receivesEvent(kind, frame.name)) send(socket, frame)
      return page !== null && send(page, frame)
    },
    isVisible: () => visible,
    isOpen: (kind) => sides.has(kind),
    close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}
