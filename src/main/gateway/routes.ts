import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GatewayClient, GatewayScope } from '../../shared/gateway/gateway-client'
import type { JsonValue } from '../../shared/lib/json'
import type { z } from '../../shared/lib/zod'

/** A refusal of a request: `message` is for client developers (what, why, what to do). */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
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

/** The route of a request and its `{id}`; undefined if there is none, with the methods of that path. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { readonly route: Route; readonly id: string } | { readonly route: null; readonly methods: readonly string[] } {
  const fitting = routes.flatMap((route) => {
    const id = idIn(route.path, path)
    return id === null ? [] : [{ route, id }]
  })
  return fitting.find(({ route }) => route.method === method) ?? { route: null, methods: fitting.map(({ route }) => route.method) }
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

/** Sends an empty response. */
export function sendNothing(response: ServerResponse): void {
  response.writeHead(204).end()
}
