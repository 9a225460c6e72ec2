import type { JsonObject, JsonValue } from '../lib/json'

/** A JSON object of unknown shape, from the wire. */
export interface Fields {
  readonly [key: string]: unknown
}

/** True for a JSON object (not null, not a list). */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const NOTHING: readonly unknown[] = []
const snakeNames = new Map<string, string>()

function snakeName(name: string): string {
  let snake = snakeNames.get(name)
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    snakeNames.set(name, snake)
  }
  return snake
}

/**
 * The field `name` (camel case) in either spelling; undefined if absent or null. Only known names are read this way.
 * Fields of every stream chunk are read by literal name instead (`chunk.usageMetadata ?? chunk.usage_metadata`), which
 * is many times as fast.
 */
export function field(fields: Fields, name: string): unknown {
  const value = fields[name]
  if (value !== undefined && value !== null) return value
  return fields[snakeName(name)] ?? undefined
}

/** The value if it is an object. */
export function asFields(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined
}

/** The value if it is a list; otherwise an empty list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NOTHING
}

/** The value if it is a string. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The value if it is a non-empty string. */
export function asName(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A field that must be an object. */
export function fieldsOf(fields: Fields, name: string): Fields | undefined {
  return asFields(field(fields, name))
}

/** A field that must be a list; anything else counts as empty. */
export function listOf(fields: Fields, name: string): readonly unknown[] {
  return asList(field(fields, name))
}

/** A field that must be a string. */
export function textOf(fields: Fields, name: string): string | undefined {
  return asText(field(fields, name))
}

/** A field that must be a non-empty string. */
export function nameOf(fields: Fields, name: string): string | undefined {
  return asName(field(fields, name))
}

/** A field that counts only when it is the boolean true. */
export function isTrue(fields: Fields, name: string): boolean {
  return field(fields, name) === true
}

/** True for a JSON object. */
export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
