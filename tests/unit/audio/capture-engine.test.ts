import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CaptureEngine } from '../../../src/shared/audio/capture-framer'
import { int16ToFloats } from '../../../src/shared/audio/pcm'
import { numbered } from './sound'

function record(preRollLength = 8000) {
  const talks = new Map<string, number[]>()
  const log: string[] = []
  const engine = new CaptureEngine({
    frameLength: 320,
    preRollLength,
    onFrame: (samples, talkId) => {
      expect(samples.length).toBe(320)
      const talk = talks.get(talkId) ?? []
      talk.push(...samples)
      talks.set(talkId, talk)
      log.push(`frame ${talkId}`)
    },
    onEnd: (talkId) => log.push(`end ${talkId}`),
  })
  return { engine, talks, log }
}

describe('a talk', () => {
  it('begins with exactly the last half second before it', () => {
    const { engine, talks } = record()
    engine.push(int16ToFloats(numbered(20_000)))
    engine.start('talk-1')
    expect(talks.get('talk-1')).toEqual([...numbered(8000, 12_000)])
  })

  it('sends every sample of its tail before it ends', () => {
    const { engine, talks, log } = record()
    engine.start('talk-1')
    engine.push(int16ToFloats(numbered(1000)))
    engine.finish(4800)
    engine.push(int16ToFloats(numbered(10_000, 1000)))
    const length = Math.ceil(5800 / 320) * 320
    expect(talks.get('talk-1')).toEqual([...numbered(length)])
    expect(log.at(-1)).toBe('end talk-1')
    expect(log.filter((line) => line.startsWith('end'))).toHaveLength(1)
  })

  it('continues as if never stopped when the key is pressed again in the tail', () => {
    const { engine, talks, log } = record()
    engine.start('talk-1')
    engine.finish(4800)
    engine.push(int16ToFloats(numbered(3000)))
    engine.start('talk-1')
    engine.push(int16ToFloats(numbered(9800, 3000)))
    expect(log).not.toContain('end talk-1')
    expect(talks.get('talk-1')).toEqual([...numbered(12_800)])
  })

  it('gets no sound that an earlier talk already had', () => {
    const { engine, talks } = record()
    engine.start('talk-1')
    engine.finish(320)
    engine.push(int16ToFloats(numbered(1000)))
    engine.start('talk-2')
    engine.finish(0)
    engine.push(int16ToFloats(numbered(1000, 1000)))
    expect(talks.get('talk-1')).toEqual([...numbered(320)])
    expect(talks.get('talk-2')?.[0]).toBe(321)
  })

  it('that is cancelled sends no unfinished frame', () => {
    const { engine, talks, log } = record()
    engine.start('talk-1')
    engine.push(int16ToFloats(numbered(500)))
    engine.cancel()
    expect(talks.get('talk-1')).toHaveLength(320)
    expect(log.at(-1)).toBe('end talk-1')
  })

  it('never loses, repeats or reorders a sample, whatever the order of keys and blocks', () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('push' as const), size: fc.integer({ min: 1, max: 2000 }) }),
      fc.record({ act: fc.constant('start' as const) }),
      fc.record({ act: fc.constant('finish' as const), tail: fc.integer({ min: 0, max: 1000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { engine, talks } = record(1_000_000)
        let sent = 0
        for (const one of steps) {
          if (one.act === 'push') {
            engine.push(int16ToFloats(numbered(one.size, sent)))
            sent += one.size
          } else if (one.act === 'start') engine.start('talk')
          else engine.finish(one.tail)
        }
        const heard = talks.get('talk') ?? []
        expect(heard).toEqual([...numbered(heard.length)])
      }),
    )
  })
})
