import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Length, decodeBase64, encodeBase64, normalizeBase64 } from '../../../src/shared/lib/base64'

describe('base64', () => {
  it('is what Node makes of the same bytes, both ways', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(encodeBase64(bytes)).toBe(text)
        expect(base64Length(text)).toBe(bytes.length)
        expect(decodeBase64(text)).toEqual(bytes)
        expect(decodeBase64(text.replace(/=+$/, ''))).toEqual(bytes)
      }),
    )
  })

  it('of the URL alphabet is read too, and anything else refused', () => {
    expect(normalizeBase64('-_-_')).toBe('+/+/')
    expect(normalizeBase64('AA==')).toBe('AA==')
    for (const text of ['A', 'AAAAA', 'A A=', 'A=AA', 'é', '====']) expect(normalizeBase64(text)).toBeNull()
  })

  it('is distinguished from other text only by its characters and its length', () => {
    const shape = /^[A-Za-z0-9+/_-]*={0,2}$/
    const letters = fc.string({ unit: fc.constantFrom(...'AZaz09+/-_=é\u0141 '), maxLength: 9 })
    fc.assert(
      fc.property(letters, (text) => {
        const whole = text.replace(/={1,2}$/, '').length % 4 !== 1
        expect(normalizeBase64(text) !== null).toBe(shape.test(text) && whole)
      }),
      { numRuns: 2000 },
    )
  })

  it('is checked to the last letter, however long it is', () => {
    const long = 'Ab0/'.repeat(10_000)
    expect(normalizeBase64(long)).toBe(long)
    for (const at of [0, 1, 16_383, 16_384, 32_769, long.length - 1]) {
      for (const letter of ['*', 'é', '雨', '\0', '=']) {
        if (letter === '=' && at === long.length - 1) continue
        expect(normalizeBase64(`${long.slice(0, at)}${letter}${long.slice(at + 1)}`)).toBeNull()
      }
    }
  })
})
