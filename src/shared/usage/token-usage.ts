import type { JsonObject } from '../lib/json'
import { z } from '../lib/zod'

/** Tokens by modality. Everything that is not sound, image or video counts as text, as it is charged. */
export const modalityCountsSchema = z.strictObject({ text: z.number(), audio: z.number(), image: z.number(), video: z.number() })
export type ModalityCounts = z.infer<typeof modalityCountsSchema>

/** Tokens read and written; thoughts are charged as written text but are not part of the answer. */
export const tokenUsageSchema = z.strictObject({ input: modalityCountsSchema, output: modalityCountsSchema, thoughts: z.number() })
export type TokenUsage = z.infer<typeof tokenUsageSchema>

const count = z.number().nonnegative().catch(0)
const details = z.array(z.object({ modality: z.string(), tokenCount: count }).catch({ modality: 'TEXT', tokenCount: 0 })).catch([])

const metadataSchema = z.object({
  inputTokens: count,
  outputTokens: count,
  reasoningTokens: count,
  toolInputTokens: count,
  promptTokensDetails: details,
  responseTokensDetails: details,
  candidatesTokensDetails: details,
})

const NONE: ModalityCounts = { text: 0, audio: 0, image: 0, video: 0 }

/** No tokens at all. */
export const noTokens: TokenUsage = { input: NONE, output: NONE, thoughts: 0 }

/**
 * The tokens of one answer, from the `usage` that the converter writes into its metadata; null if it has none. Servers
 * leave some tokens out of their details (seen with `gemini-3.8-live`); those count as text.
 */
export function tokenUsageOf(usage: JsonObject | null | undefined): TokenUsage | null {
  if (usage === null || usage === undefined) return null
  const parsed = metadataSchema.parse(usage)
  const written = parsed.responseTokensDetails.length > 0 ? parsed.responseTokensDetails : parsed.candidatesTokensDetails
  return {
    input: byModality(parsed.inputTokens + parsed.toolInputTokens, parsed.promptTokensDetails),
    output: byModality(parsed.outputTokens, written),
    thoughts: parsed.reasoningTokens,
  }
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

function byModality(total: number, parts: z.infer<typeof details>): ModalityCounts {
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
