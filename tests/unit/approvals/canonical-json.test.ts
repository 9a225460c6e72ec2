import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputHash } from '../../../src/main/tool-calls/approvals/input-hash'
import { canonicalJson } from '../../../src/shared/lib/canonical-json'
import type { JsonValue } from '../../../src/shared/lib/json'
import { isJsonList, parseJson } from '../../../src/shared/lib/json-value'

const jsonValue = fc.jsonValue().map((value) => parseJson(JSON.stringify(value)) ?? null)

/** The same value with the keys of every object in another order. */
function reordered(value: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return value
  if (isJsonList(value)) return value.map(reordered)
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, reordered(member)])
      .reverse(),
  )
}

describe('canonical JSON', () => {
  test('parses to the same value', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(parseJson(canonicalJson(value))).toEqual(value)
      }),
    )
  })

  test('is one text, whatever order the keys came in', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(canonicalJson(reordered(value))).toBe(canonicalJson(value))
      }),
    )
  })

  test('differs if the values differ', () => {
    fc.assert(
      fc.property(jsonValue, jsonValue, (left, right) => {
        const same = JSON.stringify(reordered(left)) === JSON.stringify(reordered(right))
        if (same) expect(canonicalJson(left)).toBe(canonicalJson(right))
        if (canonicalJson(left) === canonicalJson(right)) expect(left).toEqual(right)
      }),
    )
  })

  test('never turns a number into null', () => {
    expect(() => canonicalJson({ amount: Number.NaN })).toThrow('not finite')
    expect(() => canonicalJson([Number.POSITIVE_INFINITY])).toThrow('not finite')
  })
})

test('the hash of arguments distinguishes look-alikes', () => {
  const hashes = [
    { amount: 48600 },
    { amount: '48600' },
    { amount: 486_00.5 },
    { Amount: 48600 },
    { amount: [48600] },
    { amount: null },
    {},
  ].map(inputHash)
  expect(new Set(hashes).size).toBe(hashes.length)
  expect(inputHash({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
})
