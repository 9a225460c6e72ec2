import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { systemClock } from '../../lib/system-clock'
import type { UpgradeFault } from './faults/fault'
import type { FixtureServer, FixtureServerOptions } from './fixture-server-types'
import { createFixtureService } from './fixture-service'
import type { LiveConnection } from './live-connection'
import { answerModelList, isModelList } from './model-list'
import { parseLiveAddress } from './request-address'
import type { ServerWire } from './server-wire'
import { modelNotFound } from './setup-rules'
import { TextEndpoint } from './text-endpoint'

export type { FixtureServer, FixtureServerOptions, ReceivedFrame } from './fixture-server-types'

/** The largest file that the app sends over a Live connection is one frame of 10 MB in base64. */
const MAXIMUM_FRAME_BYTES = 16 * 1024 * 1024
/** The app opens two at a time, where one session takes over from another. */
const MOST_CONNECTIONS = 64

/**
 * Starts a server on a free loopback port that speaks Gemini's Live WebSocket and `streamGenerateContent` from one
 * recording (live-spec §1, §5, §6). It is as unforgiving about what clients send as the real service. Throws when
 * the recording still refers to audio files: `loadFixture` resolves those. Only who knows its secret is answered, and no page of
 * a browser.
 */
export async function startFixtureServer({
  fixture,
  speed,
  clock = systemClock,
  faults = [],
  text,
  pace,
  observer,
  fromTurn,
  secret = randomBytes(24).toString('base64url'),
  proxyPort,
  remembers = true,
}: FixtureServerOptions): Promise<FixtureServer> {
  const common = {
    speed,
    clock,
    faults,
    remembers,
    ...(pace && { pace }),
    ...(observer && { observer }),
    ...(fromTurn !== undefined && { fromTurn }),
  }
  const service = createFixtureService({ ...common, fixture })
  const { context } = service
  const { journal } = context
  const written = text === undefined ? context : createFixtureService({ ...common, fixture: text, journal }).context
  const textEndpoint = new TextEndpoint({ ...written, fixture: text ?? fixture })
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAXIMUM_FRAME_BYTES })
  const refused = new Set<Duplex>()

  const admits = (request: IncomingMessage): boolean => {
    const bound = server.address()
    const ports = [typeof bound === 'object' && bound !== null ? bound.port : null, proxyPort]
    const isOwnName = ports.some((port) => port != null && request.headers.host === `127.0.0.1:${port}`)
    return isOwnName && request.headers.origin === undefined && isUnder(request.url ?? '', secret)
  }

  const server = createServer((request, response) => {
    response.on('error', () => response.destroy())
    if (!admits(request)) {
      response.writeHead(403, { connection: 'close' }).end(() => request.destroy())
      return
    }
    // no request for an answer: it is not counted, and stands in no journal
    if (isModelList(request.url ?? '')) answerModelList(request, response, written.faults)
    else textEndpoint.answer(request, response, service.nextNumber())
  })
  server.maxConnections = MOST_CONNECTIONS
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    else socket.destroy()
  })
  server.on('upgrade', (request, socket, head) => {
    // whoever is refused may be gone by then
    socket.on('error', () => socket.destroy())
    if (!admits(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    const address = parseLiveAddress(request.url ?? '')
    if (address === null) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    const connection = service.connect(address)
    const fault = connection.faults.upgrade()
    if (fault !== null) {
      refused.add(socket)
      socket.on('close', () => refused.delete(socket))
      failUpgrade(socket, fault)
      journal.notify()
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      serve(webSocket, connection)
      connection.open(wireOf(webSocket, socket), address.key)
      if (fixture.protocol !== 'gemini-live') connection.refuse(modelNotFound(`models/${fixture.model}`, address.apiVersion))
    })
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the fixture server has no port')

  return {
    baseUrl: `http://127.0.0.1:${address.port}/${secret}`,
    received: () => journal.received(),
    receivedAudio: () => journal.receivedAudio(),
    violations: () => journal.violations(),
    uploaded: () => textEndpoint.uploaded(),
    framesSent: () => journal.sent(),
    openConnections: () => [...sockets.clients].filter((client) => client.readyState === client.OPEN).length,
    waitFor: (predicate) => journal.waitFor(predicate),
    close: () =>
      new Promise((resolve) => {
        journal.close()
        for (const client of sockets.clients) client.terminate()
        for (const socket of refused) socket.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Whether a path begins with the secret; how long that takes reveals nothing of it. */
function isUnder(path: string, secret: string): boolean {
  const [, first = ''] = path.split('/')
  const given = Buffer.from(first)
  const wanted = Buffer.from(secret)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function serve(socket: WebSocket, connection: LiveConnection): void {
  socket.on('message', (data) => connection.receive(textOf(data)))
  socket.on('error', () => socket.terminate())
  socket.on('close', () => connection.gone())
}

function wireOf(socket: WebSocket, network: Duplex): ServerWire {
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (data, kind) => socket.send(data, { binary: kind === 'binary' }),
    close: (code, reason) => socket.close(code, reason),
    cut: () => socket.terminate(),
    drop: () => network.end(),
  }
}

function failUpgrade(socket: Duplex, fault: UpgradeFault): void {
  socket.on('error', () => undefined)
  // the client's own end is answered, even in silence
  socket.resume()
  socket.on('end', () => socket.end())
  if (fault === 'silence') return
  if (fault === 'cut') socket.destroy()
  else {
    const status = `${fault.status} ${STATUS_CODES[fault.status] ?? ''}`
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(fault.text)}\r\n\r\n${fault.text}`)
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}
