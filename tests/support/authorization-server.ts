import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { JsonObject, JsonValue } from '../../src/shared/lib/json'
import { z } from '../../src/shared/lib/zod'
import { httpServer } from './http-server'

/** A service where users sign in (OAuth 2.1): one issuer with registration, PKCE, renewal and revocation. */
export interface AuthorizationServer {
  readonly issuer: string
  /** what came, in order: the path, and the fields of the body or the query */
  readonly requests: { readonly path: string; readonly fields: Readonly<Record<string, string>> }[]
  /** the tokens that it gave */
  readonly tokens: string[]
  accepts(accessToken: string): boolean
  /** Access tokens that were given so far are accepted no more. */
  expire(): void
  /** Nothing that was given so far is accepted any more. */
  end(): void
  /** Visits a page as the browser of a user who signs in; resolves with the status of the answer that the app gives the browser. */
  visit(page: string): Promise<number>
}

interface AuthorizationServerOptions {
  /** replaces fields of the metadata */
  readonly metadata?: Readonly<Record<string, JsonValue | undefined>>
  /** what the answer says instead of its issuer, or null for nothing */
  readonly iss?: string | null
  /** the redirect addresses of apps that were registered by hand, on any port, by their ids, and the secret that they need */
  readonly apps?: Readonly<Record<string, { readonly redirect: string; readonly secret?: string }>>
  /** the user refuses */
  readonly refuses?: boolean
}

interface Grant {
  readonly challenge: string
  readonly redirect: string
  readonly client: string
  readonly scope: string
}

const registrationSchema = z.object({ redirect_uris: z.array(z.string()), application_type: z.literal('native') })

export async function authorizationServer(options: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
  const requests: AuthorizationServer['requests'] = []
  const tokens: string[] = []
  const clients = new Map<string, readonly string[]>()
  const codes = new Map<string, Grant>()
  const valid = new Set<string>()
  const renewals = new Map<string, string>()

  function give(scope: string): JsonObject {
    const access_token = `access-${randomUUID()}`
    const refresh_token = `refresh-${randomUUID()}`
    valid.add(access_token)
    renewals.set(refresh_token, scope)
    tokens.push(access_token, refresh_token)
    return { access_token, refresh_token, token_type: 'Bearer', expires_in: 3600, scope }
  }

  function authorize(query: URLSearchParams): string | null {
    const redirect = query.get('redirect_uri') ?? ''
    const client = query.get('client_id') ?? ''
    const app = options.apps?.[client]
    const isRegistered = app === undefined ? clients.get(client)?.includes(redirect) : redirect.replace(/:\d+/, '') === app.redirect
    if (isRegistered !== true || query.get('code_challenge_method') !== 'S256') return null
    const answer = new URL(redirect)
    const code = randomUUID()
    codes.set(code, { challenge: query.get('code_challenge') ?? '', redirect, client, scope: query.get('scope') ?? '' })
    if (options.refuses === true) answer.searchParams.set('error', 'access_denied')
    else answer.searchParams.set('code', code)
    answer.searchParams.set('state', query.get('state') ?? '')
    const iss = options.iss === undefined ? issuer : options.iss
    if (iss !== null) answer.searchParams.set('iss', iss)
    return answer.href
  }

  function exchange(fields: Readonly<Record<string, string>>): JsonObject | null {
    if (fields.grant_type === 'refresh_token') {
      const scope = renewals.get(fields.refresh_token ?? '')
      if (scope === undefined) return null
      renewals.delete(fields.refresh_token ?? '')
      return give(scope)
    }
    const grant = codes.get(fields.code ?? '')
    codes.delete(fields.code ?? '')
    const proof = createHash('sha256')
      .update(fields.code_verifier ?? '')
      .digest('base64url')
    const fits = grant?.challenge === proof && grant.redirect === fields.redirect_uri && grant.client === fields.client_id
    const isKnown = options.apps?.[grant?.client ?? '']?.secret === fields.client_secret
    return grant !== undefined && fits && isKnown ? give(grant.scope) : null
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', issuer)
    const body = await text(request)
    const isJson = request.headers['content-type']?.includes('json') === true
    const fields = Object.fromEntries(isJson ? [['body', body]] : new URLSearchParams(request.method === 'POST' ? body : searchParams))
    const json = (status: number, value: JsonObject): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (path !== '/.well-known/oauth-authorization-server') requests.push({ path, fields })
    switch (path) {
      case '/.well-known/oauth-authorization-server':
        return json(200, metadata())
      case '/register': {
        const { redirect_uris } = registrationSchema.parse(JSON.parse(body))
        const client_id = randomUUID()
        clients.set(client_id, redirect_uris)
        return json(201, { client_id, redirect_uris, token_endpoint_auth_method: 'none' })
      }
      case '/authorize': {
        const location = authorize(searchParams)
        if (location === null) return json(400, { error: 'invalid_request' })
        response.writeHead(302, { location })
        response.end()
        return
      }
      case '/token': {
        const given = exchange(fields)
        return given === null ? json(400, { error: 'invalid_grant' }) : json(200, given)
      }
      case '/revoke':
        renewals.delete(fields.token ?? '')
        return json(200, {})
      default:
        return json(404, {})
    }
  }

  const issuer = await httpServer((request, response) => void answer(request, response))
  const metadata = (): JsonObject => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    ...options.metadata,
  })

  return {
    ...{ issuer, requests, tokens },
    accepts: (token) => valid.has(token),
    expire: () => valid.clear(),
    end() {
      valid.clear()
      renewals.clear()
    },
    async visit(page) {
      const { headers, status } = await fetch(page, { redirect: 'manual' })
      const location = headers.get('location')
      return location === null ? status : (await fetch(location)).status
    },
  }
}

/** An MCP server of the web that wants a sign-in: its tool `who` says how often it ran. */
export interface ProtectedServer {
  readonly address: string
  /** the `authorization` header of each request */
  readonly authorizations: (string | undefined)[]
  /** how often `who` ran */
  runs(): number
  /** The service that it names and accepts tokens of from now on. */
  trust(service: AuthorizationServer): void
  /** What happens before a call is looked at. */
  beforeCall(task: () => void): void
  /** Calls need this scope, too. */
  needScope(scope: string): void
}

const messageSchema = z.object({ id: z.union([z.number(), z.string()]).optional(), method: z.string() })

export async function protectedServer(first: AuthorizationServer): Promise<ProtectedServer> {
  let service = first
  let ran = 0
  let scope: string | null = null
  let before: () => void = () => {}
  const authorizations: ProtectedServer['authorizations'] = []

  function resultOf(method: string): JsonObject | null {
    switch (method) {
      case 'initialize':
        return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'protected', version: '1' } }
      case 'tools/list':
        return { tools: [{ name: 'who', inputSchema: { type: 'object' } }] }
      case 'tools/call':
        ran += 1
        return { content: [{ type: 'text', text: `run ${ran}` }] }
      default:
        return null
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const refuse = (status: number, challenge: string): void => {
      response.writeHead(status, { 'www-authenticate': `Bearer ${challenge}, resource_metadata="${address}/about"` })
      response.end()
    }
    const json = (value: JsonObject): void => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (request.url === '/about')
      return json({ resource: `${address}/mcp`, authorization_servers: [service.issuer], scopes_supported: ['read'] })
    const { authorization } = request.headers
    authorizations.push(authorization)
    const message = body === '' ? null : messageSchema.parse(JSON.parse(body))
    if (message?.method === 'tools/call') before()
    if (authorization === undefined || !service.accepts(authorization.replace('Bearer ', ''))) return refuse(401, 'error="invalid_token"')
    if (message?.method === 'tools/call' && scope !== null) return refuse(403, `error="insufficient_scope", scope="${scope}"`)
    if (message === null) {
      response.writeHead(405)
      response.end()
    } else if (message.id === undefined) {
      response.writeHead(202)
      response.end()
    } else {
      const result = resultOf(message.method)
      const about = { jsonrpc: '2.0', id: message.id }
      json(result === null ? { ...about, error: { code: -32601, message: 'unknown method' } } : { ...about, result })
    }
  }

  const address = await httpServer((request, response) => void answer(request, response))
  return {
    address: `${address}/mcp`,
    authorizations,
    runs: () => ran,
    trust(next) {
      service = next
    },
    beforeCall(task) {
      before = task
    },
    needScope(next) {
      scope = next
    },
  }
}
