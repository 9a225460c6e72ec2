import type { JsonObject } from '../../shared/lib/json'
import { isJsonObject } from '../../shared/lib/json-value'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import { answerCost } from '../../shared/usage/prices'
import { tokenUsageOf } from '../../shared/usage/token-usage'

/**
 * The end of an answer with what the answer cost (`cost` in its metadata, an `AnswerCost`): fixed with the prices and the model
 * of this moment, and stored with the message. Every other chunk, and an answer without counts, stays as it is.
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
