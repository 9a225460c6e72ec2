import { describe, expect, it } from 'vitest'
import { PcmEngine } from '../../../src/shared/audio/pcm-engine'
import { BLOCK, RATE, softSine, trimSilence, worstClick } from './sound'

const CLICK = 0.01
/** A step and its search range, without which the end of a turn is played. */
const END_SAMPLES = 0.04 * RATE

function play(source: Int16Array, speed: number, hear?: (engine: PcmEngine, blocks: number) => void) {
  const engine = new PcmEngine({ sampleRate: RATE })
  engine.setSpeed(speed)
  for (let start = 0; start < source.length; start += 5760) engine.push(source.slice(start, start + 5760), 'turn-1', start)
  engine.end('turn-1')
  const out = new Float32Array(Math.ceil(source.length / 0.7 / BLOCK) * BLOCK)
  for (let at = 0; at < out.length; at += BLOCK) {
    engine.process(out.subarray(at, at + BLOCK))
    hear?.(engine, at / BLOCK + 1)
  }
  return { engine, out, heard: trimSilence(out) }
}

/** A voice-like sound: a fundamental with its harmonics, slowly louder and softer. */
function voice(seconds: number, hertz: number): Int16Array {
  return softSine(seconds * RATE).map((_, index) => {
    const t = index / RATE
    const swell = 0.6 + 0.4 * Math.sin(2 * Math.PI * 1.3 * t)
    const sum = [1, 0.5, 0.3, 0.2].reduce((total, part, order) => total + part * Math.sin(2 * Math.PI * hertz * (order + 1) * t), 0)
    return Math.round(9000 * swell * sum)
  })
}

/** The fundamental by the lag at which the middle second is most similar to itself. */
function pitchOf(samples: Int16Array): number {
  const from = Math.floor(samples.length / 2) - RATE / 4
  let best = 0
  let bestLikeness = -1
  for (let lag = Math.round(RATE / 400); lag <= RATE / 70; lag += 1) {
    let [product, one, other] = [0, 1, 1]
    for (let index = from; index < from + RATE / 4; index += 1) {
      const [a, b] = [samples[index] ?? 0, samples[index + lag] ?? 0]
      product += a * b
      one += a * a
      other += b * b
    }
    const likeness = product / Math.sqrt(one * other)
    // a longer lag must be clearly better, or the octave below would win by chance
    if (likeness > bestLikeness + 0.01) {
      bestLikeness = likeness
      best = lag
    }
  }
  return RATE / best
}

describe.each([0.75, 0.9, 1.25, 1.5])('an answer at %s of its speed', (speed) => {
  it.each([90, 150, 240])('keeps its pitch of %s Hz and takes the right time', (hertz) => {
    const source = voice(3, hertz)
    const { heard } = play(source, speed)
    expect(Math.abs(pitchOf(heard) / pitchOf(source) - 1)).toBeLessThan(0.02)
    expect(Math.abs(heard.length - source.length / speed)).toBeLessThan(END_SAMPLES)
  })

  it('has no click, and plays the turn to its last sample', () => {
    const source = softSine(4 * RATE)
    const { engine, out } = play(source, speed)
    expect(worstClick(out).size).toBeLessThan(CLICK)
    expect(engine.account('turn-1')).toMatchObject({ played: source.length, dropped: 0, position: source.length })
  })

  it('is always exactly where it says: n output samples are n times the speed of the turn', () => {
    const source = softSine(4 * RATE)
    const wrong: number[] = []
    play(source, speed, (engine, blocks) => {
      const position = engine.account('turn-1')?.position ?? 0
      if (position < source.length - 2 * END_SAMPLES && Math.abs(position - blocks * BLOCK * speed) > 1) wrong.push(position)
    })
    expect(wrong).toEqual([])
  })

  it('becomes silent on a flush within 3 ms, without a click, and counts what was played', () => {
    const source = softSine(4 * RATE)
    let flushedAt = 0
    const { engine, out } = play(source, speed, (running, blocks) => {
      if (blocks === 300) {
        running.flush('turn-1')
        flushedAt = blocks * BLOCK
      }
    })
    expect(out.findLastIndex((sample) => sample !== 0)).toBeLessThan(flushedAt + 72)
    expect(worstClick(out).size).toBeLessThan(CLICK)
    const account = engine.account('turn-1')
    expect((account?.played ?? 0) + (account?.dropped ?? 0)).toBe(source.length)
    expect(Math.abs((account?.played ?? 0) - (flushedAt + 72) * speed)).toBeLessThan(2)
  })
})

describe('a change of speed in the middle of an answer', () => {
  it('does not click, and back at its own speed every sample passes unchanged', () => {
    const source = softSine(4 * RATE)
    const { engine, out } = play(source, 1, (running, blocks) => {
      if (blocks === 100) running.setSpeed(1.5)
      if (blocks === 200) running.setSpeed(0.75)
      if (blocks === 300) running.setSpeed(1)
    })
    expect(worstClick(out).size).toBeLessThan(CLICK)
    expect(engine.account('turn-1')).toMatchObject({ played: source.length })
    const heard = trimSilence(out)
    const said = trimSilence(Float32Array.from(source, (sample) => sample / 32_768))
    expect([...heard.slice(-RATE)]).toEqual([...said.slice(-RATE)])
    expect([...heard.slice(0, 99 * BLOCK)]).toEqual([...said.slice(0, 99 * BLOCK)])
  })

  it('that is NaN or out of range is ignored or clamped', () => {
    const engine = new PcmEngine({ sampleRate: RATE })
    engine.setSpeed(9)
    expect(engine.speed).toBe(1.5)
    engine.setSpeed(Number.NaN)
    expect(engine.speed).toBe(1.5)
    engine.setSpeed(0)
    expect(engine.speed).toBe(0.75)
  })
})
