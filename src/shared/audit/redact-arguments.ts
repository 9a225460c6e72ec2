import type { JsonObject, JsonValue } from '../lib/json'
import { isJsonList, isJsonObject } from '../lib/json-value'

/** Replaces a value that must not be stored in the audit trail. */
export const REDACTED = '[not kept]'

/** A longer text, in UTF-16 units, is cut in the trail: the trail records what was done, not a second copy of it. */
const LONGEST_TEXT = 2000

/**
 * The arguments or the result of a call as the trail stores them: values of secret keys, at any depth, are replaced, long
 * texts are cut, and a key that objects lose when they are read back gets another name.
 */
export function redactArguments(value: JsonObject, secretKeys: readonly string[]): JsonObject {
  const members = Object.entries(value).map(([key, member]): [string, JsonValue] => [
    key === '__proto__' ? '[__proto__]' : key,
    secretKeys.includes(key) ? REDACTED : kept(member, secretKeys),
  ])
  return Object.fromEntries<JsonValue>(members)
}

function kept(value: JsonValue, secretKeys: readonly string[]): JsonValue {
  if (typeof value === 'string') return value.length <= LONGEST_TEXT ? value : `${value.slice(0, LONGEST_TEXT)}… (${value.length} in all)`
  if (isJsonList(value)) return value.map((item) => kept(item, secretKeys))
  return isJsonObject(value) ? redactArguments(value, secretKeys) : value
}
