import { exportedDataSchema } from '../../shared/data/artifact'
import type { JsonObject } from '../../shared/lib/json'
import { jsonObjectSchema } from '../../shared/lib/json-object'
import { z } from '../../shared/lib/zod'
import { runAgentInputSchema } from '../../shared/protocol/dialects/ag-ui-request'
import { continuationSchema } from '../../shared/protocol/dialects/tanstack-continuation'
import { chatRequestSchema } from './chat-request'
import { historySchema } from './history-route'
import { liveFrameSchema } from './live-frames'
import { type Route, sendJson } from './routes'
import { contractRequestSchema, tanstackRequestSchema } from './tanstack-routes'
import { toolListSchema } from './tools-route'

const problemSchema = z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) })
export const healthSchema = z.strictObject({ status: z.literal('ok'), name: z.literal('Parley'), version: z.string() })
const acceptedSchema = z.union([
  z.strictObject({ accepted: z.number().int(), problems: z.array(z.string()) }),
  z.strictObject({ status: z.literal('ok'), problems: z.array(z.string()).optional() }),
])

/** Request and response of a path, in addition to its route. */
interface Described {
  readonly summary: string
  readonly body?: z.ZodType
  /** a body that this path understands */
  readonly example?: JsonObject
  readonly query?: readonly string[]
  /** the schema of a JSON answer, `stream` for server-sent events, null for none */
  readonly answer: z.ZodType | 'stream' | null
  readonly status?: number
}

const QUESTION = 'What is the weather in Kyoto?'

const described: { readonly [operation: string]: Described } = {
  'GET /api/health': { summary: 'Whether Parley is there', answer: healthSchema },
  'GET /api/openapi.json': { summary: 'This document', answer: z.record(z.string(), z.unknown()) },
  'POST /api/chat': {
    summary: 'A chat of the AI SDK 6: words, answers to questions, outputs of tools; without an id, a message of the older contract',
    body: z.union([chatRequestSchema, contractRequestSchema]),
    example: { id: 'my chat', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: QUESTION }] }] },
    answer: 'stream',
  },
  'GET /api/chat/{id}/stream': { summary: 'Takes up the answer that runs, whole; 204 where there is none', answer: 'stream' },
  'POST /api/chat/{id}/stop': { summary: 'Stops the answer', answer: null, status: 204 },
  'GET /api/chat/{id}': {
    summary: 'What was said in a thread, in the dialect of the format: ai-sdk, ag-ui or tanstack',
    query: ['format'],
    answer: historySchema,
  },
  'GET /api/tools': { summary: 'The tools of Parley, with the schemas of their arguments and outputs', answer: toolListSchema },
  'POST /api/ag-ui': {
    summary: 'A run of AG-UI: words, or what an interrupt waits for',
    body: runAgentInputSchema,
    example: { threadId: 'my thread', runId: 'run-1', messages: [{ id: '1', role: 'user', content: QUESTION }], tools: [], context: [] },
    answer: 'stream',
  },
  'GET /api/ag-ui': {
    summary: 'Takes up a run, behind Last-Event-ID; with a threadId alone, what is known of that thread, as JSON',
    query: ['runId', 'threadId'],
    answer: 'stream',
  },
  'POST /api/tanstack/chat': {
    summary: 'A run of the older TanStack contract; its stream stays open over pauses',
    body: tanstackRequestSchema,
    example: { messages: [{ role: 'user', content: QUESTION }], data: { run_id: 'run-1' } },
    answer: 'stream',
  },
  'GET /api/tanstack/chat': { summary: 'Takes up such a run', query: ['run_id'], answer: 'stream' },
  'POST /api/continuation': {
    summary: 'Answers and outputs for such a run',
    body: continuationSchema,
    example: { run_id: 'run-1', approvals: { 'approval-1': true }, tool_results: { 'call-1': { playing: 'rain' } } },
    answer: acceptedSchema,
  },
  'GET /api/data': { summary: 'A kept result of a run', query: ['run_id', 'artifact_id', 'id', 'mode'], answer: exportedDataSchema },
  'GET /live': {
    summary:
      'Live talk over a WebSocket: LiveFrame from the client (video needs the scope sight, too), LiveItem from Parley, and sound as binary frames',
    answer: null,
    status: 101,
  },
}

/** What Parley sends over `/live` with `format: "json"`; as server-sent events the chunk is the data, and the number the event's id. */
const liveItemSchema = z.union([
  z.strictObject({ id: z.number().int().min(0), chunk: z.looseObject({ type: z.string() }) }),
  z.strictObject({ id: z.number().int().min(0), done: z.literal(true) }),
  z.strictObject({ type: z.literal('pong'), timestamp: z.number().nullable() }),
])

const liveExamples: readonly JsonObject[] = [
  { type: 'hello', format: 'json', sound: 'binary', sessionId: 'my talk' },
  { type: 'text', text: QUESTION },
  { type: 'video', mimeType: 'image/jpeg', data: '/9j/4AAQ…' },
  { type: 'approval', approvalId: 'approval-1', approved: true },
  { type: 'tool_result', toolCallId: 'call-1', output: { playing: 'rain' } },
]

const OPTIONAL: ReadonlySet<string> = new Set(['mode', 'runId', 'threadId', 'format', 'run_id', 'artifact_id', 'id'])

/** The OpenAPI 3.1 document of these routes, generated from the schemas that check their requests. Throws if a route is not described. */
export function openApi(routes: readonly Route[], version: string): JsonObject {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path, scope } of routes) {
    const operation = described[`${method} ${path}`]
    if (operation === undefined) throw new Error(`${method} ${path} is not described`)
    const { summary, body, example, query = [], answer, status = 200 } = operation
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: `${method.toLowerCase()}${path.replace(/[^a-z]+(\w?)/gi, (_, letter: string) => letter.toUpperCase())}`,
        summary,
        ...(scope === 'open' ? { security: [] } : { security: [{ token: scope === null ? [] : [scope] }] }),
        parameters: [
          ...(path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : []),
          ...query.map((name) => ({ name, in: 'query', required: !OPTIONAL.has(name), schema: { type: 'string' } })),
        ],
        ...(body !== undefined && {
          requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input'), example } } },
        }),
        responses: {
          [String(status)]: { description: summary, ...(answer !== null && { content: contentOf(answer) }) },
          default: {
            description: 'Why it was refused',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        },
      },
    }
  }
  return jsonObjectSchema.parse({
    openapi: '3.1.0',
    info: { title: 'Parley gateway', version, summary: 'The assistant of this machine, for other programs of it' },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token that Parley gave for this program' } },
      schemas: {
        Problem: schemaOf(problemSchema, 'output'),
        LiveFrame: {
          ...schemaOf(liveFrameSchema, 'input'),
          description: 'What a client sends over the WebSocket at /live',
          examples: liveExamples,
        },
        LiveItem: { ...schemaOf(liveItemSchema, 'output'), description: 'What Parley sends there' },
      },
    },
  })
}

function contentOf(answer: z.ZodType | 'stream'): object {
  return answer === 'stream'
    ? { 'text/event-stream': { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(answer, 'output') } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  return jsonObjectSchema.parse(rest)
}

/** Serves the document to anybody: it contains no user data. */
export function openApiRoute(version: string, routes: () => readonly Route[]): Route {
  return {
    method: 'GET',
    path: '/api/openapi.json',
    scope: 'open',
    handle: ({ response }) => sendJson(response, 200, openApi(routes(), version)),
  }
}
