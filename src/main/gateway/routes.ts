import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GatewayClient, GatewayScope } from '../../shared/gateway/gateway-client'
import type { JsonValue } from '../../shared/lib/json'
import type { z } from '../../shared/lib/zod'

/** Headers of a response that say what to do, for example `retry-after`. */
export type ProblemHeaders = Readonly<Record<string, string>>

/** A refusal of a request: `message` is for client developers (what, why, what to do). */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly status: number
  readonly code: string
  readonly headers: ProblemHeaders

  constructor(status: number, code: string, message: string, headers: ProblemHeaders = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** When to try again, in whole seconds. `ms`: until then the same request is refused. */
export function retryAfter(ms: number): ProblemHeaders {
  return { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) }
}

/** The value parsed by the schema; otherwise throws a refusal that names the first mismatch. */
export function checked<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue === undefined || issue.path.length === 0 ? 'The body' : `"${issue.path.map(String).join('.')}"`
  throw new HttpProblem(400, 'bad-request', `${place} does not fit: ${issue?.message ?? 'wrong shape'}.`)
}

/** One request of an accepted client. */
export interface GatewayRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly client: GatewayClient
  /** the part of the path named `{id}` in the route; empty if there is none */
  readonly id: string
  readonly query: URLSearchParams
  /** Reads the body as JSON. */
  body(): Promise<JsonValue>
}

/** One endpoint. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** `{id}` matches one part of the path */
  readonly path: string
  /** null: any client may call it; `open`: no token is needed */
  readonly scope: GatewayScope | 'open' | null
  handle(asked: GatewayRequest): Promise<void> | void
}

/** The route of a request and its `{id}`; null if there is none, with the methods of that path. HEAD is answered wherever GET is. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { readonly route: Route; readonly id: string } | { readonly route: null; readonly methods: readonly string[] } {
  const fitting = routes.flatMap((route) => {
    const id = idIn(route.path, path)
    return id === null ? [] : [{ route, id }]
  })
  const methods = fitting.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
  return fitting.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method)) ?? { route: null, methods }
}

function idIn(pattern: string, path: string): string | null {
  const [before = '', after] = pattern.split('{id}')
  if (after === undefined) return path === pattern ? '' : null
  if (!path.startsWith(before) || !path.endsWith(after) || path.length <= before.length + after.length) return null
  const part = path.slice(before.length, path.length - after.length)
  if (part.includes('/')) return null
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

/** Answers a HEAD request for a stream with the headers of the stream, and opens none. False for other requests. */
export function sentHead(request: IncomingMessage, response: ServerResponse, headers: Readonly<Record<string, string>>): boolean {
  if (request.method !== 'HEAD') return false
  response.writeHead(200, headers).end()
  return true
}

/** Sends an empty response. */
export function sendNothing(response: ServerResponse): void {
  response.writeHead(204).end()
}
