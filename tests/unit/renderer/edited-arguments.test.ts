import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { argumentFields, readArgument, readDrafts } from '../../../src/renderer/approval/edited-arguments'
import { numberText, readNumber } from '../../../src/renderer/approval/number-text'
import type { JsonValue } from '../../../src/shared/lib/json'

const parsed = (text: string): JsonValue => JSON.parse(text)
const argumentsOfACall = fc.dictionary(fc.string({ minLength: 1 }), fc.json().map(parsed))

describe('edited arguments', () => {
  it('that were not changed are exactly the model’s values', () => {
    fc.assert(
      fc.property(argumentsOfACall, (input) => {
        const { input: read, changes, faults } = readDrafts(argumentFields(input), {})
        expect(read).toStrictEqual(Object.fromEntries(Object.entries(input)))
        expect([changes, faults]).toEqual([0, {}])
      }),
    )
  })

  it('keep their type: a number stays a number, true and false stay booleans, structures stay JSON', () => {
    const fields = argumentFields({ amount: 1, loud: true, to: ['a'], name: 'x' })
    expect(fields.map(({ kind }) => kind)).toEqual(['number', 'boolean', 'json', 'text'])
    const drafts = { amount: '2.5', loud: 'false', to: '["b"]', name: '3' }
    expect(readDrafts(fields, drafts).input).toEqual({ amount: 2.5, loud: false, to: ['b'], name: '3' })
  })

  it('are invalid while one of them can’t be read, and each such one is named', () => {
    const fields = argumentFields({ amount: 1, to: {}, name: 'x' })
    expect(readDrafts(fields, { amount: 'ten', to: '{', name: '' })).toEqual({
      changes: 3,
      input: null,
      faults: { amount: 'number', to: 'json' },
    })
  })

  it('count as unchanged once they are typed back', () => {
    const fields = argumentFields({ amount: 48_600 })
    expect(readDrafts(fields, { amount: '48,600' }).changes).toBe(0)
  })

  it('take a key like __proto__ as a key', () => {
    const input = JSON.parse('{"__proto__":"a","constructor":"b"}')
    expect(JSON.stringify(readDrafts(argumentFields(input), {}).input)).toBe('{"__proto__":"a","constructor":"b"}')
  })

  it('of a tried call match the tool’s declared type', () => {
    expect(readArgument('boolean', 'yes')).toBeUndefined()
    expect(readArgument('boolean', 'true')).toBe(true)
    expect(readArgument('number', '1,0')).toBeUndefined()
    expect(readArgument('other', '{"a":1}')).toEqual({ a: 1 })
    expect(readArgument('string', '5')).toBe('5')
  })
})

describe('a typed number', () => {
  it('is the number as written with groups', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
        expect(readNumber(numberText(value))).toBe(value === 0 ? Number(numberText(value)) : value)
      }),
    )
  })

  it.each([
    ['48600', 48_600],
    ['４８，６００', 48_600],
    [' 12.5 ', 12.5],
    ['-1,234.5', -1234.5],
    ['4.5e3', 4500],
  ])('%s is read', (typed, value) => {
    expect(readNumber(typed)).toBe(value)
  })

  it.each(['', ' ', '1,00', '12,34,567', '0x10', 'Infinity', 'NaN', '1 000', '48,6OO', '9007199254740993', '1e999'])(
    '%s is not taken for a number',
    (typed) => {
      expect(readNumber(typed)).toBeNull()
    },
  )
})
