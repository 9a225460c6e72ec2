import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  frameDue,
  noSight,
  type SightEffect,
  type SightEvent,
  type SightFrame,
  type SightMachine,
  type SightSubject,
  stepSight,
} from '../../../src/shared/sight/sight-machine'
import { sightEnds } from '../../../src/shared/sight/sight-source'

const subject = (sightId: string): SightSubject => ({
  sightId,
  conversationId: 'conversation-1',
  source: { sourceId: 'screen:0:0', kind: 'screen', name: 'Screen 1' },
  by: 'user',
})
const frame = (at: number, flat = false): SightFrame => ({ jpeg: Uint8Array.of(at & 255), reason: 'changed', flat, at })

/** Feeds the events, each at its time, and returns the last machine and all effects. */
function run(events: readonly (readonly [number, SightEvent])[], from: SightMachine = noSight) {
  let machine = from
  const effects: SightEffect[] = []
  for (const [now, event] of events) {
    const step = stepSight(machine, event, now)
    machine = step.machine
    effects.push(...step.effects)
  }
  return { machine, effects }
}

const begun = [
  [0, { type: 'begin', subject: subject('a') }],
  [10, { type: 'captures', sightId: 'a' }],
] as const

describe('sight', () => {
  it('begins when the page captures, and sends its frames at most once a second', () => {
    const { effects } = run([
      ...begun,
      [20, { type: 'frame', sightId: 'a', frame: frame(20) }],
      [20, { type: 'tick', open: true }],
      [400, { type: 'frame', sightId: 'a', frame: frame(400) }],
      [400, { type: 'tick', open: true }],
      [900, { type: 'frame', sightId: 'a', frame: frame(900) }],
      [900, { type: 'tick', open: true }],
      [1020, { type: 'tick', open: true }],
    ])
    expect(effects.map(({ type }) => type)).toEqual(['ask', 'began', 'send', 'send'])
    expect(effects.at(-1)).toMatchObject({ frame: { at: 900 } })
  })

  it('drops a frame that waited two seconds for the session, and sends the newest', () => {
    const waiting = run([...begun, [20, { type: 'frame', sightId: 'a', frame: frame(20) }]]).machine
    expect(frameDue(waiting)).toBe(20)
    const late = run([[2021, { type: 'tick', open: true }]], waiting)
    expect(late.effects).toEqual([])
    expect(frameDue(late.machine)).toBeNull()
    const newest = run(
      [
        [1500, { type: 'frame', sightId: 'a', frame: frame(1500) }],
        [2100, { type: 'tick', open: true }],
      ],
      waiting,
    )
    expect(newest.effects).toMatchObject([{ type: 'send', frame: { at: 1500 } }])
  })

  it('ends after five minutes without words, and counts what was sent', () => {
    const sent = run([
      ...begun,
      [20, { type: 'frame', sightId: 'a', frame: frame(20) }],
      [20, { type: 'tick', open: true }],
      [60_000, { type: 'words' }],
    ]).machine
    expect(run([[300_100, { type: 'tick', open: true }]], sent).effects).toEqual([])
    expect(run([[360_000, { type: 'tick', open: true }]], sent).effects).toMatchObject([
      { type: 'ended', reason: 'no-words', sent: { frames: 1, bytes: 1 } },
    ])
  })

  it('ends after three frames of one colour in a row', () => {
    const flat = (at: number) => [at, { type: 'frame', sightId: 'a', frame: frame(at, true) }] as const
    const two = run([...begun, flat(100), flat(200), [300, { type: 'frame', sightId: 'a', frame: frame(300) }], flat(400), flat(500)])
    expect(two.machine.phase).toBe('on')
    expect(run([flat(600)], two.machine).effects).toMatchObject([{ type: 'ended', reason: 'nothing-visible' }])
  })

  it('shows one thing at a time', () => {
    expect(run([...begun, [20, { type: 'begin', subject: subject('b') }]]).machine).toMatchObject({ subject: { sightId: 'a' } })
  })

  it('goes on when the clock is set back', () => {
    const machine = run([
      [5, { type: 'begin', subject: subject('a') }],
      [1_000_000, { type: 'captures', sightId: 'a' }],
    ]).machine
    const { effects } = run(
      [
        [500_000, { type: 'frame', sightId: 'a', frame: frame(500_000) }],
        [500_000, { type: 'tick', open: true }],
      ],
      machine,
    )
    expect(effects.map(({ type }) => type)).toEqual(['send'])
  })
})

const id = fc.constantFrom('a', 'b')
const anyEvent: fc.Arbitrary<SightEvent> = fc.oneof(
  id.map((sightId) => ({ type: 'begin', subject: subject(sightId) }) as const),
  id.map((sightId) => ({ type: 'captures', sightId }) as const),
  fc.record({ sightId: id, flat: fc.boolean(), age: fc.nat(3000) }).map(
    // the time is set when the event is fed
    ({ sightId, flat, age }) => ({ type: 'frame', sightId, frame: { ...frame(0, flat), at: -age } }) as const,
  ),
  fc.boolean().map((open) => ({ type: 'tick', open }) as const),
  fc.constant({ type: 'words' } as const),
  fc.record({ sightId: fc.option(id), reason: fc.constantFrom(...sightEnds) }).map((stop) => ({ type: 'stop', ...stop }) as const),
)

it('in 1,000 random sequences no frame is sent after the end, none too early and none that is stale', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 1500 }), anyEvent), { maxLength: 80 }), (events) => {
      let machine: SightMachine = noSight
      let now = 1_000_000
      let shown: SightSubject | null = null
      let asked = 0
      let ended = 0
      let lastSent: number | null = null
      for (const [passed, event] of events) {
        now += passed
        const timed: SightEvent = event.type === 'frame' ? { ...event, frame: { ...event.frame, at: now + event.frame.at } } : event
        const step = stepSight(machine, timed, now)
        machine = step.machine
        for (const effect of step.effects) {
          if (effect.type === 'ask') asked++
          else if (effect.type === 'began') shown = effect.subject
          else if (effect.type === 'ended') {
            shown = null
            lastSent = null
            ended++
          } else {
            expect(shown).toBe(effect.subject)
            expect(now - effect.frame.at).toBeLessThanOrEqual(2000)
            if (lastSent !== null) expect(now - lastSent).toBeGreaterThanOrEqual(1000)
            lastSent = now
          }
        }
        expect(asked - ended).toBe(machine.phase === 'off' ? 0 : 1)
      }
    }),
    { numRuns: 1000 },
  )
})
