import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { append, emptyOutbox, type Outgoing } from '../../../src/main/models/live/outbox'

const item: fc.Arbitrary<Outgoing> = fc.oneof(
  fc.constant({ type: 'activity-start' } as const),
  fc.constant({ type: 'activity-end' } as const),
  fc.string().map((text) => ({ type: 'text', text }) as const),
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((pcm) => ({ type: 'audio', pcm }) as const),
)

describe('an outbox', () => {
  it('keeps order, everything but audio, and the newest audio up to its limit', () => {
    fc.assert(
      fc.property(fc.array(item), fc.integer({ min: 0, max: 40 }), (items, bound) => {
        const box = items.reduce((current, next) => append(current, [next], bound), emptyOutbox)
        const kept = new Set(box.items)
        expect(box.items).toEqual(items.filter((one) => kept.has(one)))
        expect(items.filter((one) => one.type !== 'audio' && !kept.has(one))).toEqual([])
        const audio = items.filter((one) => one.type === 'audio')
        const dropped = audio.filter((one) => !kept.has(one))
        expect(audio.slice(0, dropped.length)).toEqual(dropped)
        const bytes = audio.filter((one) => kept.has(one)).reduce((sum, one) => sum + one.pcm.byteLength, 0)
        expect(box.audioBytes).toBe(bytes)
        expect(bytes).toBeLessThanOrEqual(bound)
      }),
    )
  })
})
