import type { JsonObject, JsonValue } from '../lib/json'
import { toPlainJson } from '../lib/plain-json'
import type { Fields } from './gemini'

/** A field for each value, and not a map: counts come with every piece of an answer. */
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

/** The token counts of one message. Servers send running totals, so the last value of each field counts; nothing is added up. */
export class UsageTally {
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
   * candidates), in either spelling. Fields of the wrong type are passed by.
   */
  take(usage: Fields): void {
    const values = this.#values
    values.inputTokens = counted(usage.promptTokenCount ?? usage.prompt_token_count, values.inputTokens)
    values.outputTokens = counted(usage.responseTokenCount ?? usage.response_token_count, values.outputTokens)
    values.outputTokens = counted(usage.candidatesTokenCount ?? usage.candidates_token_count, values.outputTokens)
    values.reasoningTokens = counted(usage.thoughtsTokenCount ?? usage.thoughts_token_count, values.reasoningTokens)
    values.cachedInputTokens = counted(usage.cachedContentTokenCount ?? usage.cached_content_token_count, values.cachedInputTokens)
    values.toolInputTokens = counted(usage.toolUsePromptTokenCount ?? usage.tool_use_prompt_token_count, values.toolInputTokens)
    values.totalTokens = counted(usage.totalTokenCount ?? usage.total_token_count, values.totalTokens)
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

  /** The counts known so far, or undefined when the server sent none. */
  toJson(): JsonObject | undefined {
    const known = Object.entries(this.#values).filter(([, value]) => value !== undefined)
    if (known.length === 0) return undefined
    return Object.fromEntries(known.map(([name, value]): [string, JsonValue] => [name, toPlainJson(value)]))
  }
}

function counted(count: unknown, before: unknown): unknown {
  return typeof count === 'number' && Number.isFinite(count) ? count : before
}

function listed(details: unknown, before: unknown): unknown {
  return Array.isArray(details) ? details : before
}
