import type { JsonObject, JsonValue } from '../lib/json'
import { isJsonList, isJsonObject } from '../lib/json-value'
import { z } from '../lib/zod'

/** Tokens by modality. Everything that is not sound, image or video counts as text, as it is charged. */
export const modalityCountsSchema = z.strictObject({ text: z.number(), audio: z.number(), image: z.number(), video: z.number() })
export type ModalityCounts = z.infer<typeof modalityCountsSchema>

/** Tokens read and written; thoughts are charged as written text but are not part of the answer. */
export const tokenUsageSchema = z.strictObject({ input: modalityCountsSchema, output: modalityCountsSchema, thoughts: z.number() })
export type TokenUsage = z.infer<typeof tokenUsageSchema>

/** Tokens of one modality, as the service names it. */
interface ModalityDetail {
  readonly modality: string
  readonly tokenCount: number
}

const NONE: ModalityCounts = { text: 0, audio: 0, image: 0, video: 0 }

/** No tokens at all. */
export const noTokens: TokenUsage = { input: NONE, output: NONE, thoughts: 0 }

/**
 * The tokens of one answer, from the `usage` that the converter writes into its metadata; null if it has none. Servers
 * leave some tokens out of their details (seen with `gemini-3.8-live`); those count as text.
 */
export function tokenUsageOf(usage: JsonObject | null | undefined): TokenUsage | null {
  if (usage === null || usage === undefined) return null
  const response = detailsOf(usage.responseTokensDetails)
  const written = response.length > 0 ? response : detailsOf(usage.candidatesTokensDetails)
  return {
    input: byModality(countOf(usage.inputTokens) + countOf(usage.toolInputTokens), detailsOf(usage.promptTokensDetails)),
    output: byModality(countOf(usage.outputTokens), written),
    thoughts: countOf(usage.reasoningTokens),
  }
}

// checked by hand, because a thread has thousands of answers
function countOf(value: JsonValue | undefined): number {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY ? value : 0
}

function detailsOf(value: JsonValue | undefined): readonly ModalityDetail[] {
  if (!isJsonList(value)) return []
  return value.map((detail) => {
    const { modality, tokenCount } = isJsonObject(detail) ? detail : {}
    return typeof modality === 'string' ? { modality, tokenCount: countOf(tokenCount) } : { modality: 'TEXT', tokenCount: 0 }
  })
}

/** The sum of both. */
export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    input: addCounts(one.input, other.input),
    output: addCounts(one.output, other.output),
    thoughts: one.thoughts + other.thoughts,
  }
}

/** All tokens of one direction. */
export function sumOf({ text, audio, image, video }: ModalityCounts): number {
  return text + audio + image + video
}

function byModality(total: number, parts: readonly ModalityDetail[]): ModalityCounts {
  const of = (modality: string) => parts.reduce((sum, part) => (part.modality === modality ? sum + part.tokenCount : sum), 0)
  const known = { audio: of('AUDIO'), image: of('IMAGE'), video: of('VIDEO') }
  const named = known.audio + known.image + known.video
  return { ...known, text: Math.max(of('TEXT'), total - named, 0) }
}

function addCounts(one: ModalityCounts, other: ModalityCounts): ModalityCounts {
  return {
    text: one.text + other.text,
    audio: one.audio + other.audio,
    image: one.image + other.image,
    video: one.video + other.video,
  }
}
