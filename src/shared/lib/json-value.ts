import type { JsonObject, JsonValue } from './json'

/** Whether the value is an object and not a list. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the value is a list. */
export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** The value of a JSON text, or undefined if it is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isParsed(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `JSON.parse` only returns JSON and never undefined: this guard only informs the compiler. */
function isParsed(value: unknown): value is JsonValue {
  return value !== undefined
}

/** Whether lists and objects in the value are nested deeper than `levels`. */
export function isNestedDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels <= 0) return true
  return Object.values(value).some((item) => isNestedDeeperThan(item, levels - 1))
}

/** The object without one of its keys. */
export function withoutKey(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
}
