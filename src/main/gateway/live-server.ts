import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { Clock } from '../../shared/lib/clock'
import { isNestedDeeperThan, parseJson } from '../../shared/lib/json-value'
import { inLogContext } from '../lib/log/log-context'
import type { Facts } from '../lib/log/logger'
import { type Admission, bearerToken } from './admission'
import type { GatewayContext } from './gateway-context'
import { DEEPEST_VALUE } from './gateway-limits'
import { LIVE_PROTOCOL, type LiveFrame, liveClose, liveFrameSchema, TOKEN_PROTOCOL } from './live-frames'
import { createLiveTalk, type LiveTalk } from './live-talk'
import { HttpProblem, type Route } from './routes'

/** Live talks over WebSocket. */
export interface LiveServer {
  /** True if the client was accepted. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  close(): void
}

/** `GET /live` without an upgrade: a refusal that says what the path is for. */
export const liveRoute: Route = {
  method: 'GET',
  path: '/live',
  scope: 'live',
  handle() {
    throw new HttpProblem(426, 'upgrade-required', 'This path is for WebSockets.', { upgrade: 'websocket', connection: 'Upgrade' })
  },
}

/** The most frames of one connection per second; sound alone takes fifty. */
const MOST_FRAMES = 400

/** Counts the frames of one connection. Returns false for a frame that comes too fast. */
function createFrameLimit(clock: Clock): () => boolean {
  let frames = 0
  let second = clock.now()
  return () => {
    const now = clock.now()
    if (now - second >= 1000) {
      second = now
      frames = 0
    }
    frames += 1
    return frames <= MOST_FRAMES
  }
}

/** Pings the connection, and ends it where no answer comes. Returns a function that stops. */
function keepAlive(socket: WebSocket, clock: Clock, everyMs: number): () => void {
  let alive = true
  let beat = clock.after(everyMs, pulse)

  function pulse(): void {
    if (!alive) {
      socket.terminate()
      return
    }
    alive = false
    socket.ping()
    beat = clock.after(everyMs, pulse)
  }

  socket.on('pong', () => {
    alive = true
  })
  return () => beat.cancel()
}

type Hello = Extract<LiveFrame, { type: 'hello' }>

/** Receives the frames of one connection. `talkOf` finds the talk that its first frame asks for. */
function accept(
  socket: WebSocket,
  client: GatewayClient,
  { clock, limits, streams }: GatewayContext,
  talkOf: (hello: Hello | null) => LiveTalk | 'lost' | 'too-many',
  logFacts: (known: Facts) => Facts,
): void {
  let talk: LiveTalk | null = null
  const isInTime = createFrameLimit(clock)

  function begin(hello: Hello | null): void {
    const found = talkOf(hello)
    if (found === 'too-many') {
      socket.close(liveClose.tooManyTalks, `a client may have ${limits.talksPerClient} talks at a time`)
      return
    }
    const format = { format: hello?.format ?? 'sse', sound: hello?.sound ?? 'json' } as const
    if (found === 'lost' || !found.attach(socket, format, hello?.positions ?? false, hello?.after ?? null, hello?.clientTools ?? null)) {
      socket.close(liveClose.gap, 'what came before is not kept any more')
      return
    }
    talk = found
  }

  function receive(data: RawData, isBinary: boolean): void {
    if (socket.readyState !== socket.OPEN) return
    if (!isInTime()) {
      socket.close(liveClose.tooFast, 'too many frames')
      return
    }
    if (isBinary) {
      if (!(data instanceof Uint8Array) || data.byteLength % 2 !== 0) socket.close(liveClose.malformed, 'sound is s16le')
      else {
        if (talk === null) begin(null)
        talk?.audio(data)
      }
      return
    }
    const value = parseJson(Buffer.isBuffer(data) ? data.toString('utf8') : '') ?? null
    const frame = isNestedDeeperThan(value, DEEPEST_VALUE) ? null : liveFrameSchema.safeParse(value)
    if (frame?.success !== true) socket.close(liveClose.malformed, 'not a frame')
    else if (talk === null && frame.data.type === 'hello') begin(frame.data)
    else {
      if (talk === null) begin(null)
      talk?.frame(frame.data)
    }
  }

  const release = streams.taken(client.clientId, () => socket.close(liveClose.revoked, 'this client has no access any more'))
  const stopPings = keepAlive(socket, clock, limits.keepAlive)
  // a log line of any frame names its talk
  const facts = (): Facts => ({ path: '/live', clientId: client.clientId, ...talk?.logFacts() })
  socket.on('message', (data: RawData, isBinary: boolean) =>
    inLogContext(
      {},
      () => logFacts(facts()),
      () => receive(data, isBinary),
    ),
  )
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    stopPings()
    release()
    talk?.detach(socket)
  })
}

/**
 * Accepts live clients at `/live`. Host, Origin and token are checked before the upgrade; a browser sends the token as a subprotocol.
 * Every connection has its own talk, or continues one of the same client.
 */
export function createLiveServer(context: GatewayContext, admission: Admission, logFacts: (known: Facts) => Facts): LiveServer {
  const { clock, limits, threads, streams, newId } = context
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    handleProtocols: () => LIVE_PROTOCOL,
  })
  /** conversationId → its talk */
  const talks = new Map<string, { readonly talk: LiveTalk; readonly clientId: string }>()

  context.idle.keep({ isBusy: (conversationId) => talks.has(conversationId), release: () => undefined })

  function admitted(request: IncomingMessage): GatewayClient {
    if ((request.url ?? '').split('?', 1)[0] !== '/live') throw new HttpProblem(404, 'unknown-path', 'There is nothing at this path.')
    admission.origin(request)
    const client = admission.client(request, bearerToken(request) ?? protocolToken(request), 'live')
    streams.check(client.clientId)
    return client
  }

  const talksOf = (clientId: string): number => [...talks.values()].filter((one) => one.clientId === clientId).length

  function talkOf(client: GatewayClient, hello: Hello | null): LiveTalk | 'lost' | 'too-many' {
    const sessionId = hello?.sessionId ?? newId('session')
    const known = threads.find(client, 'live', sessionId)
    const running = known === null ? undefined : talks.get(known)?.talk
    // earlier items are lost with the talk: the client reads the conversation instead of half a stream
    if (running === undefined && hello?.after !== undefined && hello.after > 0) return 'lost'
    if (running !== undefined) return running
    // a talk that its client may come back to counts, too
    if (talksOf(client.clientId) >= limits.talksPerClient) return 'too-many'
    const conversationId = known ?? threads.open(client, 'live', sessionId)
    context.idle.used(conversationId)
    const confirmation = hello?.confirmation ?? 'standard'
    const onOver = () => void talks.delete(conversationId)
    const made = createLiveTalk({ context: context, client, conversationId, sessionId, confirmation, onOver })
    talks.set(conversationId, { talk: made, clientId: client.clientId })
    return made
  }

  return {
    upgrade(request, socket, head) {
      try {
        const client = admitted(request)
        sockets.handleUpgrade(request, socket, head, (upgraded) =>
          accept(upgraded, client, context, (hello) => talkOf(client, hello), logFacts),
        )
        return true
      } catch (error) {
        const problem = error instanceof HttpProblem ? error : new HttpProblem(500, 'internal', 'Parley could not answer.')
        const headers = Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.end(`HTTP/1.1 ${problem.status} ${problem.code}\r\n${headers.join('')}Connection: close\r\nContent-Length: 0\r\n\r\n`)
        return false
      }
    },
    close() {
      for (const { talk } of talks.values()) talk.close(1001, 'Parley is ending')
      talks.clear()
      for (const socket of sockets.clients) {
        socket.close(1001, 'Parley is ending')
        // one that does not answer is not waited for as a running answer is
        const timer = clock.after(limits.goodbye, () => socket.terminate())
        socket.once('close', () => timer.cancel())
      }
    },
  }
}

/** The token that a browser offers as a subprotocol next to ours. */
function protocolToken(request: IncomingMessage): string | null {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim())
  const token = offered.find((protocol) => protocol.startsWith(TOKEN_PROTOCOL))
  return offered.includes(LIVE_PROTOCOL) && token !== undefined ? token.slice(TOKEN_PROTOCOL.length) : null
}
