import type { JsonObject, JsonValue } from '../lib/json'
import { toPlainJson } from '../lib/plain-json'
import type { Fields } from './gemini'

/** A field for each value instead of a map, because counts come with every piece of an answer. */
interface Values {
  inputTokens: unknown
  outputTokens: unknown
  reasoningTokens: unknown
  cachedInputTokens: unknown
  toolInputTokens: unknown
  totalTokens: unknown
  promptTokensDetails: unknown
  responseTokensDetails: unknown
  candidatesTokensDetails: unknown
  cacheTokensDetails: unknown
  toolUsePromptTokensDetails: unknown
}

/**
 * The token counts of one message. Servers send running totals, so the last value of each field counts; nothing is added up,
 * and a later missing, zero or empty count does not remove an earlier one.
 */
export class UsageTally {
  /** The total came before the other counts did. */
  #totalIsOld = false
  readonly #values: Values = {
    inputTokens: undefined,
    outputTokens: undefined,
    reasoningTokens: undefined,
    cachedInputTokens: undefined,
    toolInputTokens: undefined,
    totalTokens: undefined,
    promptTokensDetails: undefined,
    responseTokensDetails: undefined,
    candidatesTokensDetails: undefined,
    cacheTokensDetails: undefined,
    toolUsePromptTokensDetails: undefined,
  }

  /**
   * Takes one `usageMetadata`, of the Live endpoint (which counts responses) or of the text endpoint (which counts
   * candidates), in either spelling. Fields of the wrong type are ignored.
   */
  take(usage: Fields): void {
    const values = this.#values
    values.inputTokens = counted(usage.promptTokenCount ?? usage.prompt_token_count, values.inputTokens)
    values.outputTokens = counted(usage.responseTokenCount ?? usage.response_token_count, values.outputTokens)
    values.outputTokens = counted(usage.candidatesTokenCount ?? usage.candidates_token_count, values.outputTokens)
    values.reasoningTokens = counted(usage.thoughtsTokenCount ?? usage.thoughts_token_count, values.reasoningTokens)
    values.cachedInputTokens = counted(usage.cachedContentTokenCount ?? usage.cached_content_token_count, values.cachedInputTokens)
    values.toolInputTokens = counted(usage.toolUsePromptTokenCount ?? usage.tool_use_prompt_token_count, values.toolInputTokens)
    const total = usage.totalTokenCount ?? usage.total_token_count
    values.totalTokens = counted(total, values.totalTokens)
    this.#totalIsOld = typeof total !== 'number'
    values.promptTokensDetails = listed(usage.promptTokensDetails ?? usage.prompt_tokens_details, values.promptTokensDetails)
    values.responseTokensDetails = listed(usage.responseTokensDetails ?? usage.response_tokens_details, values.responseTokensDetails)
    values.candidatesTokensDetails = listed(
      usage.candidatesTokensDetails ?? usage.candidates_tokens_details,
      values.candidatesTokensDetails,
    )
    values.cacheTokensDetails = listed(usage.cacheTokensDetails ?? usage.cache_tokens_details, values.cacheTokensDetails)
    values.toolUsePromptTokensDetails = listed(
      usage.toolUsePromptTokensDetails ?? usage.tool_use_prompt_tokens_details,
      values.toolUsePromptTokensDetails,
    )
  }

  /** True if the prompt's tokens are known. */
  get hasInput(): boolean {
    return this.#values.inputTokens !== undefined
  }

  /** Earlier counts: they apply where these have no value. */
  addEarlier(earlier: UsageTally): void {
    const values = this.#values
    for (const name of NAMES) values[name] ??= earlier.#values[name]
  }

  /** The counts known so far, or undefined if the server sent none. */
  toJson(): JsonObject | undefined {
    const known = NAMES.flatMap((name) => (this.#values[name] === undefined ? [] : [{ name, value: this.#valueOf(name) }]))
    if (known.length === 0) return undefined
    return Object.fromEntries(known.map(({ name, value }): [string, JsonValue] => [name, toPlainJson(value)]))
  }

  // a total from before the other counts can only be too small
  #valueOf(name: keyof Values): unknown {
    const value = this.#values[name]
    if (name !== 'totalTokens' || !this.#totalIsOld || typeof value !== 'number') return value
    const { inputTokens, outputTokens, reasoningTokens, toolInputTokens } = this.#values
    const counts = [inputTokens, outputTokens, reasoningTokens, toolInputTokens].filter((count) => typeof count === 'number')
    return Math.max(
      value,
      counts.reduce((sum, count) => sum + count, 0),
    )
  }
}

const NAMES = [
  'inputTokens',
  'outputTokens',
  'reasoningTokens',
  'cachedInputTokens',
  'toolInputTokens',
  'totalTokens',
  'promptTokensDetails',
  'responseTokensDetails',
  'candidatesTokensDetails',
  'cacheTokensDetails',
  'toolUsePromptTokensDetails',
] as const satisfies readonly (keyof Values)[]

/** True for a `usageMetadata` that counts output of the model. */
export function hasOutputCount(usage: Fields): boolean {
  const counts = [
    usage.responseTokenCount ?? usage.response_token_count,
    usage.candidatesTokenCount ?? usage.candidates_token_count,
    usage.thoughtsTokenCount ?? usage.thoughts_token_count,
  ]
  return counts.some((count) => typeof count === 'number' && count > 0)
}

function counted(count: unknown, before: unknown): unknown {
  if (typeof count !== 'number' || !Number.isFinite(count)) return before
  return count === 0 && before !== undefined ? before : count
}

function listed(details: unknown, before: unknown): unknown {
  return Array.isArray(details) && (details.length > 0 || before === undefined) ? details : before
}
