import type { JsonObject } from '../../shared/lib/json'
import { isJsonObject } from '../../shared/lib/json-value'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import { answerCost } from '../../shared/usage/prices'
import { tokenUsageOf } from '../../shared/usage/token-usage'

/**
 * Adds the cost of an answer to its end (`cost` in its metadata, an `AnswerCost`), fixed with the current prices and model and stored
 * with the message. Every other chunk, and an answer without counts, stays unchanged.
 */
export function withCost(placed: PlacedChunk, model: string): PlacedChunk {
  const { chunk, role } = placed
  if (role !== 'assistant' || chunk.type !== 'finish' || chunk.messageMetadata === undefined) return placed
  const usage = usageIn(chunk.messageMetadata)
  if (usage === null) return placed
  return { ...placed, chunk: { ...chunk, messageMetadata: { ...chunk.messageMetadata, cost: { ...answerCost(model, usage) } } } }
}

function usageIn({ usage }: JsonObject) {
  return isJsonObject(usage) ? tokenUsageOf(usage) : null
}
