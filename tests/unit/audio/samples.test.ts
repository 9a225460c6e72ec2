import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LevelMeter, WAVEFORM_POINTS } from '../../../src/shared/audio/level'
import { bytesToSamples, floatsToInt16, floatToInt16, int16ToFloats, samplesToBytes } from '../../../src/shared/audio/pcm'
import { Resampler } from '../../../src/shared/audio/resample'
import { SampleRing } from '../../../src/shared/audio/ring'
import { readWav, writeWav } from '../../../src/shared/audio/wav'
import { firstDifference, sine } from './sound'

const int16 = fc.integer({ min: -32768, max: 32767 })
const sampleArray = fc.array(int16, { maxLength: 2000 }).map((values) => Int16Array.from(values))

describe('sample conversion', () => {
  it('clamps instead of wrapping, and takes NaN for silence', () => {
    expect([1, 1.5, -1, -2, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN].map(floatToInt16)).toEqual([
      32767, 32767, -32768, -32768, 32767, -32768, 0,
    ])
  })

  it('returns every 16-bit sample unchanged', () => {
    const all = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768)
    expect(firstDifference(floatsToInt16(int16ToFloats(all)), all)).toBe(-1)
  })

  it('reads bytes where they lie in a larger buffer, also at an odd place', () => {
    fc.assert(
      fc.property(sampleArray, fc.integer({ min: 0, max: 9 }), (samples, offset) => {
        const bytes = samplesToBytes(samples)
        const larger = new Uint8Array(bytes.length + offset + 5).fill(0xaa)
        larger.set(bytes, offset)
        expect(bytesToSamples(larger.subarray(offset, offset + bytes.length))).toEqual(samples)
      }),
    )
  })

  it('is little-endian and leaves out an odd last byte', () => {
    expect([...bytesToSamples(Uint8Array.of(0x01, 0x80, 0xff))]).toEqual([-32767])
  })
})

describe('the pre-roll ring', () => {
  it('contains exactly the newest samples in order', () => {
    fc.assert(
      fc.property(sampleArray, fc.integer({ min: 0, max: 300 }), (samples, capacity) => {
        const ring = new SampleRing(capacity)
        for (const sample of samples) ring.push(sample)
        expect(ring.drain()).toEqual(capacity === 0 ? new Int16Array(0) : samples.slice(-capacity))
        expect(ring.length).toBe(0)
        expect(ring.drain()).toEqual(new Int16Array(0))
      }),
    )
  })
})

describe('a WAV file', () => {
  it('reads back as it was written', () => {
    fc.assert(
      fc.property(sampleArray, fc.integer({ min: 8000, max: 96_000 }), fc.integer({ min: 1, max: 2 }), (samples, sampleRate, channels) => {
        const read = readWav(writeWav({ sampleRate, channels, samples }))
        expect(read).toEqual({ ok: true, value: { sampleRate, channels, samples } })
      }),
    )
  })

  it('whose size fields were never filled in (a stream) is read to its end', () => {
    const bytes = writeWav({ sampleRate: 22_050, channels: 1, samples: sine(500) })
    new DataView(bytes.buffer).setUint32(40, 0x7ffff000, true)
    const read = readWav(bytes)
    expect(read.ok && read.value.samples).toEqual(sine(500))
  })

  it('that is invalid, or truncated anywhere, is refused with a message and never throws', () => {
    const bytes = writeWav({ sampleRate: 16_000, channels: 1, samples: sine(10) })
    for (let length = 0; length < 44; length += 1) expect(readWav(bytes.subarray(0, length)).ok).toBe(false)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (noise) => {
        expect(readWav(noise).ok).toBe(false)
      }),
    )
  })
})

describe('the level', () => {
  it('of a sine is its amplitude and amplitude ÷ √2, with a waveform that has its shape', () => {
    const meter = new LevelMeter(2400)
    expect(meter.add(int16ToFloats(sine(2400, 0, 100)))).toBe(true)
    expect(meter.peak).toBeCloseTo(26_000 / 32_768, 2)
    expect(meter.rms).toBeCloseTo(26_000 / 32_768 / Math.SQRT2, 2)
    expect(meter.waveform).toHaveLength(WAVEFORM_POINTS)
    expect(Math.max(...meter.waveform)).toBeCloseTo(meter.peak, 3)
    expect(Math.min(...meter.waveform)).toBeCloseTo(-meter.peak, 2)
  })

  it('is the same however the sound is cut into blocks', () => {
    const sound = int16ToFloats(sine(960))
    const whole = new LevelMeter(960)
    whole.add(sound)
    const pieces = new LevelMeter(960)
    for (let at = 0; at < 960; at += 96) pieces.add(sound.subarray(at, at + 96))
    expect([pieces.rms, pieces.peak, ...pieces.waveform]).toEqual([whole.rms, whole.peak, ...whole.waveform])
  })
})

describe('the resampler', () => {
  it.each([
    [16_000, 24_000],
    [48_000, 24_000],
    [44_100, 24_000],
    [24_000, 16_000],
  ])('from %i to %i Hz keeps a tone within 60 dB and gives the expected number of samples', (from, to) => {
    const resampler = new Resampler(from, to)
    const input = sine(from, 0, 1000, from)
    const output = Int16Array.from([...resampler.push(input), ...resampler.end()])
    expect(output.length).toBe(to)
    const wanted = sine(to, 0, 1000, to)
    let noise = 0
    let signal = 0
    for (let index = 1000; index < to - 1000; index += 1) {
      noise += ((output[index] ?? 0) - (wanted[index] ?? 0)) ** 2
      signal += (wanted[index] ?? 0) ** 2
    }
    expect(10 * Math.log10(signal / noise)).toBeGreaterThan(60)
  })

  it('removes tones above the new band without aliases', () => {
    const resampler = new Resampler(48_000, 24_000)
    const output = [...resampler.push(sine(48_000, 0, 15_000, 48_000)), ...resampler.end()].slice(1000, -1000)
    const rms = Math.sqrt(output.reduce((sum, sample) => sum + sample * sample, 0) / output.length)
    expect(20 * Math.log10(rms / 18_385)).toBeLessThan(-70)
  })

  it('gives the same samples however the input is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 8 }), (sizes) => {
        const input = sine(
          sizes.reduce((sum, size) => sum + size, 0),
          0,
          440,
          16_000,
        )
        const whole = new Resampler(16_000, 24_000)
        const pieces = new Resampler(16_000, 24_000)
        let at = 0
        const cut: number[] = []
        for (const size of sizes) {
          cut.push(...pieces.push(input.slice(at, at + size)))
          at += size
        }
        expect(firstDifference([...cut, ...pieces.end()], [...whole.push(input), ...whole.end()])).toBe(-1)
      }),
      { numRuns: 30 },
    )
  })
})
