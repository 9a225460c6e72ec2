import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPlainJson, toPlainJson } from '../../../src/shared/lib/plain-json'

describe('plain JSON', () => {
  it('is equal to ordinary JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__')),
        (value) => {
          expect(toPlainJson(value)).toEqual(value)
        },
      ),
    )
  })

  it('leaves out keys that attack prototypes, at any depth', () => {
    const value: unknown = JSON.parse('[{"a":{"__proto__":{"x":1},"b":1},"constructor":{"prototype":{"x":1}}},{"constructor":"kept"}]')
    expect(JSON.stringify(toPlainJson(value))).toBe('[{"a":{"b":1}},{"constructor":"kept"}]')
  })

  it('turns values without a JSON form into null', () => {
    expect(toPlainJson([undefined, Number.NaN, Number.POSITIVE_INFINITY, () => 1, Symbol('s'), 1n])).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
    expect(toPlainJson({ gone: undefined, kept: 1 })).toEqual({ kept: 1 })
  })

  it('ends at a depth that can be written', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(() => JSON.stringify(toPlainJson(deep))).not.toThrow()
  })

  it('is copied only if something has to be left out', () => {
    const plain: unknown = JSON.parse('{"a":[1,"x",null,{"b":true}]}')
    expect(asPlainJson(plain)).toBe(plain)
    const anything = fc.oneof(
      fc.anything({ withNullPrototype: true, withDate: true, withBigInt: true, withSparseArray: true, maxDepth: 4 }),
      fc.json().map((text): unknown => JSON.parse(text)),
      fc
        .constantFrom('{"a":{"__proto__":1}}', '[{"constructor":{"prototype":1}}]', '{"constructor":"kept"}')
        .map((text): unknown => JSON.parse(text)),
    )
    fc.assert(
      fc.property(anything, (value) => {
        expect(asPlainJson(value)).toEqual(toPlainJson(value))
      }),
      { numRuns: 2000 },
    )
  })
})
