import type { JsonObject, JsonValue } from '../lib/json'
import { toPlainJson } from '../lib/plain-json'
import type { Fields } from './gemini'
import { field } from './gemini'

// our name → the names on the wire: the text endpoint counts candidates, Live counts responses
const COUNTS: ReadonlyArray<readonly [string, readonly string[]]> = [
  ['inputTokens', ['promptTokenCount']],
  ['outputTokens', ['responseTokenCount', 'candidatesTokenCount']],
  ['reasoningTokens', ['thoughtsTokenCount']],
  ['cachedInputTokens', ['cachedContentTokenCount']],
  ['toolInputTokens', ['toolUsePromptTokenCount']],
  ['totalTokens', ['totalTokenCount']],
]

const DETAILS = [
  'promptTokensDetails',
  'responseTokensDetails',
  'candidatesTokensDetails',
  'cacheTokensDetails',
  'toolUsePromptTokensDetails',
]

/** The token counts of one message. Servers send running totals, so the last value of each field counts; nothing is added up. */
export class UsageTally {
  readonly #values = new Map<string, JsonValue>()

  /** Takes one `usageMetadata`, of the Live or of the text endpoint. Fields of the wrong type are passed by. */
  take(usage: Fields): void {
    for (const [name, wireNames] of COUNTS) {
      for (const wireName of wireNames) {
        const count = field(usage, wireName)
        if (typeof count === 'number' && Number.isFinite(count)) this.#values.set(name, count)
      }
    }
    for (const name of DETAILS) {
      const details = field(usage, name)
      if (Array.isArray(details)) this.#values.set(name, toPlainJson(details))
    }
  }

  /** The counts known so far, or undefined when the server sent none. */
  toJson(): JsonObject | undefined {
    return this.#values.size === 0 ? undefined : Object.fromEntries(this.#values)
  }
}
