import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { CallError } from '../../shared/ipc/router'
import { diskRefusal } from '../../shared/lib/disk-fault'
import type { JsonValue } from '../../shared/lib/json'
import { isNestedDeeperThan, parseJson } from '../../shared/lib/json-value'
import { failure, type Result, success } from '../../shared/lib/result'
import { messageOf } from '../../shared/messages/message'
import { addToLog, inLogContext } from '../lib/log/log-context'
import type { Facts, Logger } from '../lib/log/logger'
import { type Admission, bearerToken } from './admission'
import { DEEPEST_VALUE, type GatewayLimits } from './gateway-limits'
import { findRoute, HttpProblem, type Route, retryAfter, sendJson, sendNothing } from './routes'

/** Reads a JSON body up to `mostBytes`. A larger one is refused as soon as that shows; invalid JSON is refused whole. */
async function readJsonBody(request: IncomingMessage, mostBytes: number): Promise<JsonValue> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new HttpProblem(415, 'no-json', 'Send JSON, with "Content-Type: application/json".')
  if (request.headers['content-encoding'] !== undefined) throw new HttpProblem(415, 'encoded', 'Send the body without a content encoding.')
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request) {
    if (!Buffer.isBuffer(piece)) continue
    size += piece.byteLength
    if (size > mostBytes) throw tooLarge(mostBytes)
    pieces.push(piece)
  }
  const value = parseJson(Buffer.concat(pieces).toString('utf8'))
  if (value === undefined) throw new HttpProblem(400, 'no-json', 'The body is no JSON.')
  if (isNestedDeeperThan(value, DEEPEST_VALUE))
    throw new HttpProblem(400, 'too-deep', `The body is nested deeper than ${DEEPEST_VALUE} levels.`)
  return value
}

function tooLarge(mostBytes: number): HttpProblem {
  return new HttpProblem(413, 'too-large', `A body may have ${mostBytes} bytes at most.`)
}

/** The loopback server, without its routes. */
export interface GatewayServer {
  /** Listens on this port of 127.0.0.1; 0 takes any free one. */
  listen(port: number): Promise<Result<{ readonly port: number }>>
  port(): number
  /** Lets nobody new in, waits for `running`, then cuts every connection that is left, also one whose other side answers nothing. */
  close(running: Promise<void>): Promise<void>
}

export interface GatewayServerOptions {
  readonly limits: GatewayLimits
  admission(): Admission
  routes(): readonly Route[]
  /** True if the connection now belongs to a known client. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  report(what: string, detail: unknown): void
  readonly log: Pick<Logger, 'info'>
  /** Facts about a request for its log lines, beside those that are known. */
  logFacts(known: Facts): Facts
}

/** Headers of every response. */
const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** The headers that the scripts of an allowed page may read, besides those that they always may. */
const EXPOSED_HEADERS = 'allow, content-disposition, retry-after, www-authenticate, x-run-id, x-vercel-ai-ui-message-stream'

/** The open connections. */
interface Connections {
  /**
   * Takes a new connection. If there are too many, cuts the connection that has waited longest without a token; a client is never cut
   * for an unknown connection.
   */
  admit(socket: Socket): void
  /** The connection has shown a token. */
  isKnown(socket: Socket): void
  cutAll(): void
}

function createConnections(limits: GatewayLimits): Connections {
  const connections = new Set<Socket>()
  /** connections without a token so far, oldest first */
  const strangers = new Set<Socket>()
  return {
    admit(socket) {
      connections.add(socket)
      strangers.add(socket)
      socket.on('close', () => {
        connections.delete(socket)
        strangers.delete(socket)
      })
      if (connections.size <= limits.connections) return
      const [oldest = socket] = strangers
      connections.delete(oldest)
      strangers.delete(oldest)
      oldest.destroy()
    },
    isKnown: (socket) => void strangers.delete(socket),
    cutAll() {
      for (const socket of connections) socket.destroy()
    },
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Answers requests by the routes. `isClosing`: Parley quits, and nothing new begins. */
function createAnswer(options: GatewayServerOptions, connections: Connections, isClosing: () => boolean): Answer {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const admission = options.admission()
    const origin = admission.origin(request)
    if (origin !== null) {
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-expose-headers', EXPOSED_HEADERS)
      response.setHeader('vary', 'Origin')
    }
    if (isClosing()) throw new HttpProblem(503, 'closing', 'Parley is quitting.', retryAfter(options.limits.closing))
    const [path = '', query = ''] = (request.url ?? '').split('?', 2)
    const found = findRoute(options.routes(), request.method ?? '', path)
    if (request.method === 'OPTIONS' && origin !== null) {
      preflight(response)
      return
    }
    if (found.route === null) {
      if (found.methods.length === 0) throw new HttpProblem(404, 'unknown-path', 'There is nothing at this path.')
      response.setHeader('allow', found.methods.join(', '))
      throw new HttpProblem(405, 'wrong-method', `Here only ${found.methods.join(' and ')} is answered.`)
    }
    const { route, id } = found
    addToLog({ method: request.method ?? '', path: route.path })
    const client = route.scope === 'open' ? nobody : admission.client(request, bearerToken(request), route.scope)
    addToLog({ clientId: client.clientId })
    if (route.scope !== 'open') connections.isKnown(request.socket)
    await route.handle({
      request,
      response,
      client,
      id,
      query: new URLSearchParams(query),
      body: () => readJsonBody(request, options.limits.bodyBytes),
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value)
    // an error of this connection ends only this request
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    try {
      await serve(request, response)
    } catch (error) {
      refuse(request, response, error, options.report)
    }
  }

  return (request, response) =>
    inLogContext({}, options.logFacts, (context) => {
      response.once('close', () => {
        // ids and no contents: what a client says is not logged
        options.log.info('gateway request', { status: response.statusCode, whole: response.writableFinished })
        context.end()
      })
      return answer(request, response)
    })
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown, report: GatewayServerOptions['report']): void {
  const known = error instanceof CallError ? new HttpProblem(409, error.code, error.message) : (problemOfDisk(error) ?? error)
  if (!(error instanceof HttpProblem || error instanceof CallError)) report('a request failed', error)
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const problem = known instanceof HttpProblem ? known : new HttpProblem(500, 'internal', 'Parley could not answer. Its log says more.')
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value)
  // the unread rest of the body must not be read as the next request
  if (!request.complete) response.setHeader('connection', 'close')
  sendJson(response, problem.status, { error: { code: problem.code, message: problem.message } })
  if (!request.complete) response.once('finish', () => request.destroy())
}

function problemOfDisk(error: unknown): HttpProblem | null {
  const refusal = diskRefusal(error)
  return refusal === null ? null : new HttpProblem(507, refusal.code, refusal.message)
}

/** Creates the server; it does not listen yet. */
export function createGatewayServer(options: GatewayServerOptions): GatewayServer {
  const { limits } = options
  let server: Server | null = null
  let port = 0
  let closing = false
  const connections = createConnections(limits)
  const answer = createAnswer(options, connections, () => closing)

  function create(): Server {
    const made = createServer(
      {
        headersTimeout: limits.headers,
        requestTimeout: limits.request,
        keepAliveTimeout: 5_000,
        connectionsCheckingInterval: Math.min(1_000, limits.headers),
        maxHeaderSize: 16_384,
        requireHostHeader: true,
      },
      (request, response) => void answer(request, response),
    )
    made.maxHeadersCount = 100
    made.on('connection', connections.admit)
    made.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      if (options.upgrade(request, socket, head)) connections.isKnown(request.socket)
    })
    made.on('clientError', (_, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      else socket.destroy()
    })
    return made
  }

  return {
    port: () => port,
    async listen(wanted) {
      const made = create()
      made.listen(wanted, '127.0.0.1')
      try {
        await once(made, 'listening')
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'no access'
        return failure('port-taken', messageOf('gateway-port-taken', { port: wanted, code }))
      }
      made.on('error', (error) => options.report('the gateway failed', error))
      const address = made.address()
      port = address !== null && typeof address !== 'string' ? address.port : wanted
      server = made
      closing = false
      return success({ port })
    },
    async close(running) {
      const open = server
      if (open === null) return
      server = null
      closing = true
      const closed = once(open, 'close')
      open.close()
      open.closeIdleConnections()
      await running
      // not closeAllConnections: it knows no connection that was upgraded, and a dead one of those would hold the end
      connections.cutAll()
      await closed
    },
  }
}

const nobody = { clientId: '', name: '', scopes: [], origins: [], createdAt: 0, lastUsedAt: null }

function preflight(response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, HEAD, POST')
  const allowed = 'authorization, content-type, last-event-id, x-run-id, x-stop-on-close, x-tool-results, user-agent'
  response.setHeader('access-control-allow-headers', allowed)
  response.setHeader('access-control-max-age', '600')
  sendNothing(response)
}
