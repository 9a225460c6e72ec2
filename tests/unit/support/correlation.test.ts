import { describe, expect, it } from 'vitest'
import { matchWindows, resample } from '../../support/correlation'

function tone(frequency: (second: number) => number, seconds: number, sampleRate: number): Float64Array {
  let phase = 0
  return Float64Array.from({ length: seconds * sampleRate }, (_, index) => {
    phase += (2 * Math.PI * frequency(index / sampleRate)) / sampleRate
    return 8000 * Math.sin(phase)
  })
}

describe('the ruler of the microphone tests', () => {
  const sweep = tone((second) => 200 + 400 * second, 2, 22_050)

  it('finds speech again at another rate and with a delay', () => {
    const heard = new Float64Array(16_000 * 3)
    heard.set(resample(sweep, 22_050, 16_000), 3_210)
    const matches = matchWindows(resample(sweep, 22_050, 16_000), heard, 16_000)
    expect(matches.length).toBe(8)
    expect(Math.min(...matches.map(({ correlation }) => correlation))).toBeGreaterThan(0.999)
  })

  it('rejects other sound and a missing end', () => {
    const reference = resample(sweep, 22_050, 16_000)
    const other = resample(
      tone((second) => 900 - 300 * second, 2, 22_050),
      22_050,
      16_000,
    )
    expect(Math.max(...matchWindows(reference, other, 16_000).map(({ correlation }) => correlation))).toBeLessThan(0.9)
    const cut = reference.slice(0, 28_000)
    expect(matchWindows(reference, cut, 16_000).at(-1)?.correlation).toBeLessThan(0.9)
  })
})
