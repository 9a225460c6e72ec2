import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { decodeFrame } from '../../src/shared/ipc/frame'

/** An attacker of the headless host: sends everything that a browser would, and what it never would. */
export interface Stranger {
  readonly origin: string
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>
  /** A request with an unnormalized path: returns the whole response as text. */
  rawGet(path: string): Promise<string>
  /** Sends these characters and returns what came until the connection closed. */
  rawSend(text: string): Promise<string>
  /** The status with which an attempt to open the channel is refused; rejects if it is accepted. */
  refusedWith(change: Change): Promise<number>
  /** The status of a hand-written upgrade, for what a WebSocket client would not send. */
  upgradeStatus(attempt: { readonly origin: string | undefined; readonly token: string }): Promise<number>
  openChannel(path?: string): Promise<WebSocket>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** The difference from a valid attempt. */
export interface Change {
  readonly protocols?: readonly string[]
  readonly origin?: string
  readonly host?: string
  readonly path?: string
}

/** Creates one for the host at this address, with its token. */
export function strangerAt(address: { readonly url: string; readonly token: string }): Stranger {
  const port = Number(new URL(address.url).port)
  const origin = `http://127.0.0.1:${port}`

  const rawSend = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
      let answer = ''
      socket.on('data', (part) => {
        answer += part.toString('utf8')
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
    })

  const newSocket = (change: Change): WebSocket =>
    new WebSocket(`ws://127.0.0.1:${port}${change.path ?? '/ipc'}`, [...(change.protocols ?? ['parley.v1', `token.${address.token}`])], {
      origin: change.origin ?? origin,
      headers: change.host === undefined ? {} : { host: change.host },
    })

  return {
    origin,
    get: (path, headers = {}, method = 'GET') =>
      new Promise((resolve, reject) => {
        const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString('utf8') }),
          )
        })
        sent.on('error', reject)
        sent.end()
      }),
    rawGet: (path) => rawSend(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
    rawSend,
    refusedWith: (change) =>
      new Promise((resolve, reject) => {
        const socket = newSocket(change)
        socket.on('open', () => reject(new Error('the channel was opened')))
        socket.on('error', () => undefined)
        socket.on('unexpected-response', (sent, response) => {
          sent.destroy()
          resolve(response.statusCode ?? 0)
        })
      }),
    async upgradeStatus(attempt) {
      const lines = [
        'GET /ipc HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Sec-WebSocket-Protocol: parley.v1, token.${attempt.token}`,
        ...(attempt.origin === undefined ? [] : [`Origin: ${attempt.origin}`]),
      ]
      const answer = await rawSend(`${lines.join('\r\n')}\r\n\r\n`)
      return Number(answer.split(' ')[1])
    },
    openChannel: (path = '/ipc') =>
      new Promise((resolve, reject) => {
        const socket = newSocket({ path })
        socket.on('open', () => resolve(socket))
        socket.on('error', reject)
      }),
  }
}

/** The value of the next frame that comes over the channel. */
export function nextFrame(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.once('message', (data) => {
      const decoded = decodeFrame(new Uint8Array(Buffer.isBuffer(data) ? data : Buffer.alloc(0)))
      if (decoded.ok) resolve(decoded.value)
      else reject(new Error(decoded.error.message))
    })
  })
}

/** The code with which the other side closes the channel. */
export function closeCode(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', (code) => resolve(code)))
}
