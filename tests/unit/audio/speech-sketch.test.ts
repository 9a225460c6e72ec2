import { describe, expect, it } from 'vitest'
import { samplesToBytes } from '../../../src/shared/audio/pcm'
import { SpeechSketcher } from '../../../src/shared/audio/speech-sketch'

function sketchOf(loudness: readonly number[]) {
  const sketcher = new SpeechSketcher(16_000)
  for (const peak of loudness)
    sketcher.add(samplesToBytes(Int16Array.from({ length: 320 }, (_, index) => (index % 2 === 0 ? peak : -peak))))
  return sketcher.sketch()
}

describe('the miniature of a spoken line', () => {
  it('is as long as the sound, and its bars follow the loudness', () => {
    const rising = Array.from({ length: 50 }, (_, frame) => frame * 100)
    const { durationMs, bars } = sketchOf(rising)
    expect(durationMs).toBe(1000)
    expect(bars).toHaveLength(10)
    expect([...bars].sort((a, b) => a - b)).toEqual(bars)
    expect(bars.at(-1)).toBe(1)
  })

  it('is flat for silence and without any sound', () => {
    expect(sketchOf([0, 0, 0]).bars).toEqual(Array.from({ length: 10 }, () => 0))
    expect(sketchOf([])).toEqual({ durationMs: 0, bars: Array.from({ length: 10 }, () => 0) })
  })

  it('has ten bars for fewer frames than bars', () => {
    expect(sketchOf([5000, 10_000]).bars).toHaveLength(10)
  })
})
