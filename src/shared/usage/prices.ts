import { z } from '../lib/zod'
import { sumOf, type TokenUsage } from './token-usage'

/** US dollars for a million tokens. */
export interface ModelPrices {
  readonly input: { readonly text: number; readonly audio: number; readonly image: number; readonly video: number }
  /** thoughts are charged as text */
  readonly output: { readonly text: number; readonly audio: number }
}

/** An estimate in US dollars, and the day (YYYY-MM-DD) of the prices it was made with. */
export const costEstimateSchema = z.strictObject({ dollars: z.number(), pricesOf: z.string() })
export type CostEstimate = z.infer<typeof costEstimateSchema>

/** The day on which the prices below were read. */
export const PRICES_OF = '2026-09-20'

const live: ModelPrices = { input: { text: 0.75, audio: 3, image: 1, video: 1 }, output: { text: 4.5, audio: 12 } }

/**
 * The paid tier of the Gemini Developer API. For `gemini-3.8-live` the prices of text are published by a reseller; those of
 * sound are the ones of `gemini-3.1-flash-live-preview` ($0.005 and $0.018 a minute), which shares its prices of text.
 */
const byModel: ReadonlyMap<string, ModelPrices> = new Map([
  ['gemini-3.8-live', live],
  ['gemini-3.8-live-extended-thinking', live],
  ['gemini-3.1-flash-live-preview', live],
  ['gemini-2.5-flash-native-audio-preview-12-2025', { input: { text: 0.5, audio: 3, image: 3, video: 3 }, output: { text: 2, audio: 12 } }],
  ['gemini-3.8-flash', { input: { text: 0.75, audio: 0.75, image: 0.75, video: 0.75 }, output: { text: 3.75, audio: 3.75 } }],
])

const MILLION = 1_000_000

/** What the tokens cost with the prices of `PRICES_OF`, or null for a model whose prices are not known. */
export function estimateCost(model: string, usage: TokenUsage): CostEstimate | null {
  const prices = byModel.get(model.replace(/^models\//, ''))
  if (prices === undefined) return null
  const { input, output, thoughts } = usage
  const read =
    input.text * prices.input.text + input.audio * prices.input.audio + input.image * prices.input.image + input.video * prices.input.video
  const written = (sumOf(output) - output.audio + thoughts) * prices.output.text + output.audio * prices.output.audio
  return { dollars: (read + written) / MILLION, pricesOf: PRICES_OF }
}
