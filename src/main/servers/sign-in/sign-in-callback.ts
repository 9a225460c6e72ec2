import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** Waits on a port of this computer for the browser to bring the answer of a sign-in service. */
export interface SignInCallback {
  /** where the browser is to be sent (RFC 8252, loopback redirection) */
  readonly address: string
  /** what the answer must repeat */
  readonly state: string
  /** Resolves with the query of the first answer that has the state; never if it was closed before. */
  readonly answer: Promise<URLSearchParams>
  close(): void
}

/** The path of the callback for a client ID that the user entered: services compare it with the registered one, on any port (RFC 8252). */
export const typedClientPath = '/callback'

/** Starts to wait. `text`: what the page says that the user then sees in the browser. `fixedPath` null: a path that nobody can guess. */
export async function openSignInCallback(text: string, fixedPath: string | null = null): Promise<SignInCallback> {
  const state = randomBytes(32).toString('base64url')
  const path = fixedPath ?? `/${randomBytes(16).toString('base64url')}`
  let answered: (query: URLSearchParams) => void = () => {}
  const answer = new Promise<URLSearchParams>((resolve) => {
    answered = resolve
  })
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 10_000 }, (request, response) => {
    const host = `127.0.0.1:${portOf(server.address())}`
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`)
    // a page of the web reaches this port too, but neither its path nor its state
    const isAnswer = request.method === 'GET' && request.headers.host === host && pathname === path && searchParams.get('state') === state
    response.writeHead(isAnswer ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    })
    response.end(isAnswer ? text : '')
    if (isAnswer) answered(searchParams)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${portOf(server.address())}${path}`,
    state,
    answer,
    close: () => void server.close(),
  }
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return address === null || typeof address === 'string' ? 0 : address.port
}
