import type { GoogleGenAI, Session } from '@google/genai'
import type { Clock } from '../../../shared/lib/clock'
import { redact } from '../../../shared/text/redact'
import type * as clientLibrary from './client-library'
import { GuardedSocket, type LibraryCallbacks, type OpenRawSocket, openNetworkSocket, type SocketEnd } from './guarded-socket'
import type { contextUpdate } from './live-connect-config'
import type { LiveConnection, LiveConnectionListener, LiveConnector, LiveConnectRequest, Shown } from './live-connector'
import type { LiveContext } from './live-setup'
import type { Outgoing } from './outbox'
import { announcesHistory, sendHistory, withHistoryAnnounced } from './send-history'
import type { LiveDialect, sendOutgoing, sendShown } from './send-outgoing'
import { nonBlockingTools } from './tool-behavior'

/** What a connection needs of the client library. */
export type ClientLibrary = typeof clientLibrary

/** What a connector reaches the world with. */
export interface GenaiConnectorOptions {
  /** Opens the raw socket; a real one if omitted. */
  readonly open?: OpenRawSocket
  /** Loads the client library. It is large: by default it is read for the first connection and not at the start. */
  readonly load?: () => Promise<ClientLibrary>
}

/** Connects through `@google/genai`, over sockets that survive faults its own sockets do not. */
export function createGenaiConnector(clock: Clock, options: GenaiConnectorOptions = {}): LiveConnector {
  const { open = openNetworkSocket, load = () => import('./client-library') } = options
  return { connect: (request, listener) => new GenaiConnection(request, listener, { clock, open, load }) }
}

/** A frame would delay the sound behind it: while more bytes wait, none is sent. */
const mostWaitingBytes = 64 * 1024

interface ConnectionWorld extends Required<GenaiConnectorOptions> {
  readonly clock: Clock
}

class GenaiConnection implements LiveConnection {
  readonly #request: LiveConnectRequest
  readonly #listener: LiveConnectionListener
  readonly #world: ConnectionWorld
  #dialect: LiveDialect
  #socket: GuardedSocket | null = null
  #session: Session | null = null
  #sendOutgoing: typeof sendOutgoing = () => {}
  #sendShown: typeof sendShown = () => false
  #contextUpdate: typeof contextUpdate | null = null
  readonly #early: object[] = []
  #failure: string | null = null
  #closing = false
  #ended = false

  constructor(request: LiveConnectRequest, listener: LiveConnectionListener, world: ConnectionWorld) {
    const { setup, capabilities } = request
    this.#request = request
    this.#dialect = {
      capabilities,
      nonBlockingTools: nonBlockingTools(setup.tools, capabilities),
      findsSpeech: setup.choices.endOfSpeech === 'service',
      ...(request.fileOf !== undefined && { fileOf: request.fileOf }),
    }
    this.#listener = listener
    this.#world = world
    // Not before the caller has the connection.
    queueMicrotask(() => {
      this.#connect().catch((error: unknown) => this.#failed(error))
    })
  }

  send(item: Outgoing): void {
    if (this.#session === null || this.#isOver()) return
    this.#sendOutgoing(this.#session, item, this.#dialect)
  }

  show(shown: Shown): boolean {
    if (this.#session === null || this.#isOver() || (this.#socket?.waitingBytes() ?? 0) > mostWaitingBytes) return false
    return this.#sendShown(this.#session, shown, this.#dialect)
  }

  updateContext(context: LiveContext): void {
    if (this.#session === null || this.#contextUpdate === null || this.#isOver()) return
    const { capabilities } = this.#request
    this.#dialect = { ...this.#dialect, nonBlockingTools: nonBlockingTools(context.tools, capabilities) }
    this.#session.sendContextUpdate(this.#contextUpdate(context, capabilities))
  }

  close(): void {
    this.#closing = true
    this.#socket?.close()
  }

  async #connect(): Promise<void> {
    const { setup, capabilities, handle, history } = this.#request
    const library = await this.#world.load()
    if (this.#isOver()) {
      this.#end({ code: 1006, reason: '', error: null, httpStatus: null })
      return
    }
    const ephemeral = setup.apiKey.startsWith('auth_tokens/')
    const client = new library.GoogleGenAI({
      // The library puts the key into the address without encoding it.
      apiKey: ephemeral ? setup.apiKey : encodeURIComponent(setup.apiKey),
      vertexai: false,
      httpOptions: { apiVersion: ephemeral ? 'v1alpha' : 'v1beta', ...(setup.baseUrl !== null && { baseUrl: setup.baseUrl }) },
    })
    replaceSocketFactory(client, (url, headers, library) => this.#openSocket(url, headers, library))
    const session = await client.live.connect({
      model: setup.model,
      config: library.liveConnectConfig(setup, capabilities, handle, history),
      callbacks: { onmessage: (message) => this.#deliver(message) },
    })
    if (this.#isOver()) return
    this.#session = session
    this.#sendOutgoing = library.sendOutgoing
    this.#sendShown = library.sendShown
    this.#contextUpdate = library.contextUpdate
    sendHistory(session, this.#request)
    this.#listener.onOpen()
    for (const message of this.#early.splice(0)) this.#deliver(message)
  }

  #openSocket(url: string, headers: Readonly<Record<string, string>>, library: LibraryCallbacks): GuardedSocket {
    const socket = new GuardedSocket({
      url,
      headers,
      library,
      clock: this.#world.clock,
      open: this.#world.open,
      tap: this.#request.tap,
      ...(announcesHistory(this.#request) && { rewriteFirst: withHistoryAnnounced }),
      onMalformed: () => {
        if (!this.#closing) this.#listener.onMalformed()
      },
      onEnd: (end) => this.#end(end),
    })
    this.#socket = socket
    return socket
  }

  /**
   * The library calls this inside an async function that nobody awaits, so nothing may be thrown here. Messages that arrived together
   * with the setup's answer are delivered just before the library returns its session; they wait for it.
   */
  #deliver(message: object): void {
    if (this.#isOver()) return
    if (this.#session === null) {
      this.#early.push(message)
      return
    }
    try {
      this.#listener.onFrame(message)
    } catch (error) {
      this.#listener.onFrameFault(this.#redact(error instanceof Error ? error.message : String(error)))
    }
  }

  /** The library refused the request itself; a socket that is already open is closed, which reports the end. */
  #failed(error: unknown): void {
    this.#failure = error instanceof Error ? error.message : String(error)
    if (this.#socket === null) this.#end({ code: 1006, reason: '', error: null, httpStatus: null })
    else this.close()
  }

  #end({ code, reason, error, httpStatus }: SocketEnd): void {
    if (this.#ended) return
    this.#ended = true
    const failure = this.#failure ?? error
    const redacted = { code, reason: this.#redact(reason), error: failure === null ? null : this.#redact(failure) }
    this.#request.tap?.closed({ ...redacted, byParley: this.#closing })
    this.#listener.onClose({ ...redacted, httpStatus, opened: this.#session !== null })
  }

  #isOver(): boolean {
    return this.#closing || this.#ended
  }

  #redact(text: string): string {
    return redact(text, [this.#request.setup.apiKey])
  }
}

type OpenSocket = (url: string, headers: Readonly<Record<string, string>>, library: LibraryCallbacks) => GuardedSocket

/**
 * The library has no public way to supply a socket, or to reach the one it opens before its setup is answered. Its factory is a
 * private field; its presence is checked, so that an upgrade that moves it fails at once.
 */
function replaceSocketFactory(client: GoogleGenAI, open: OpenSocket): void {
  const factory: unknown = Reflect.get(client.live, 'webSocketFactory')
  if (typeof factory !== 'object' || factory === null || !('create' in factory)) {
    throw new Error('this version of @google/genai has no socket factory where it is expected')
  }
  Reflect.set(client.live, 'webSocketFactory', { supportsHeaders: true, create: open })
}
