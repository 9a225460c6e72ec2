import { once } from 'node:events'
import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** One connection as the server sees it. */
export interface ServerConnection {
  readonly socket: WebSocket
  readonly raw: Socket
  /** Address of the upgrade, with its query. */
  readonly url: string
  readonly received: readonly unknown[]
  /** Sends JSON in a binary frame, as the service does. */
  send(message: unknown): void
}

/** The server's behaviour; by default it only answers a setup. */
export interface ServerScript {
  refuseUpgrade?(request: IncomingMessage, response: ServerResponse): void
  onOpen?(connection: ServerConnection): void
  onMessage?(connection: ServerConnection, message: unknown): void
}

export interface ScriptedLiveServer {
  readonly baseUrl: string
  /** All connections so far, oldest first. */
  readonly connections: readonly ServerConnection[]
  /** TCP connections open now, whatever the state of their WebSocket. */
  openSockets(): number
  close(): Promise<void>
}

/** Only answers a setup. */
export function answerSetup(connection: ServerConnection, message: unknown): void {
  if (isObject(message) && 'setup' in message) connection.send({ setupComplete: {} })
}

/** A real WebSocket server on loopback that follows its script. */
export async function startScriptedLiveServer(script: ServerScript = {}): Promise<ScriptedLiveServer> {
  const connections: ServerConnection[] = []
  const sockets = new Set<Socket>()
  const server = createServer()
  const webSockets = new WebSocketServer({ noServer: true })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, raw: Socket, head) => {
    if (script.refuseUpgrade !== undefined) return refuse(script.refuseUpgrade, request, raw)
    webSockets.handleUpgrade(request, raw, head, (socket) => {
      const received: unknown[] = []
      const connection: ServerConnection = {
        socket,
        raw,
        url: request.url ?? '',
        received,
        send: (message) => socket.send(Buffer.from(JSON.stringify(message))),
      }
      connections.push(connection)
      socket.on('error', () => undefined)
      socket.on('message', (data) => {
        const message: unknown = JSON.parse(data.toString())
        received.push(message)
        ;(script.onMessage ?? answerSetup)(connection, message)
      })
      script.onOpen?.(connection)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    connections,
    openSockets: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function refuse(script: NonNullable<ServerScript['refuseUpgrade']>, request: IncomingMessage, raw: Socket): void {
  // Sockets of an upgrade stay half open unless the client's end is answered.
  raw.resume()
  raw.on('end', () => raw.end())
  const response = new ServerResponse(request)
  response.assignSocket(raw)
  response.on('finish', () => raw.end())
  script(request, response)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
