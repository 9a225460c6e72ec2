import type { IncomingMessage } from 'node:http'
import { type RawData, WebSocket } from 'ws'
import type { Clock, Timer } from '../../../shared/lib/clock'
import type { SocketTap } from './socket-tap'

/** The callbacks that the client library passes to its socket factory; it reads only `data` of a message. */
export interface LibraryCallbacks {
  readonly onopen: () => void
  readonly onmessage: (event: { readonly data: string }) => void
}

/** How a socket ended; texts as the network reported them. */
export interface SocketEnd {
  readonly code: number
  readonly reason: string
  readonly error: string | null
  readonly httpStatus: number | null
}

/** The part of a `ws` socket used here. */
export interface RawSocket {
  readonly readyState: number
  /** bytes that were sent and are not on the network yet */
  readonly bufferedAmount: number
  on(event: 'open' | 'pong', listener: () => void): unknown
  on(event: 'message', listener: (data: RawData) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'unexpected-response', listener: (request: unknown, response: IncomingMessage) => void): unknown
  on(event: 'close', listener: (code: number, reason: Buffer) => void): unknown
  send(text: string): void
  close(): void
  terminate(): void
  ping(): void
}

/** Starts a connection; throws if the address is invalid. */
export type OpenRawSocket = (url: string, headers: Readonly<Record<string, string>>) => RawSocket

/** A connection over the network. */
export const openNetworkSocket: OpenRawSocket = (url, headers) => new WebSocket(url, { headers: { ...headers }, perMessageDeflate: false })

export interface GuardedSocketOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly library: LibraryCallbacks
  readonly clock: Clock
  readonly open: OpenRawSocket
  /** Receives every frame as sent on the wire. */
  readonly tap?: SocketTap | undefined
  /** Changes the first frame before it is sent: the client library omits a setup field. */
  readonly rewriteFirst?: (frame: string) => string
  readonly onMalformed: () => void
  /** Called once, when the socket is gone. */
  readonly onEnd: (end: SocketEnd) => void
}

/** Milliseconds that a server has to answer a close frame before the socket is cut. */
const closeGraceMs = 1_000
const longestRefusalText = 2_000
/** Time between pings; a server that shows no sign of life after one is gone. */
const pingIntervalMs = 20_000

/**
 * The socket under the client library. The library's own socket parses frames inside an async function that nobody awaits, so a frame
 * that is not JSON ends the process, and it cannot cut a connection that hangs (live-spec §1.5). This one passes only JSON objects,
 * detects a network that vanished silently, reports its end once, and can be closed in any state.
 */
export class GuardedSocket {
  readonly #options: GuardedSocketOptions
  #socket: RawSocket | null = null
  #error: string | null = null
  #httpStatus: number | null = null
  #ended = false
  #grace: Timer | null = null
  #ping: Timer | null = null
  #heard = true
  #sentFirst = false

  constructor(options: GuardedSocketOptions) {
    this.#options = options
  }

  /** Starts connecting; throws if the address is invalid. */
  connect(): void {
    if (this.#ended) return
    const { url, headers, library, open } = this.#options
    const socket = open(url, headers)
    this.#socket = socket
    socket.on('open', () => {
      this.#watch(socket)
      library.onopen()
    })
    socket.on('message', (data) => {
      this.#heard = true
      this.#pass(data)
    })
    socket.on('pong', () => {
      this.#heard = true
    })
    socket.on('error', (error) => {
      this.#error ??= error.message
    })
    socket.on('unexpected-response', (_request, response) => this.#refused(socket, response))
    socket.on('close', (code, reason) => this.#end(code, reason.toString('utf8')))
  }

  /** Bytes that wait to go onto the network. */
  waitingBytes(): number {
    return this.#socket?.bufferedAmount ?? 0
  }

  send(text: string): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    const { rewriteFirst } = this.#options
    const frame = this.#sentFirst || rewriteFirst === undefined ? text : rewriteFirst(text)
    this.#sentFirst = true
    this.#socket.send(frame)
    this.#options.tap?.sent(frame)
  }

  /** Closes with a close frame if connected; cuts the socket if not connected or if the server does not answer. */
  close(): void {
    const socket = this.#socket
    if (this.#ended || this.#grace !== null) return
    if (socket === null) {
      this.#end(1006, '')
    } else if (socket.readyState === WebSocket.CONNECTING) {
      socket.terminate()
    } else {
      this.#grace = this.#options.clock.after(closeGraceMs, () => socket.terminate())
      socket.close()
    }
  }

  #watch(socket: RawSocket): void {
    this.#ping = this.#options.clock.after(pingIntervalMs, () => {
      if (!this.#heard) {
        this.#error ??= `the server gave no sign of life for ${pingIntervalMs / 1000} s`
        socket.terminate()
        return
      }
      this.#heard = false
      if (socket.readyState === WebSocket.OPEN) socket.ping()
      this.#watch(socket)
    })
  }

  #pass(data: RawData): void {
    const text = textOf(data)
    this.#options.tap?.received(text)
    const message = readableByLibrary(text)
    if (message === null) this.#options.onMalformed()
    else this.#options.library.onmessage({ data: message })
  }

  /** An HTTP answer instead of an upgrade: the status and the beginning of the text give the reason. */
  #refused(socket: RawSocket, response: IncomingMessage): void {
    this.#httpStatus = response.statusCode ?? 0
    let text = ''
    let finished = false
    const finish = () => {
      if (finished) return
      finished = true
      this.#error = text.trim() === '' ? (response.statusMessage ?? null) : text.trim()
      response.destroy()
      socket.terminate()
    }
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      text = (text + part).slice(0, longestRefusalText)
      if (text.length === longestRefusalText) finish()
    })
    response.on('end', finish)
    response.on('error', finish)
    response.on('close', finish)
  }

  #end(code: number, reason: string): void {
    if (this.#ended) return
    this.#ended = true
    this.#grace?.cancel()
    this.#ping?.cancel()
    this.#options.onEnd({ code, reason, error: this.#error, httpStatus: this.#httpStatus })
  }
}

function textOf(data: RawData): string {
  if (Buffer.isBuffer(data)) return data.toString('utf8')
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.from(data).toString('utf8')
}

/** Names that the library reserves on its messages: if the server sends them, it throws where nobody catches. */
const RESERVED = ['text', 'data'] as const

/** The frame in a form that the library accepts; null if it is no JSON object. */
function readableByLibrary(text: string): string | null {
  const value = jsonObject(text)
  if (value === null) return null
  if (!RESERVED.some((name) => Object.hasOwn(value, name))) return text
  return JSON.stringify({ ...value, ...Object.fromEntries(RESERVED.map((name) => [name, undefined])) })
}

function jsonObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
