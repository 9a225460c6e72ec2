import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTranslator } from '../../../src/shared/i18n/translator'
import { makeVisible } from '../../../src/shared/text/make-visible'
import { formatMoney, fromMinorUnits, toMinorUnits } from '../../../src/shared/text/money'

describe('money', () => {
  test.each([
    [48600, 'JPY', '¥48,600', '48,600円'],
    [12.5, 'USD', '$12.50', '12.50米ドル'],
    [0.005, 'KWD', 'KWD 0.005', '0.005クウェート ディナール'],
  ])('%d %s is written %s and %s', (amount, currency, english, japanese) => {
    expect(formatMoney(amount, currency, createTranslator('en')).replaceAll('\u00a0', ' ')).toBe(english)
    expect(formatMoney(amount, currency, createTranslator('ja')).replaceAll('\u00a0', ' ')).toBe(japanese)
  })

  test.each([
    [1.1, 'USD', 110],
    [2.675, 'USD', null],
    [48600.5, 'JPY', null],
    [1e21, 'JPY', null],
    [1e-7, 'USD', null],
    [90071992547409.92, 'USD', null],
  ])('%d %s is %s of the smallest unit', (amount, currency, minor) => {
    expect(toMinorUnits(amount, currency)).toBe(minor)
  })

  test('is unchanged after a conversion to its smallest unit and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.constantFrom('JPY', 'USD', 'KWD'), (minor, currency) => {
        expect(toMinorUnits(fromMinorUnits(minor, currency), currency)).toBe(minor)
      }),
    )
  })
})

describe('text made visible', () => {
  test.each([
    ['a\u202eb', 'a⟨U+202E⟩b'],
    ['a\u200b\u2066\ufeffb', 'a⟨U+200B⟩⟨U+2066⟩⟨U+FEFF⟩b'],
    ['a\nb\u0000', 'a⟨U+000A⟩b⟨U+0000⟩'],
    ['\u{e0041}', '⟨U+E0041⟩'],
    ['\u3164', '⟨U+3164⟩'],
  ])('%j reads %s', (hidden, shown) => {
    expect(makeVisible(hidden)).toBe(shown)
  })

  test.each(['Hoshino Print K.K.', '株式会社星野印刷', 'Café é', 'studio ··4417', '🎉'])('%s is unchanged', (text) => {
    expect(makeVisible(text)).toBe(text)
  })

  test('twice is the same as once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(makeVisible(makeVisible(text))).toBe(makeVisible(text))
      }),
    )
  })
})
