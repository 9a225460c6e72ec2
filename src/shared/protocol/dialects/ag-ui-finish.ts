import type { JsonObject, JsonValue } from '../../lib/json'
import { isJsonObject } from '../../lib/json-value'
import type { FinishReason } from '../chunks'
import type { AgUiMetadata, AgUiUsage } from './ag-ui-events'

const COUNTS = ['inputTokens', 'outputTokens', 'totalTokens', 'reasoningTokens', 'cachedInputTokens'] as const

/** The token counts of our message metadata in AG-UI's form; undefined if there are none. */
export function agUiUsage(metadata: JsonObject): readonly AgUiUsage[] | undefined {
  const usage = metadata.usage
  if (!isJsonObject(usage)) return undefined
  const counts = COUNTS.flatMap((name) => (isCount(usage[name]) ? [[name, usage[name]] as const] : []))
  if (counts.length === 0) return undefined
  const model = typeof metadata.modelVersion === 'string' ? { model: metadata.modelVersion } : {}
  return [{ ...model, ...Object.fromEntries(counts) }]
}

/** The older finish reasons that TanStack's clients know. They take an unknown reason for the end of an answer. */
export function tanstackFinishReason(reason: FinishReason): 'stop' | 'length' | 'content_filter' | 'tool_calls' {
  switch (reason) {
    case 'length':
      return 'length'
    case 'content-filter':
      return 'content_filter'
    case 'tool-calls':
      return 'tool_calls'
    default:
      return 'stop'
  }
}

/** Facts of a finished run besides its outcome. */
export function finishMetadata(reason: FinishReason, metadata: JsonObject): AgUiMetadata {
  const model = typeof metadata.modelVersion === 'string' ? { model: metadata.modelVersion } : {}
  return { tanstack: { finishReason: tanstackFinishReason(reason), ...model }, parley: { finishReason: reason, ...metadata } }
}

/** What went wrong when the model ended with an error that no `error` chunk explains. */
export function failureText(metadata: JsonObject): string {
  if (typeof metadata.finishMessage === 'string') return metadata.finishMessage
  const reason = typeof metadata.rawFinishReason === 'string' ? ` (${metadata.rawFinishReason})` : ''
  return `The model ended its answer with an error${reason}.`
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
