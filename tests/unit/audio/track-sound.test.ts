import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SoundPiece, TrackSound } from '../../../src/renderer/audio/track/track-sound'

const OUT = 16_000
const rates = fc.constantFrom(44_100, 48_000, 96_000)

/** A piece as the browser delivers it: every channel with its own samples. */
function piece(sampleRate: number, ...channels: readonly Float32Array[]): SoundPiece {
  return {
    sampleRate,
    numberOfFrames: channels[0]?.length ?? 0,
    numberOfChannels: channels.length,
    copyTo(destination, { planeIndex }) {
      if (destination instanceof Float32Array) destination.set(channels[planeIndex] ?? [])
    },
  }
}

function tone(sampleRate: number, hertz: number, length: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / sampleRate))
}

function converted(pieces: readonly SoundPiece[]): Float32Array {
  const sound = new TrackSound()
  return Float32Array.from(pieces.flatMap((one) => [...sound.take(one)]))
}

/** Loudness relative to the tone's own, in dB, without both ends, where the filter sees the beginning and the end. */
function decibels(samples: Float32Array): number {
  const middle = samples.subarray(400, -400)
  const power = middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length
  return 10 * Math.log10(power / 0.125 + 1e-12)
}

/** The tone cut into pieces of these lengths repeatedly, unlike a device, which cuts 10 ms each. */
function cut(sampleRate: number, sound: Float32Array, lengths: readonly number[]): readonly SoundPiece[] {
  const pieces: SoundPiece[] = []
  for (let at = 0, index = 0; at < sound.length; index += 1) {
    const length = lengths[index % lengths.length] ?? sound.length
    pieces.push(piece(sampleRate, sound.subarray(at, at + length)))
    at += length
  }
  return pieces
}

const lengths = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 6 })

describe('the sound of a track, converted to 16 kHz', () => {
  it('has no tones from above the new band: no alias is louder than −80 dB', () => {
    fc.assert(
      fc.property(rates, fc.double({ min: 8700, max: 20_000, noNaN: true }), (rate, hertz) => {
        expect(decibels(converted([piece(rate, tone(rate, hertz, rate / 5))]))).toBeLessThan(-80)
      }),
      { numRuns: 40 },
    )
  })

  it('keeps the loudness of every tone of a voice, within half a dB up to 7 kHz', () => {
    fc.assert(
      fc.property(rates, fc.double({ min: 100, max: 7000, noNaN: true }), (rate, hertz) => {
        expect(Math.abs(decibels(converted([piece(rate, tone(rate, hertz, rate / 5))])))).toBeLessThan(0.5)
      }),
      { numRuns: 40 },
    )
  })

  it('has exactly as many samples as the time takes, except for the 4 ms that the filter needs', () => {
    fc.assert(
      fc.property(rates, lengths, fc.integer({ min: 1000, max: 20_000 }), (rate, pieces, length) => {
        const made = converted(cut(rate, new Float32Array(length), pieces)).length
        const waiting = (length * OUT) / rate - made
        expect(waiting).toBeGreaterThanOrEqual(0)
        expect(waiting).toBeLessThan(OUT * 0.004)
      }),
      { numRuns: 60 },
    )
  })

  it('is the same however the device cuts it, without a click at any border', () => {
    fc.assert(
      fc.property(rates, lengths, fc.double({ min: 100, max: 3000, noNaN: true }), (rate, pieces, hertz) => {
        const sound = tone(rate, hertz, rate / 5)
        const made = converted(cut(rate, sound, pieces))
        expect(made).toEqual(converted([piece(rate, sound)]))
        // the second difference of a tone: amplitude × (2 sin(ω/2))², and two steps of a 16-bit sample
        const most = 0.5 * (2 * Math.sin((Math.PI * hertz) / OUT)) ** 2 + 4 / 32_768
        for (let at = 402; at < made.length; at += 1) {
          const bend = Math.abs((made[at] ?? 0) - 2 * (made[at - 1] ?? 0) + (made[at - 2] ?? 0))
          if (bend > most) expect.unreachable(`a click at ${at}: ${bend} where a tone has ${most}`)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('at 16 kHz is the device’s own, sample for sample', () => {
    const sound = tone(OUT, 440, 1000)
    expect(converted(cut(OUT, sound, [160]))).toEqual(sound)
  })

  it('of several channels is their mean', () => {
    expect(converted([piece(OUT, Float32Array.of(0.5, 0.25), Float32Array.of(-0.5, 0.75))])).toEqual(Float32Array.of(0, 0.5))
  })

  it('continues if the device changes its rate, like a headset that becomes a telephone', () => {
    const made = converted([piece(48_000, tone(48_000, 500, 24_000)), piece(OUT, tone(OUT, 500, 8000))])
    expect(made.length).toBeGreaterThan(8000 + 8000 - OUT * 0.004)
    expect(decibels(made)).toBeCloseTo(0, 0)
  })
})
