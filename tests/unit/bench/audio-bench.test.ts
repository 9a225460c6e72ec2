import { describe, expect, it } from 'vitest'
import { judge } from '../../../bench/audio/judge'
import { designs, measureBargeIn } from '../../../bench/audio/measure-audio'
import { play, tone } from '../../../bench/audio/play'
import { Thread } from '../../../bench/audio/thread'

const RATE = 24_000
const floats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (sample) => sample / 32_768)
const designOf = (name: string) => designs.find((design) => design.name === name) ?? expect.unreachable(name)

describe('the judge of played sound', () => {
  const whole = floats(tone(RATE, 0, RATE))

  it('finds nothing wrong with a whole tone', () => {
    expect(judge({ out: whole, sampleRate: RATE })).toMatchObject({ gaps: 0, clicks: 0 })
  })

  it('finds a hole in it, with its length and both its edges', () => {
    const holed = whole.slice().fill(0, 12_000, 12_480)
    const verdict = judge({ out: holed, sampleRate: RATE })
    expect(verdict.gaps).toBe(1)
    expect(verdict.gapMs).toBeCloseTo(20, 0)
    expect(verdict.clicks).toBeGreaterThan(0)
  })

  it('finds a tone that is cut off, and a late one', () => {
    const late = new Float32Array(2 * RATE)
    late.set(whole.subarray(0, 10_010), 2400)
    const verdict = judge({ out: late, sampleRate: RATE })
    expect(verdict.firstMs).toBeCloseTo(100, 0)
    expect(verdict.clicks).toBe(1)
  })
})

it('a blocked thread does what is due as soon as it is free', () => {
  const ran: number[] = []
  const thread = new Thread({ everyMs: 300, holdMs: 120 })
  for (const at of [10, 130, 310]) thread.at(at, () => ran.push(thread.now))
  thread.advance(1000)
  expect(ran).toEqual([120, 130, 420])
})

it('the designs show their known faults: one loses what its ring can’t hold, one clicks at every seam, Parley neither', () => {
  const seconds = Array.from({ length: 200 }, () => ({ atMs: 0, samples: RATE }))
  expect(judge(play(designOf('ring buffer'), seconds, null, 201_000)).soundMs).toBeCloseTo(180_000, -2)
  const pieces = Array.from({ length: 25 }, (_, index) => ({ atMs: index * 10, samples: 960 }))
  expect(judge(play(designOf('scheduled, 44.1 kHz'), pieces, null, 2000)).clicks).toBeGreaterThan(10)
  expect(judge(play(designOf('Parley'), pieces, null, 2000))).toMatchObject({ gaps: 0, clicks: 0 })
})

it('Parley becomes silent within 50 ms, even with a blocked page, without a click, and loses nothing of what follows', () => {
  for (const run of measureBargeIn([designOf('Parley')])) {
    expect(run.flushMs).toBeLessThan(50)
    expect(run.clicks).toBe(0)
    expect(run.lostOfNextMs).toBeLessThan(1)
  }
})
