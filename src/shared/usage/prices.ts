import type { JsonValue } from '../lib/json'
import { isJsonObject } from '../lib/json-value'
import { z } from '../lib/zod'
import { sumOf, type TokenUsage } from './token-usage'

/** US dollars per million tokens. */
export interface ModelPrices {
  /** The day (YYYY-MM-DD) on which these prices were looked up. */
  readonly readOn: string
  readonly input: { readonly text: number; readonly audio: number; readonly image: number; readonly video: number }
  /** thoughts are charged as text; `image` is absent for a model that makes no images */
  readonly output: { readonly text: number; readonly audio: number; readonly image?: number }
}

/**
 * An estimate in US dollars, and the day (YYYY-MM-DD) of the oldest prices in it. `partial`: it leaves out answers with
 * unknown prices.
 */
export const costEstimateSchema = z.strictObject({ dollars: z.number(), pricesOf: z.string(), partial: z.literal(true).optional() })
export type CostEstimate = z.infer<typeof costEstimateSchema>

/** The cost of one answer at the time of the answer; `amount` and `pricesOf` are null if the prices were unknown. */
export interface AnswerCost {
  readonly model: string
  readonly currency: 'USD'
  readonly amount: number | null
  readonly pricesOf: string | null
}

/** The cost that is stored with an answer; null if it has none. Checked by hand, because a thread has thousands of answers. */
export function answerCostOf(value: JsonValue | undefined): AnswerCost | null {
  if (!isJsonObject(value)) return null
  const { model, currency, amount, pricesOf } = value
  if (typeof model !== 'string' || currency !== 'USD') return null
  if (amount !== null && !(typeof amount === 'number' && amount >= 0 && amount < Number.POSITIVE_INFINITY)) return null
  if (pricesOf !== null && typeof pricesOf !== 'string') return null
  return { model, currency, amount, pricesOf }
}

const live: ModelPrices = {
  readOn: '2026-09-20',
  input: { text: 0.75, audio: 3, image: 1, video: 1 },
  output: { text: 4.5, audio: 12 },
}

/**
 * The paid tier of the Gemini Developer API. For `gemini-3.8-live` a reseller publishes the text prices; the sound prices are
 * those of `gemini-3.1-flash-live-preview` ($0.005 and $0.018 a minute), which has the same text prices. Models that the
 * service has retired stay here for old recordings.
 */
const byModel: ReadonlyMap<string, ModelPrices> = new Map([
  ['gemini-3.8-live', live],
  ['gemini-3.8-live-extended-thinking', live],
  ['gemini-3.1-flash-live-preview', live],
  [
    'gemini-2.5-flash-native-audio-preview-12-2025',
    { readOn: '2026-09-20', input: { text: 0.5, audio: 3, image: 3, video: 3 }, output: { text: 2, audio: 12 } },
  ],
  [
    'gemini-3.8-flash',
    { readOn: '2026-09-20', input: { text: 0.75, audio: 0.75, image: 0.75, video: 0.75 }, output: { text: 3.75, audio: 3.75 } },
  ],
  // from the pricing page, as quoted by micdrop.dev/docs/text-to-speech/gemini; it only reads text and writes sound
  [
    'gemini-3.8-flash-lite-tts',
    { readOn: '2026-11-29', input: { text: 0.5, audio: 0.5, image: 0.5, video: 0.5 }, output: { text: 0.5, audio: 6 } },
  ],
  // from the pricing page, as quoted by BerriAI/litellm#44983; the price of images that it reads is assumed to be that
  // of text
  [
    'gemini-nano-banana-2.1',
    { readOn: '2026-11-29', input: { text: 1.5, audio: 1.5, image: 1.5, video: 1.5 }, output: { text: 7.5, audio: 7.5, image: 30 } },
  ],
])

/** The models with known prices. */
export const pricedModels: readonly string[] = [...byModel.keys()]

const MILLION = 1_000_000

/** The prices of a model, with or without the prefix `models/`; undefined if unknown. */
export function modelPrices(model: string): ModelPrices | undefined {
  return byModel.get(model.replace(/^models\//, ''))
}

/** The cost of the tokens with the prices of the table, or null for a model with unknown prices. */
export function estimateCost(model: string, usage: TokenUsage): CostEstimate | null {
  const prices = modelPrices(model)
  if (prices === undefined) return null
  const { input, output, thoughts } = usage
  const read =
    input.text * prices.input.text + input.audio * prices.input.audio + input.image * prices.input.image + input.video * prices.input.video
  const pictures = prices.output.image === undefined ? 0 : output.image
  const written =
    (sumOf(output) - output.audio - pictures + thoughts) * prices.output.text +
    output.audio * prices.output.audio +
    pictures * (prices.output.image ?? 0)
  return { dollars: (read + written) / MILLION, pricesOf: prices.readOn }
}

/** The cost of one answer with the table's current prices. */
export function answerCost(model: string, usage: TokenUsage): AnswerCost {
  const estimate = estimateCost(model, usage)
  return { model, currency: 'USD', amount: estimate?.dollars ?? null, pricesOf: estimate?.pricesOf ?? null }
}

/** The sum of all costs; null if none is known. An answer without known prices is never counted as free. */
export function sumCosts(costs: readonly (CostEstimate | null)[]): CostEstimate | null {
  const known = costs.filter((cost) => cost !== null)
  const oldest = known.map(({ pricesOf }) => pricesOf).sort()[0]
  if (oldest === undefined) return null
  const partial = known.length < costs.length || known.some((cost) => cost.partial === true)
  return { dollars: known.reduce((sum, { dollars }) => sum + dollars, 0), pricesOf: oldest, ...(partial && { partial: true }) }
}
