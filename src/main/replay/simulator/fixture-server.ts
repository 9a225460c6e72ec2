import { createServer, STATUS_CODES } from 'node:http'
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

const MAXIMUM_FRAME_BYTES = 32 * 1024 * 1024

/**
 * Starts a server on a free loopback port that speaks Gemini's Live WebSocket and `streamGenerateContent` from one
 * recording (live-spec §1, §5, §6). It is as unforgiving about what clients send as the real service. Throws when
 * the recording still refers to audio files: `loadFixture` resolves those.
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
}: FixtureServerOptions): Promise<FixtureServer> {
  const common = { speed, clock, faults, ...(pace && { pace }), ...(observer && { observer }), ...(fromTurn !== undefined && { fromTurn }) }
  const service = createFixtureService({ ...common, fixture })
  const { context } = service
  const { journal } = context
  const written = text === undefined ? context : createFixtureService({ ...common, fixture: text, journal }).context
  const textEndpoint = new TextEndpoint({ ...written, fixture: text ?? fixture })
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAXIMUM_FRAME_BYTES })
  const refused = new Set<Duplex>()

  const server = createServer((request, response) => {
    // no request for an answer: it is not counted, and stands in no journal
    if (isModelList(request.url ?? '')) answerModelList(request, response, written.faults)
    else textEndpoint.answer(request, response, service.nextNumber())
  })
  server.on('upgrade', (request, socket, head) => {
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
    baseUrl: `http://127.0.0.1:${address.port}`,
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
