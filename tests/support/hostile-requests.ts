import fc from 'fast-check'
import { type CallName, calls } from '../../src/shared/ipc/contract'
import type { JsonValue } from '../../src/shared/lib/json'
import { isJsonObject } from '../../src/shared/lib/json-value'
import { z } from '../../src/shared/lib/zod'

/** Strings that have broken programs, beside those that a request may hold. */
const hostileTexts = fc.constantFrom(
  '',
  ' ',
  '__proto__',
  'constructor',
  '../../../etc/passwd',
  '/dev/zero',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://127.0.0.1:9/',
  "'; DROP TABLE conversations; --",
  '\u0000',
  '\u202E',
  '\uD83D',
  '%00%2e%2e',
  'a'.repeat(5_000),
)

const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  hostileTexts,
  fc.constantFrom<unknown>(null, undefined, true, -1, 0, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, 10n),
  fc.constantFrom<unknown>([], {}, new Map(), new Set([1]), new Date(Number.NaN), new Uint8Array(3), new Uint8Array(100_000), /x/),
  fc.constant(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}')),
  fc.anything({ maxDepth: 3 }),
)

/**
 * Requests of one call: mostly of its shape, with known ids where it takes text, and now and then with a wrong, hostile, missing or
 * additional part. Nothing is sent that a structured clone could not carry.
 */
export function hostileRequests(name: CallName, ids: readonly string[]): fc.Arbitrary<unknown> {
  // what it gives is JSON
  const schema = z.toJSONSchema(calls[name].request, { unrepresentable: 'any', io: 'input', reused: 'inline' }) as JsonValue
  return hostileValuesOf(schema, ids).filter(canBeCloned)
}

/** Values of a JSON schema, mostly of its shape: with these ids where it takes text, and now and then with a wrong, hostile or missing part. */
export function hostileValuesOf(schema: JsonValue | undefined, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: ofShape(schema, ids, 0) }, { weight: 1, arbitrary: hostileValues })
}

function ofShape(schema: JsonValue | undefined, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const right = rightShape(schema, ids, depth)
  return depth === 0 ? right : fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: hostileValues })
}

function rightShape(schema: JsonValue | undefined, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  if (!isJsonObject(schema) || depth > 5) return hostileValues
  const { type, properties, required, items, additionalProperties } = schema
  if ('const' in schema) return fc.constant(schema.const)
  const choices = schema.enum ?? schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices) && choices.length > 0)
    return schema.enum === undefined ? fc.oneof(...choices.map((one) => ofShape(one, ids, depth + 1))) : fc.constantFrom(...choices)
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => ofShape({ ...schema, type: one }, ids, depth + 1)))
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.oneof(fc.integer({ min: -1, max: 1_000 }), fc.maxSafeInteger())
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double())
    case 'string':
      return fc.oneof(fc.constantFrom(...ids, 'Hello', '{}', 'SELECT 1'), fc.string({ maxLength: 20 }), hostileTexts)
    case 'array':
      return fc.array(ofShape(items, ids, depth + 1), { maxLength: 3 })
    case 'object': {
      if (!isJsonObject(properties)) return fc.dictionary(hostileTexts, ofShape(additionalProperties, ids, depth + 1), { maxKeys: 3 })
      const parts = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, ofShape(one, ids, depth + 1)]))
      const needed = Array.isArray(required) ? required.filter((key): key is string => typeof key === 'string') : []
      const whole = fc.record(parts, { requiredKeys: needed })
      const broken = fc.tuple(fc.record(parts, { requiredKeys: [] }), fc.dictionary(hostileTexts, hostileValues, { maxKeys: 1 }))
      return fc.oneof({ weight: 8, arbitrary: whole }, { weight: 1, arbitrary: broken.map(([one, more]) => ({ ...one, ...more })) })
    }
    default:
      return hostileValues
  }
}

function canBeCloned(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}
