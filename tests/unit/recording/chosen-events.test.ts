import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chosenEvents } from '../../../src/main/diagnostics/recording/make-recording'
import type { RecordedEvent } from '../../../src/shared/fixtures/recorded-event'

const happening = fc.oneof(
  fc.constantFrom('speech' as const, 'text' as const, 'interrupt' as const).map((act) => ({ kind: 'user' as const, act })),
  fc.constant({ kind: 'frame' as const, protocol: 'gemini-live' as const, connection: 1, direction: 'received' as const, text: '{}' }),
)
const recorded = fc
  .tuple(fc.nat(50), fc.array(happening, { minLength: 1, maxLength: 40 }))
  .map(([begins, happened]) => happened.map((one, place): RecordedEvent => ({ at: place * 10, index: begins + place, ...one })))
const begins = (event: RecordedEvent | undefined): boolean => event?.kind === 'user' && event.act !== 'interrupt'

it('the turns of chosen frames are complete: from where the user began to just before the user’s next turn', () => {
  fc.assert(
    fc.property(recorded, fc.nat(60), fc.nat(60), (events, one, other) => {
      const frames = { first: Math.min(one, other), last: Math.max(one, other) }
      const chosen = chosenEvents(events, { from: 0, frames })
      if (!events.some(begins)) {
        expect(chosen).toEqual([])
        return
      }
      expect(begins(chosen[0])).toBe(true)
      const place = events.findIndex(({ index }) => index === chosen[0]?.index)
      expect(events.slice(place, place + chosen.length)).toEqual(chosen)
      const next = events[place + chosen.length]
      expect(next === undefined || begins(next)).toBe(true)
      if (next !== undefined) expect(next.index).toBeGreaterThan(frames.last)
      // every chosen frame after the user's first turn is in it
      const from = events.find(begins)?.index ?? 0
      for (const event of events) {
        if (event.index >= Math.max(from, frames.first) && event.index <= frames.last) expect(chosen).toContain(event)
      }
      // and nothing of an earlier turn
      expect(chosen.slice(1).filter((event) => begins(event) && event.index < frames.first)).toEqual([])
    }),
  )
})

it('the picture that was sent right before the words is recorded with them, and an older one is not', () => {
  const text = JSON.stringify({ realtimeInput: { video: { mimeType: 'image/jpeg', data: '' } } })
  const picture = (at: number, index: number): RecordedEvent => ({
    ...{ at, index, kind: 'frame', protocol: 'gemini-live', connection: 1, direction: 'sent', text },
  })
  const words = (at: number, index: number): RecordedEvent => ({ at, index, kind: 'user', act: 'text' })
  const events = [picture(0, 0), picture(500, 1), words(600, 2), words(9000, 3)]
  expect(chosenEvents(events, { from: 0 })).toEqual(events.slice(1))
  expect(chosenEvents(events, { from: 0, frames: { first: 2, last: 2 } })).toEqual(events.slice(1, 3))
  expect(chosenEvents(events, { from: 9000 })).toEqual(events.slice(3))
})

it('without frames, what is chosen begins with the first turn of that time', () => {
  const user = (index: number, act: 'text' | 'interrupt'): RecordedEvent => ({ at: index * 10, index, kind: 'user', act })
  const events = [user(0, 'text'), user(1, 'interrupt'), user(2, 'text'), user(3, 'interrupt')]
  expect(chosenEvents(events, { from: 5 })).toEqual(events.slice(2))
  expect(chosenEvents(events, { from: 0 })).toEqual(events)
  expect(chosenEvents(events, { from: 25 })).toEqual([])
})
