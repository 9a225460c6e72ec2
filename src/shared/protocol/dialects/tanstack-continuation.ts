import type { JsonObject, JsonValue } from '../../lib/json'
import { isJsonList, isJsonObject, parseJson } from '../../lib/json-value'
import { toPlainJson } from '../../lib/plain-json'
import { failure, type Result, success } from '../../lib/result'
import { z } from '../../lib/zod'
import { AnswerCollector, type ClientAnswerList } from './client-answer'
import type { PendingCall } from './pending-calls'
import { contractOutput } from './tanstack-contract'

const given = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish()

/** The raw body of `/api/continuation`: both spellings of its keys, answers as lists or by id. */
export const continuationSchema = z.looseObject({
  run_id: z.string().nullish(),
  runId: z.string().nullish(),
  approvals: given,
  tool_results: given,
  toolResults: given,
})

/** What a client of the older TanStack dialect sends to `/api/continuation`. */
export interface TanstackContinuation {
  readonly runId: string | null
  readonly approvals: readonly { readonly approvalId: string; readonly approved: boolean; readonly reason: string | null }[]
  readonly toolResults: readonly { readonly toolCallId: string; readonly output: JsonValue; readonly errorText: string | null }[]
}

/**
 * Reads the body: keys in camel or snake case, `approvals` and `tool_results` as lists or by id, an output as JSON text
 * or as a value. Only the boolean true approves. The failure says what is wrong.
 */
export function parseTanstackContinuation(value: unknown): Result<TanstackContinuation> {
  const parsed = continuationSchema.safeParse(toPlainJson(value))
  const wrong = parsed.error?.issues[0]?.path[0]
  if (wrong !== undefined) return failure('continuation', `"${String(wrong)}" of the continuation ${wrongShape(wrong)}.`)
  const body = toPlainJson(parsed.data)
  if (!isJsonObject(body)) return failure('continuation', 'The continuation is no JSON object.')
  const approvals = entries(pick(body, 'approvals'), 'approved')
  const results = entries(pick(body, 'toolResults', 'tool_results'), 'output')
  const runId = pick(body, 'runId', 'run_id')
  const read = {
    runId: typeof runId === 'string' ? runId : null,
    approvals: approvals.flatMap(([key, entry]) => {
      const approvalId = idOf(entry, key, 'approvalId', 'approval_id', 'id')
      const reason = pick(entry, 'reason')
      return approvalId === null
        ? []
        : [{ approvalId, approved: pick(entry, 'approved') === true, reason: typeof reason === 'string' ? reason : null }]
    }),
    toolResults: results.flatMap(([key, entry]) => {
      const toolCallId = idOf(entry, key, 'toolCallId', 'tool_call_id', 'id')
      const output = outputOf(pick(entry, 'output', 'content', 'result'))
      return toolCallId === null ? [] : [{ toolCallId, output, errorText: errorOf(entry) }]
    }),
  }
  const unread = approvals.length + results.length - read.approvals.length - read.toolResults.length
  if (unread > 0) return failure('continuation', 'An answer of the continuation has no id.')
  if (approvals.length + results.length === 0) return failure('continuation', 'The continuation answers nothing.')
  return success(read)
}

/** The valid answers. An approval may be named by its own id or by that of its call. */
export function answersOfContinuation(continuation: TanstackContinuation, pending: readonly PendingCall[]): ClientAnswerList {
  const collector = new AnswerCollector(pending)
  for (const { approvalId, approved, reason } of continuation.approvals) {
    const call = collector.question(approvalId) ?? collector.call(approvalId)
    if (call === undefined || call.approvalId === null) collector.problem(`Nothing waits for an answer to ${approvalId}.`)
    else collector.decide(call, call.approvalId, approved, reason)
  }
  for (const { toolCallId, output, errorText } of continuation.toolResults) {
    const call = collector.call(toolCallId)
    if (call === undefined) collector.problem(`No call ${toolCallId} waits for an output.`)
    else if (errorText !== null) collector.failed(call, errorText)
    else collector.output(call, output)
  }
  return collector.result()
}

/** A list unchanged, or an object as entries with their keys. */
function entries(value: JsonValue | undefined, bareKey: string): readonly (readonly [string | null, JsonObject])[] {
  const entryOf = (item: JsonValue): JsonObject => (isJsonObject(item) ? item : { [bareKey]: item })
  if (isJsonList(value)) return value.map((item) => [null, entryOf(item)])
  if (!isJsonObject(value)) return []
  return Object.entries(value).map(([key, item]) => [key, isEntry(item, bareKey) ? item : { [bareKey]: item }])
}

function isEntry(item: JsonValue, bareKey: string): item is JsonObject {
  return isJsonObject(item) && (Object.hasOwn(item, bareKey) || (bareKey === 'output' && errorOf(item) !== null))
}

/** Why a call failed at the client; null if it did not. */
function errorOf(entry: JsonObject): string | null {
  const { state, errorText } = entry
  if (state === 'output-error') return typeof errorText === 'string' && errorText !== '' ? errorText : 'The tool failed.'
  return typeof errorText === 'string' && errorText !== '' && !Object.hasOwn(entry, 'output') ? errorText : null
}

function pick(object: JsonObject, ...names: readonly string[]): JsonValue | undefined {
  const name = names.find((candidate) => Object.hasOwn(object, candidate))
  return name === undefined ? undefined : object[name]
}

function idOf(entry: JsonObject, key: string | null, ...names: readonly string[]): string | null {
  const id = key ?? pick(entry, ...names)
  return typeof id === 'string' && id !== '' ? id : null
}

// the client writes outputs as JSON text; any other text is the output itself
function outputOf(output: JsonValue | undefined): JsonValue {
  if (typeof output !== 'string') return contractOutput(output ?? null)
  return contractOutput(parseJson(output) ?? output)
}

function wrongShape(key: PropertyKey): string {
  return key === 'run_id' || key === 'runId' ? 'is no text' : 'is neither a list nor an object'
}
