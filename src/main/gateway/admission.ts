import type { IncomingMessage } from 'node:http'
import type { GatewayClient, GatewayScope } from '../../shared/gateway/gateway-client'
import type { Clock } from '../../shared/lib/clock'
import type { GatewayClients } from './gateway-clients'
import type { GatewayLimits } from './gateway-limits'
import { HttpProblem, type ProblemHeaders, retryAfter } from './routes'

/** Lets requests in, and says who asks. Every refusal is an `HttpProblem`. */
export interface Admission {
  /**
   * Host and Origin must be exactly known. A page that names no origin, to show a picture for example, is refused: it costs nobody
   * anything. Gives the origin that may read the answer, null where no page asks.
   */
  origin(request: IncomingMessage): string | null
  /** The client whose token the request carries. Its token is looked at before anything is counted: what others guess locks nobody out. */
  client(request: IncomingMessage, token: string | null, scope: GatewayScope | null): GatewayClient
}

interface Window {
  readonly from: number
  count: number
}

/** The token of `Authorization: Bearer …`; null where there is none. */
export function bearerToken(request: IncomingMessage): string | null {
  const [scheme = '', token, ...others] = (request.headers.authorization ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' && others.length === 0 && token !== undefined && token !== '' ? token : null
}

/** What a client lacks, as RFC 6750 words it. */
function challenge(lack: string): ProblemHeaders {
  return { 'www-authenticate': `Bearer realm="Parley"${lack}` }
}

export function createAdmission(clients: GatewayClients, limits: GatewayLimits, clock: Clock, port: () => number): Admission {
  const asked = new Map<string, Window>()
  let refused: Window = { from: 0, count: 0 }

  function windowOf(window: Window | undefined): Window {
    const now = clock.now()
    return window !== undefined && now - window.from < limits.rateWindow ? window : { from: now, count: 0 }
  }

  function count(clientId: string): void {
    const window = windowOf(asked.get(clientId))
    asked.set(clientId, window)
    window.count += 1
    if (window.count > limits.requests)
      throw new HttpProblem(429, 'too-many-requests', 'This client asks too often. Wait a minute.', untilOver(window))
  }

  const untilOver = ({ from }: Window) => retryAfter(from + limits.rateWindow - clock.now())

  /** Wrong tokens, of whoever guesses: beyond the limit nothing is said of them any more. */
  function countGuess(): void {
    refused = windowOf(refused)
    refused.count += 1
    if (refused.count > limits.refusals)
      throw new HttpProblem(429, 'too-many-refusals', 'Too many wrong tokens came in. Wait a minute.', untilOver(refused))
  }

  return {
    origin(request) {
      if (request.headers.host !== `127.0.0.1:${port()}`) throw new HttpProblem(421, 'wrong-host', 'This is not the name of this server.')
      const { origin } = request.headers
      if (origin === undefined) {
        // browsers say where a request comes from, programs do not
        const site = request.headers['sec-fetch-site'] ?? 'none'
        if (site === 'none') return null
        throw new HttpProblem(403, 'page-refused', 'Pages ask with fetch, from an origin that was added to the client in Parley.')
      }
      if (!clients.knowsOrigin(origin))
        throw new HttpProblem(403, 'origin-refused', 'Pages of this origin may not ask. Add it to the client in Parley.')
      return origin
    },
    client(request, token, scope) {
      const client = token === null ? null : clients.byToken(token)
      if (client === null) {
        if (token !== null) countGuess()
        throw new HttpProblem(
          401,
          'token-refused',
          'The token is missing or wrong. Send the one that Parley gave as "Authorization: Bearer …".',
          challenge(token === null ? '' : ', error="invalid_token"'),
        )
      }
      const { origin } = request.headers
      if (origin !== undefined && !client.origins.includes(origin))
        throw new HttpProblem(403, 'origin-refused', 'Pages of this origin may not use this client.')
      if (scope !== null && !client.scopes.includes(scope))
        throw new HttpProblem(
          403,
          'scope-missing',
          `This client may not use "${scope}". Allow it in Parley.`,
          challenge(`, error="insufficient_scope", scope="${scope}"`),
        )
      count(client.clientId)
      return client
    },
  }
}
