import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../src/shared/lib/sha256'

const reference = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

describe('sha256Hex', () => {
  it.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000])('agrees with Node on %i bytes, whatever the padding', (length) => {
    expect(sha256Hex('a'.repeat(length))).toBe(reference('a'.repeat(length)))
  })

  it('agrees with Node on any text, half surrogate pairs included', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\udc00', '港', '😀')) }), (text) => {
        expect(sha256Hex(text)).toBe(reference(text))
      }),
    )
  })
})
