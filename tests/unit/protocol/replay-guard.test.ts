import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyThread, threadFromMessages } from '../../../src/shared/protocol/fold'
import { replayEvent, replayEvents, type ThreadPosition } from '../../../src/shared/protocol/replay-guard'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { happenings } from '../../support/arbitrary-happenings'
import { type Happening, live } from '../../support/converter-script'
import { numberedEvents } from '../../support/numbered-events'

const start: ThreadPosition = { thread: emptyThread(), nextSeq: 0 }
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const question: readonly Happening[] = [
  live.heard('Pay it.'),
  live.said('One moment'),
  live.call('pay'),
  { type: 'ask-open', index: 0, approvalId: 'p1' },
  { type: 'pause' },
  { type: 'settle-open', index: 0, outcome: { kind: 'denied' } },
  live.said('Then not.'),
  live.complete(),
]

describe('replaying a conversation from any number on', () => {
  it('folds every event once, wherever the replay begins and however much of it is included already', () => {
    fc.assert(
      fc.property(happenings, fc.nat(), fc.nat(), (script, first, second) => {
        const events = numberedEvents(script)
        const whole = replayEvents(start, events).position
        const reached = first % (events.length + 1)
        const partly = replayEvents(start, events.slice(0, reached)).position
        const from = second % (reached + 1)
        const again = replayEvents(partly, events.slice(from))
        expect(again.missingFrom).toBeNull()
        expect(again.position.nextSeq).toBe(events.length)
        expect(plain(again.position.thread.messages)).toEqual(plain(whole.thread.messages))
      }),
      { numRuns: 400 },
    )
  })

  it('continues what was stored at any moment, even in the middle of a text and of an approval', () => {
    const events = numberedEvents(question)
    const whole = replayEvents(start, events).position
    for (let reached = 0; reached <= events.length; reached += 1) {
      const partly = replayEvents(start, events.slice(0, reached)).position
      const stored: readonly UIMessage[] = JSON.parse(JSON.stringify(partly.thread.messages))
      const position = { thread: threadFromMessages(stored), nextSeq: reached }
      expect(plain(replayEvents(position, events).position.thread.messages)).toEqual(plain(whole.thread.messages))
    }
  })

  it('returns the same thread for events that are already included', () => {
    const events = numberedEvents(question)
    const { position } = replayEvents(start, events)
    for (const event of events) expect(replayEvent(position, event)).toEqual({ kind: 'repeated' })
    expect(replayEvents(position, events).position).toBe(position)
  })

  it('stops at a gap and returns from where to ask again', () => {
    const events = numberedEvents(question)
    const { position, missingFrom } = replayEvents(start, [...events.slice(0, 4), ...events.slice(6)])
    expect(missingFrom).toBe(4)
    expect(position.nextSeq).toBe(4)
    expect(plain(replayEvents(position, events).position.thread.messages)).toEqual(
      plain(replayEvents(start, events).position.thread.messages),
    )
  })

  it('rejects an event with an invalid number', () => {
    const [event] = numberedEvents(question)
    for (const seq of [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY]) {
      if (event !== undefined) expect(replayEvent(start, { ...event, seq }).kind).toBe('repeated')
    }
  })
})
