import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createResponseRecorder } from '../../../../src/shared/protocol/dialects/response-recorder'
import { lastEventId, sseEvent } from '../../../../src/shared/protocol/dialects/sse'

function reader() {
  const seen: number[] = []
  const state = { done: 0 }
  return {
    seen,
    state,
    follower: {
      onEvent: ({ event }: { event: number }) => void seen.push(event),
      onDone: () => {
        state.done += 1
      },
    },
  }
}

describe('a recorded response', () => {
  it('sends every reader what comes after its number, each event once and in order, whenever it comes', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.array(fc.record({ joinAt: fc.nat(25), after: fc.integer({ min: -2, max: 25 }) })), (length, joins) => {
        const recorder = createResponseRecorder<number>()
        const readers = joins.map((join) => ({ ...join, ...reader() }))
        for (let at = 0; at <= 26; at += 1) {
          for (const { joinAt, after, follower } of readers) if (joinAt === at) recorder.follow(after, follower)
          if (at < length) expect(recorder.record(at + 1)).toBe(at + 1)
          if (at === length) recorder.finish()
        }
        for (const { after, seen, state } of readers) {
          expect(seen).toEqual(Array.from({ length }, (_, index) => index + 1).filter((seq) => seq > after))
          expect(state.done).toBe(1)
        }
      }),
    )
  })

  it('stays in order for a reader that records while it reads', () => {
    const recorder = createResponseRecorder<number>()
    const { seen, follower } = reader()
    recorder.follow(0, {
      ...follower,
      onEvent: (recorded) => {
        follower.onEvent(recorded)
        if (recorded.event < 5) recorder.record(recorded.event + 1)
      },
    })
    recorder.record(1)
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('removes a reader that throws and serves the others', () => {
    const recorder = createResponseRecorder<number>()
    const { seen, follower } = reader()
    recorder.follow(0, {
      onEvent: () => {
        throw new Error('gone')
      },
      onDone: () => undefined,
    })
    recorder.follow(0, follower)
    recorder.record(1)
    recorder.record(2)
    expect(seen).toEqual([1, 2])
  })

  it('sends a reader that left nothing more, and accepts nothing more once it is over', () => {
    const recorder = createResponseRecorder<number>()
    const { seen, state, follower } = reader()
    const leave = recorder.follow(0, follower)
    recorder.record(1)
    leave()
    recorder.record(2)
    recorder.finish()
    expect({ seen, state }).toEqual({ seen: [1], state: { done: 0 } })
    expect(() => recorder.record(3)).toThrow(RangeError)
    expect({ done: recorder.isDone, last: recorder.lastSeq }).toEqual({ done: true, last: 2 })
  })

  it('numbers its events on the wire so that a disconnected client can say where it was', () => {
    expect(sseEvent({ a: 1 }, 7)).toBe('id: 7\ndata: {"a":1}\n\n')
    expect([' 7 ', '0', '-1', '7.5', '', 'x', undefined, null, '9'.repeat(20)].map(lastEventId)).toEqual([
      7,
      0,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })
})
