import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonList, isJsonObject } from '../../../shared/lib/json-value'
import { invalidArgument, unknownField } from './client-violation'

/** The value as an object, or a violation that names its place. */
export function requireObject(value: JsonValue | undefined, place: string): JsonObject {
  if (isJsonObject(value)) return value
  throw invalidArgument(`${place} must be an object.`)
}

/** The value as a non-empty array, or a violation that names its place. */
export function requireItems(value: JsonValue | undefined, place: string): readonly JsonValue[] {
  if (isJsonList(value) && value.length > 0) return value
  throw invalidArgument(`${place} must be a list with at least one entry.`)
}

/** The value as a non-empty string, or a violation that names its place. */
export function requireText(value: JsonValue | undefined, place: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw invalidArgument(`${place} must be a text that is not empty.`)
}

/** Refuses every key that the service does not know here. */
export function allowKeys(value: JsonObject, allowed: readonly string[], place: string): void {
  for (const key of Object.keys(value)) {
    if (!allowed.includes(key)) throw unknownField(key, place)
  }
}

/**
 * The path of the first difference where `value` lacks part of `pattern`; null if it contains the whole pattern. Objects may have more
 * keys, lists more entries in any order.
 */
export function missingFrom(pattern: JsonValue, value: JsonValue | undefined, path: string): string | null {
  if (isJsonObject(pattern)) {
    if (!isJsonObject(value)) return path
    for (const [key, expected] of Object.entries(pattern)) {
      const missing = missingFrom(expected, value[key], `${path}.${key}`)
      if (missing !== null) return missing
    }
    return null
  }
  if (isJsonList(pattern)) {
    if (!isJsonList(value)) return path
    const lacking = pattern.findIndex((expected) => !value.some((entry) => missingFrom(expected, entry, path) === null))
    return lacking < 0 ? null : `${path}[${lacking}]`
  }
  return pattern === value ? null : path
}
