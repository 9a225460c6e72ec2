import type { JsonObject } from '../lib/json'
import { toPlainJson } from '../lib/plain-json'
import type { Fields } from './gemini'

/** The token counts of one message. Servers send running totals, so the last value of each field counts; nothing is added up. */
export class UsageTally {
  readonly #values = new Map<string, unknown>()

  /**
   * Takes one `usageMetadata`, of the Live endpoint (which counts responses) or of the text endpoint (which counts
   * candidates), in either spelling. Fields of the wrong type are passed by.
   */
  take(usage: Fields): void {
    this.#count('inputTokens', usage.promptTokenCount ?? usage.prompt_token_count)
    this.#count('outputTokens', usage.responseTokenCount ?? usage.response_token_count)
    this.#count('outputTokens', usage.candidatesTokenCount ?? usage.candidates_token_count)
    this.#count('reasoningTokens', usage.thoughtsTokenCount ?? usage.thoughts_token_count)
    this.#count('cachedInputTokens', usage.cachedContentTokenCount ?? usage.cached_content_token_count)
    this.#count('toolInputTokens', usage.toolUsePromptTokenCount ?? usage.tool_use_prompt_token_count)
    this.#count('totalTokens', usage.totalTokenCount ?? usage.total_token_count)
    this.#details('promptTokensDetails', usage.promptTokensDetails ?? usage.prompt_tokens_details)
    this.#details('responseTokensDetails', usage.responseTokensDetails ?? usage.response_tokens_details)
    this.#details('candidatesTokensDetails', usage.candidatesTokensDetails ?? usage.candidates_tokens_details)
    this.#details('cacheTokensDetails', usage.cacheTokensDetails ?? usage.cache_tokens_details)
    this.#details('toolUsePromptTokensDetails', usage.toolUsePromptTokensDetails ?? usage.tool_use_prompt_tokens_details)
  }

  /** The counts known so far, or undefined when the server sent none. */
  toJson(): JsonObject | undefined {
    if (this.#values.size === 0) return undefined
    return Object.fromEntries([...this.#values].map(([name, value]) => [name, toPlainJson(value)]))
  }

  #count(name: string, count: unknown): void {
    if (typeof count === 'number' && Number.isFinite(count)) this.#values.set(name, count)
  }

  #details(name: string, details: unknown): void {
    if (Array.isArray(details)) this.#values.set(name, details)
  }
}
