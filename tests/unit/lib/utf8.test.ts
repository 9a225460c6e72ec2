import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeUtf8StreamDecoder } from '../../../src/main/lib/node-utf8'
import { type StreamDecoder, utf8StreamDecoder } from '../../../src/shared/lib/utf8'

function decoded(decode: StreamDecoder, pieces: readonly Uint8Array[]): string {
  return [...pieces.map((piece) => decode(piece)), decode()].join('')
}

const decoders = [
  { name: 'everywhere', decoder: () => utf8StreamDecoder() },
  { name: 'in Node.js', decoder: nodeUtf8StreamDecoder },
]

describe.each(decoders)('UTF-8 in pieces, $name', ({ decoder }) => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => new TextEncoder().encode(text)),
    fc
      .string({ unit: fc.constantFrom('a', 'é', '雨', '🌂', '\r\n', '\uFEFF', '\0'), maxLength: 200 })
      .map((text) => new TextEncoder().encode(text)),
    fc
      .array(fc.constantFrom(0xef, 0xbb, 0xbf, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x8c, 0x82, 0x41, 0xff, 0xc3), { maxLength: 20 })
      .map((list) => Uint8Array.from(list)),
  )

  it('equals the whole, wherever it was cut and whatever the bytes are', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(600), { maxLength: 6 }), (whole, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((left, right) => left - right), whole.length]
        const pieces = places.slice(1).map((place, index) => whole.subarray(places[index], place))
        expect(decoded(decoder(), pieces)).toBe(new TextDecoder().decode(whole))
      }),
      { numRuns: 2000 },
    )
  })

  it('gives a character as soon as its last byte is there', () => {
    const decode = decoder()
    expect([decode(Uint8Array.of(0x41, 0xe2)), decode(Uint8Array.of(0x82)), decode(Uint8Array.of(0xac)), decode()]).toEqual([
      'A',
      '',
      '€',
      '',
    ])
  })
})
