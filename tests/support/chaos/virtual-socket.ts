import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { RawSocket } from '../../../src/main/models/live/guarded-socket'
import type { FixtureService } from '../../../src/main/replay/simulator/fixture-service'
import type { LiveConnection } from '../../../src/main/replay/simulator/live-connection'
import { parseLiveAddress } from '../../../src/main/replay/simulator/request-address'
import type { ServerWire } from '../../../src/main/replay/simulator/server-wire'
import type { Clock } from '../../../src/shared/lib/clock'

/** States of a socket, with the numbers of `ws`. */
const CONNECTING = 0
const OPEN = 1
const CLOSING = 2
const CLOSED = 3

/** The network between the two ends. */
export interface VirtualNetworkOptions {
  readonly service: FixtureService
  readonly clock: Clock
  /** Milliseconds until the next delivery. */
  latency(): number
  readonly wiretap: Wiretap
}

/** Receives everything that arrives. */
export interface Wiretap {
  toServer(connection: number, text: string): void
  /** Text of a frame on its way. */
  fromServer(connection: number, text: string): void
  /** Text of a frame that reached a client that still listens. */
  toClient(connection: number, text: string): void
  /** The client knows that it has ended. */
  ended(connection: number, how: string): void
}

type Listener = (...details: never[]) => void

/** A client's socket, connected to the service with only virtual time in between. */
export class VirtualSocket implements RawSocket {
  readyState: number = CONNECTING
  readonly bufferedAmount = 0
  readonly connection: number
  private readonly options: VirtualNetworkOptions
  private readonly listeners: { readonly event: string; readonly listener: Listener }[] = []
  private readonly service: LiveConnection | null
  private serverOpen = false
  private lastToClient = 0
  private lastToServer = 0

  constructor(url: string, connection: number, options: VirtualNetworkOptions) {
    this.connection = connection
    this.options = options
    const { pathname, search } = new URL(url)
    const address = parseLiveAddress(`${pathname}${search}`)
    this.service = address === null ? null : options.service.connect(address)
    const fault = this.service === null ? { status: 404, text: 'Not found' } : this.service.faults.upgrade()
    if (fault === 'silence') return
    this.toClient(() => {
      if (this.readyState !== CONNECTING) return
      if (fault === 'cut') this.fail(new Error('socket hang up'))
      else if (fault !== null) this.emit('unexpected-response', null, httpAnswer(fault.status, fault.text))
      else this.open(address?.key ?? null)
    })
  }

  /** Whether the service still holds its end. */
  get heldByServer(): boolean {
    return this.serverOpen
  }

  on(event: string, listener: Listener): this {
    this.listeners.push({ event, listener })
    return this
  }

  send(text: string): void {
    this.toServer(() => {
      if (!this.serverOpen) return
      this.options.wiretap.toServer(this.connection, text)
      this.service?.receive(text)
    })
  }

  close(): void {
    if (this.readyState >= CLOSING) return
    this.readyState = CLOSING
    this.toServer(() => {
      if (!this.serverOpen) return
      this.release()
      this.toClient(() => this.closed(1005, ''))
    })
  }

  terminate(): void {
    if (this.readyState === CLOSED) return
    const connecting = this.readyState === CONNECTING
    this.toServer(() => this.release())
    if (connecting) this.emit('error', new Error('WebSocket was closed before the connection was established'))
    this.closed(1006, '')
  }

  ping(): void {
    this.toServer(() => {
      if (this.serverOpen) this.toClient(() => this.emit('pong'))
    })
  }

  private open(key: string | null): void {
    this.readyState = OPEN
    this.serverOpen = true
    this.emit('open')
    this.service?.open(this.wire(), key)
  }

  private wire(): ServerWire {
    const cut = (): void => {
      this.release()
      this.toClient(() => this.closed(1006, ''))
    }
    return {
      isOpen: () => this.serverOpen,
      send: (data, kind) => {
        this.options.wiretap.fromServer(this.connection, data.toString())
        this.toClient(() => this.receive(Buffer.from(data), kind))
      },
      close: (code, reason) => {
        this.release()
        this.toClient(() => this.closed(code, reason))
      },
      cut,
      drop: cut,
    }
  }

  private receive(data: Buffer, kind: 'binary' | 'text'): void {
    if (this.readyState === CLOSED || this.readyState === CONNECTING) return
    if (kind === 'text' && !isUtf8(data)) {
      this.toServer(() => this.release())
      this.fail(new RangeError('Invalid WebSocket frame: invalid UTF-8 sequence'))
      return
    }
    if (this.readyState === OPEN) this.options.wiretap.toClient(this.connection, data.toString('utf8'))
    this.emit('message', data)
  }

  private fail(error: Error): void {
    this.emit('error', error)
    this.closed(1006, '')
  }

  private closed(code: number, reason: string): void {
    if (this.readyState === CLOSED) return
    this.readyState = CLOSED
    this.options.wiretap.ended(this.connection, `${code} ${reason}`)
    this.emit('close', code, Buffer.from(reason))
  }

  /** The service's end is closed. */
  private release(): void {
    if (!this.serverOpen) return
    this.serverOpen = false
    this.service?.gone()
  }

  /** Each direction delivers in order. */
  private toClient(arrive: () => void): void {
    this.lastToClient = Math.max(this.lastToClient, this.options.clock.now() + this.options.latency())
    this.options.clock.after(this.lastToClient - this.options.clock.now(), arrive)
  }

  private toServer(arrive: () => void): void {
    this.lastToServer = Math.max(this.lastToServer, this.options.clock.now() + this.options.latency())
    this.options.clock.after(this.lastToServer - this.options.clock.now(), arrive)
  }

  private emit(event: string, ...details: unknown[]): void {
    for (const one of this.listeners) if (one.event === event) Reflect.apply(one.listener, this, details)
  }
}

function isUtf8(data: Buffer): boolean {
  return Buffer.from(data.toString('utf8'), 'utf8').equals(data)
}

function httpAnswer(status: number, text: string): IncomingMessage {
  const answer = new IncomingMessage(new Socket())
  answer.statusCode = status
  answer.push(text)
  answer.push(null)
  return answer
}
