import type { JsonObject, JsonValue } from '../../lib/json'
import { isJsonObject, parseJson } from '../../lib/json-value'
import type { TanstackChunk } from './tanstack-events'

/** The run that a stream belongs to, and what its user reads about a call. */
export interface ContractRun {
  readonly runId: string
  hintOf(toolName: string): string | undefined
}

/**
 * A chunk in the form of the older chat contract (`/api/chat` with `run_id`): every chunk has the run as its `id`, an approval the id of
 * its call, and a result is a JSON text with a version.
 */
export function contractChunk(chunk: TanstackChunk, { runId, hintOf }: ContractRun): object {
  switch (chunk.type) {
    case 'approval-requested': {
      const { toolCallId, toolName, timestamp } = chunk
      const hint = hintOf(toolName) ?? `May ${toolName} run?`
      const date = new Date(timestamp).toISOString()
      const approval = { id: toolCallId, toolCallId, needsApproval: true, status: 'pending', date, metadata: { hint } }
      return { ...chunk, id: runId, approval }
    }
    case 'tool_result':
      return { ...chunk, id: runId, role: 'tool', content: JSON.stringify(envelope(parseJson(chunk.content) ?? null)) }
    case 'content':
    case 'thinking':
    case 'tool_call':
    case 'tool-input-available':
    case 'done':
    case 'error':
      return { ...chunk, id: runId }
  }
}

function envelope(output: JsonValue): JsonObject {
  const fields = isJsonObject(output) ? output : {}
  const { error, note, artifactId, exported_row_count: rows } = fields
  const message = typeof error === 'string' ? error : note
  return {
    type: 'tool_result',
    version: 1,
    success: typeof error !== 'string',
    ...(typeof message === 'string' && { message }),
    ...(typeof artifactId === 'string' && {
      artifacts: [{ id: artifactId, type: 'table', ...(typeof rows === 'number' && { row_count: rows }) }],
    }),
    data: output,
  }
}

/** The output in a versioned envelope; any other value is the output itself. */
export function contractOutput(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || value.type !== 'tool_result' || typeof value.version !== 'number') return value
  const { type: _, version: __, data, ...rest } = value
  return data ?? rest
}
