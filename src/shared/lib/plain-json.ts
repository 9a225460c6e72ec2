import type { JsonValue } from './json'

const DEEPEST = 200

/**
 * The value as JSON that every client can read: keys that JSON readers refuse as prototype attacks (`__proto__`,
 * `constructor.prototype`) are left out, values without a JSON form become null, and so do values nested deeper than
 * 200 levels (writing them would overflow the stack). Always a copy.
 */
export function toPlainJson(value: unknown, depth = 0): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'object':
      if (value === null || depth >= DEEPEST) return null
      return Array.isArray(value) ? plainList(value, depth) : plainObject(value, depth)
    default:
      return null
  }
}

function plainList(list: readonly unknown[], depth: number): readonly JsonValue[] {
  return list.map((item) => toPlainJson(item, depth + 1))
}

function plainObject(object: object, depth: number): JsonValue {
  const plain: Record<string, JsonValue> = {}
  for (const key of Object.keys(object)) {
    const value: unknown = Reflect.get(object, key)
    if (key === '__proto__' || value === undefined) continue
    if (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')) continue
    plain[key] = toPlainJson(value, depth + 1)
  }
  return plain
}

/**
 * The same for a value from the wire that has no other owner: the value itself if it is already such JSON, as it nearly
 * always is, otherwise a copy. Checking is faster than copying.
 */
export function asPlainJson(value: unknown): JsonValue {
  return isPlain(value, 0) ? value : toPlainJson(value)
}

function isPlain(value: unknown, depth: number): value is JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      if (value === null) return true
      if (depth >= DEEPEST) return false
      if (Array.isArray(value)) return isPlainList(value, depth)
      return isRecord(value) && isPlainRecord(value, depth)
    default:
      return false
  }
}

function isPlainList(list: readonly unknown[], depth: number): boolean {
  for (const item of list) if (!isPlain(item, depth + 1)) return false
  return true
}

function isRecord(object: object): object is Readonly<Record<string, unknown>> {
  return Object.getPrototypeOf(object) === Object.prototype
}

function isPlainRecord(record: Readonly<Record<string, unknown>>, depth: number): boolean {
  for (const key in record) {
    if (key === '__proto__' || key === 'constructor' || !isPlain(record[key], depth + 1)) return false
  }
  return true
}
