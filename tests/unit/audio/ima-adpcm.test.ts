import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeImaAdpcm } from '../../../scripts/fixtures/ima-adpcm'
import { decodeImaAdpcm, lengthOfImaAdpcm } from '../../../src/shared/audio/ima-adpcm'

/** A header (16-bit sample, step index, zero) and the codes after it, two in a byte, the lower half first. */
function block(first: number, index: number, ...codes: readonly number[]): Uint8Array {
  const bytes = codes.filter((_, at) => at % 2 === 0).map((code, pair) => code | ((codes[pair * 2 + 1] ?? 0) << 4))
  return Uint8Array.of(first & 255, (first >> 8) & 255, index, 0, ...bytes)
}

describe('IMA ADPCM', () => {
  it('is read as specified by the Interactive Multimedia Association', () => {
    // steps 7, 16, 34, 31 (indexes 0, 8, 16, 15), worked out by hand: ⌊s/8⌋ and the parts s, ⌊s/2⌋, ⌊s/4⌋ that the code has
    expect([...decodeImaAdpcm(block(0, 0, 7, 15, 0, 8), 6)]).toEqual([0, 11, -19, -15, -18])
  })

  it('begins each block with its own sample and step', () => {
    const bytes = Uint8Array.of(...block(1000, 0, 7, 7), ...block(-1000, 0, 7, 7))
    expect([...decodeImaAdpcm(bytes, 5)]).toEqual([1000, 1011, 1041, -1000, -989, -959])
  })

  it('stays within 16 bits, whatever its codes say', () => {
    expect([...decodeImaAdpcm(block(32_700, 88, 7, 7), 5)]).toEqual([32_700, 32_767, 32_767])
    expect([...decodeImaAdpcm(block(-32_700, 88, 15, 15), 5)]).toEqual([-32_700, -32_768, -32_768])
  })

  it('reads any bytes at all, as many samples as it says beforehand', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 5, max: 64 }), (bytes, blockBytes) => {
        expect(decodeImaAdpcm(bytes, blockBytes)).toHaveLength(lengthOfImaAdpcm(bytes.byteLength, blockBytes))
      }),
    )
  })

  it('keeps a tone unchanged, except for noise 20 dB below it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 2000 }), fc.integer({ min: 2000, max: 30_000 }), (hertz, loudness) => {
        const tone = Int16Array.from({ length: 4800 }, (_, at) => Math.round(loudness * Math.sin((2 * Math.PI * hertz * at) / 24_000)))
        const decoded = decodeImaAdpcm(encodeImaAdpcm(tone, 256), 256)
        // the step finds its size within the first hundredth of a second
        const power = (value: (at: number) => number) => tone.reduce((sum, _, at) => (at < 240 ? sum : sum + value(at) ** 2), 0)
        const noise = power((at) => (decoded[at] ?? 0) - (tone[at] ?? 0))
        expect(noise * 100).toBeLessThan(power((at) => tone[at] ?? 0))
      }),
    )
  })
})
