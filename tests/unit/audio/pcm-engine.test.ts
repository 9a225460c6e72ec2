import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PcmEngine } from '../../../src/shared/audio/pcm-engine'
import {
  type Arrival,
  BLOCK,
  firstDifference,
  numbered,
  playTrace,
  RATE,
  repeatableRandom,
  sine,
  softSine,
  trimSilence,
  worstClick,
} from './sound'

const CLICK = 0.01

describe('an answer without stalls', () => {
  it('comes out sample for sample as it went in, whatever the sizes of its chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6000 }), { minLength: 1, maxLength: 12 }), (sizes) => {
        const source = numbered(sizes.reduce((sum, size) => sum + size, 0))
        const arrivals = sizes.map((samples) => ({ atMs: 0, samples }))
        const { out, engine } = playTrace(source, arrivals, (source.length * 1000) / RATE + 20)
        expect(firstDifference(trimSilence(out), source)).toBe(-1)
        expect(engine.account('turn-1')).toMatchObject({ played: source.length, dropped: 0, buffered: 0, position: source.length })
        expect(engine.stalls).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('starts on the very first block once the target is reached, and reports start and end at their samples', () => {
    const source = numbered(2880)
    const { out, events } = playTrace(source, [{ atMs: 0, samples: 2880 }], 200)
    expect(out[0]).toBe(1 / 32768)
    expect(events).toEqual(['start turn-1 0', 'end turn-1 2880'])
  })

  it('loses nothing of 200 s that arrive in one burst', () => {
    const engine = new PcmEngine({ sampleRate: RATE })
    const total = 200 * RATE
    for (let start = 0; start < total; start += 5760) engine.push(numbered(Math.min(5760, total - start), start), 'turn-1', start)
    engine.end('turn-1')
    const out = new Float32Array(total + BLOCK)
    for (let at = 0; at < total; at += BLOCK) engine.process(out.subarray(at, at + BLOCK))
    const firstWrong = out.subarray(0, total).findIndex((sample, index) => Math.round(sample * 32768) !== (index % 30_000) + 1)
    expect(firstWrong).toBe(-1)
    expect(engine.account('turn-1')).toMatchObject({ pushed: total, played: total, dropped: 0 })
  })

  it('waits for the target, but not longer than 200 ms', () => {
    const waiting = playTrace(sine(480), [{ atMs: 0, samples: 480 }], 190, { endAtMs: 10_000 })
    expect(waiting.events).toEqual([])
    const waited = playTrace(sine(480), [{ atMs: 0, samples: 480 }], 230, { endAtMs: 10_000 })
    expect(waited.events[0]).toBe('start turn-1 0')
  })

  it('plays a short turn at once when it has ended', () => {
    const { out } = playTrace(numbered(50), [{ atMs: 0, samples: 50 }], 20)
    expect(firstDifference(trimSilence(out), numbered(50))).toBe(-1)
  })

  it('continues after its end without a fade when more of the turn follows', () => {
    const engine = new PcmEngine({ sampleRate: RATE })
    const out = new Float32Array(BLOCK * 60)
    engine.push(numbered(1000), 'turn-1', 0)
    engine.end('turn-1')
    engine.process(out.subarray(0, BLOCK * 10))
    engine.push(numbered(1000, 1000), 'turn-1', 1000)
    engine.end('turn-1')
    engine.process(out.subarray(BLOCK * 10))
    expect(
      firstDifference(
        trimSilence(out).filter((sample) => sample !== 0),
        numbered(2000),
      ),
    ).toBe(-1)
  })

  it('is followed by the next turn without a missing sample', () => {
    const engine = new PcmEngine({ sampleRate: RATE })
    engine.push(numbered(3000), 'turn-1', 0)
    engine.push(numbered(4000), 'turn-2', 0)
    engine.end('turn-2')
    const out = new Float32Array(BLOCK * 56)
    for (let at = 0; at < out.length; at += BLOCK) engine.process(out.subarray(at, at + BLOCK))
    expect(firstDifference(trimSilence(out), Int16Array.from([...numbered(3000), ...numbered(4000)]))).toBe(-1)
  })
})

describe('an interruption', () => {
  it('is silent within 3 ms, without a click, and accounts for every sample', () => {
    const source = softSine(48_000)
    const { out, engine, events } = playTrace(source, [{ atMs: 0, samples: 48_000 }], 1000, { flushAtMs: 500 })
    const lastSound = out.findLastIndex((sample) => sample !== 0)
    expect(lastSound).toBeLessThan((500 * RATE) / 1000 + BLOCK + 72)
    expect(worstClick(out).size).toBeLessThan(CLICK)
    const account = engine.account('turn-1')
    expect((account?.played ?? 0) + (account?.dropped ?? 0)).toBe(48_000)
    expect(events.at(-1)).toBe(`flush turn-1 ${account?.played}`)
  })

  it('drops what still arrives for that turn and leaves the next one whole', () => {
    const engine = new PcmEngine({ sampleRate: RATE })
    const out = new Float32Array(BLOCK * 100)
    engine.push(sine(6000), 'turn-1', 0)
    engine.process(out.subarray(0, BLOCK * 4))
    engine.flush('turn-1')
    engine.process(out.subarray(BLOCK * 4, BLOCK * 5))
    engine.push(sine(5760), 'turn-1', 6000)
    engine.push(numbered(4000), 'turn-2', 0)
    engine.end('turn-2')
    for (let at = BLOCK * 5; at < out.length; at += BLOCK) engine.process(out.subarray(at, at + BLOCK))
    expect(firstDifference(trimSilence(out.subarray(BLOCK * 5)), numbered(4000))).toBe(-1)
    expect(engine.account('turn-1')).toMatchObject({ pushed: 11_760, buffered: 0 })
  })

  it('of an unknown turn drops its later sound too', () => {
    const engine = new PcmEngine({ sampleRate: RATE })
    engine.flush('turn-1')
    engine.push(sine(6000), 'turn-1', 0)
    engine.end('turn-1')
    const out = new Float32Array(BLOCK)
    engine.process(out)
    expect(out.every((sample) => sample === 0)).toBe(true)
    expect(engine.account('turn-1')).toMatchObject({ pushed: 6000, dropped: 6000 })
  })
})

describe('any order of push, end, flush, process and changes of speed', () => {
  const turn = fc.constantFrom('turn-1', 'turn-2', 'turn-3')
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ act: fc.constant('push' as const), turn, size: fc.integer({ min: 0, max: 4000 }) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('end' as const), turn }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('flush' as const), turn }) },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constant('speed' as const), speed: fc.constantFrom(0.75, 0.9, 1, 1, 1.25, 1.5) }),
    },
    { weight: 6, arbitrary: fc.record({ act: fc.constant('process' as const), size: fc.integer({ min: 1, max: 3000 }) }) },
  )

  it('keeps played + dropped + buffered = pushed, never exceeds full scale, and plays everything that was not flushed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const engine = new PcmEngine({ sampleRate: RATE })
        const pushed = new Map<string, number>()
        const flushed = new Set<string>()
        const check = () => {
          for (const [turnId, total] of pushed) {
            const account = engine.account(turnId)
            expect(account?.pushed).toBe(total)
            expect((account?.played ?? 0) + (account?.dropped ?? 0) + (account?.buffered ?? 0)).toBe(total)
            if (!flushed.has(turnId)) expect(account?.dropped).toBe(0)
          }
        }
        for (const one of steps) {
          switch (one.act) {
            case 'push':
              engine.push(sine(one.size), one.turn, pushed.get(one.turn) ?? 0)
              pushed.set(one.turn, (pushed.get(one.turn) ?? 0) + one.size)
              break
            case 'end':
              engine.end(one.turn)
              break
            case 'flush':
              engine.flush(one.turn)
              flushed.add(one.turn)
              break
            case 'speed':
              engine.setSpeed(one.speed)
              break
            case 'process': {
              const out = new Float32Array(one.size)
              engine.process(out)
              expect(out.every((sample) => Math.abs(sample) <= 1)).toBe(true)
            }
          }
          check()
        }
        for (const turnId of pushed.keys()) engine.end(turnId)
        engine.process(new Float32Array(400_000))
        check()
        for (const turnId of pushed.keys()) expect(engine.account(turnId)?.buffered).toBe(0)
      }),
      { numRuns: 300 },
    )
  })
})

describe('sound over a bad network', () => {
  const source = softSine(10 * RATE)

  it.each(traces())('$name: no click, nothing lost, $stalls stalls at most', ({ arrivals, stalls }) => {
    const { out, engine } = playTrace(source, arrivals, 14_000)
    expect(worstClick(out).size).toBeLessThan(CLICK)
    expect(engine.account('turn-1')).toMatchObject({ played: source.length, dropped: 0 })
    expect(engine.stalls).toBeLessThanOrEqual(stalls)
  })

  it('buffers more after a stall and less after calm', () => {
    const gap: readonly Arrival[] = [
      { atMs: 0, samples: 4800 },
      { atMs: 400, samples: 235_200 },
    ]
    const { engine } = playTrace(source, gap, 800, { endAtMs: 800 })
    expect(engine.stalls).toBe(1)
    expect(engine.target).toBe(Math.round(2880 * 1.5) + 240)
    const calm = playTrace(source, [{ atMs: 0, samples: source.length }], 9000)
    expect(calm.engine.target).toBe(2592)
  })

  it('takes a long silence for a pause of the speaker, not for a bad network', () => {
    const pause: readonly Arrival[] = [
      { atMs: 0, samples: 4800 },
      { atMs: 2000, samples: 235_200 },
    ]
    const { engine } = playTrace(source, pause, 2500, { endAtMs: 3000 })
    expect(engine.stalls).toBe(0)
    expect(engine.pauses).toBe(1)
    expect(engine.target).toBe(2880)
  })
})

/** The arrival patterns that the player was designed for: 10 s of sound each. */
function traces(): readonly { readonly name: string; readonly arrivals: readonly Arrival[]; readonly stalls: number }[] {
  const random = repeatableRandom(7)
  const even = (chunkMs: number, at: (index: number) => number): readonly Arrival[] => {
    let last = 0
    return Array.from({ length: 10_000 / chunkMs }, (_, index) => {
      last = Math.max(last, at(index))
      return { atMs: last, samples: (chunkMs * RATE) / 1000 }
    })
  }
  let gapped = 0
  const gaps = even(40, (index) => {
    if (index > 0 && index % 80 === 0) gapped += 150 + 200 * random()
    return index * 40 + gapped
  })
  return [
    { name: 'A 40 ms chunks in real time, jitter to 30 ms', arrivals: even(40, (index) => index * 40 + 30 * random()), stalls: 0 },
    { name: 'A+ the same, held up 120 ms of every 300', arrivals: even(40, (index) => heldUp(index * 40 + 30 * random())), stalls: 3 },
    { name: 'B bursts at 1.3 times real time', arrivals: even(40, (index) => Math.floor((index * 40) / 1.3 / 200) * 200), stalls: 0 },
    { name: 'C real time with gaps of 150 to 350 ms', arrivals: gaps, stalls: 3 },
    { name: 'D ten times real time', arrivals: even(40, (index) => index * 4), stalls: 0 },
    {
      name: 'E gaps of up to 120 ms at 1.1 times real time',
      arrivals: even(80, (index) => (index * 80) / 1.1 + 120 * random()),
      stalls: 1,
    },
    { name: 'F chunks of 200 ms slightly faster than real time', arrivals: even(200, (index) => index * 180), stalls: 0 },
  ]
}

function heldUp(atMs: number): number {
  const phase = atMs % 300
  return phase < 120 ? atMs - phase + 120 : atMs
}
