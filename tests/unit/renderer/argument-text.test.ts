import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { argumentTexts, inPieces } from '../../../src/renderer/approval/argument-text'
import type { JsonValue } from '../../../src/shared/lib/json'

describe('the arguments on a card', () => {
  it('keep every digit of a number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (amount) => {
        const [row] = argumentTexts({ amount })
        expect(Number(row?.value.replaceAll(',', ''))).toBe(amount === 0 ? 0 : amount)
      }),
    )
  })

  it('show no invisible character, and lose no visible one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', minLength: 1 }), (value, key) => {
        const [row] = argumentTexts(Object.fromEntries([[key, value]]))
        expect(row?.value.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        const seen = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
        expect(row?.value.replace(/⟨U\+[0-9A-F]{4,6}⟩/gu, '').replaceAll('\n', '')).toBe(seen(value).replace(/⟨U\+[0-9A-F]{4,6}⟩/gu, ''))
      }),
    )
  })

  it('are in the order of the call, with nothing left out', () => {
    expect(argumentTexts({ b: true, a: null, list: [1], text: '' }).map(({ key, value, kind }) => [key, value, kind])).toEqual([
      ['b', 'true', 'code'],
      ['a', 'null', 'code'],
      ['list', '[1]', 'code'],
      ['text', '', 'text'],
    ])
  })

  it('are on one line as a short list of values, and on a line each otherwise', () => {
    const textOf = (value: JsonValue) => argumentTexts({ value })[0]?.value
    expect(textOf(['result_1', 2, null])).toBe('["result_1", 2, null]')
    expect(textOf(Array.from({ length: 20 }, () => 'result'))).toContain('\n')
    expect(textOf([['nested']])).toContain('\n')
  })

  it('are cut into pieces that together are the text, without splitting a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 0, maxLength: 3000, size: 'max' }), (text) => {
        const pieces = inPieces(text)
        expect(pieces.join('')).toBe(text)
        for (const piece of pieces.slice(1)) expect(piece).not.toMatch(/^[\p{M}\p{Emoji_Modifier}\uDC00-\uDFFF]/u)
      }),
    )
  })
})
