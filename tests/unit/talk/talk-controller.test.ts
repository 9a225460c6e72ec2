import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTalkController, type TalkController } from '../../../src/main/conversations/push-to-talk/talk-controller'
import { longestArmingMs, longestTailMs, longestTalkMs, tapMs } from '../../../src/main/conversations/push-to-talk/talk-machine'
import type { TalkState } from '../../../src/shared/ipc/schemas'
import { countingIds } from '../../../src/shared/lib/ids'
import { createFakeClock, type FakeClock } from '../../support/fake-clock'

interface Bench {
  readonly talk: TalkController
  readonly clock: FakeClock
  /** `begin talk-1`, `end talk-1`, … the session's calls in order. */
  readonly told: readonly string[]
  /** `arming talk-1 held`, … every announced state. */
  readonly states: readonly string[]
}

function bench(): Bench {
  const clock = createFakeClock()
  const told: string[] = []
  const states: string[] = []
  const talk = createTalkController({
    clock,
    newId: countingIds(),
    onState: (state) => states.push(inWords(state)),
    onBegin: (talkId) => told.push(`begin ${talkId}`),
    onEnd: (talkId) => told.push(`end ${talkId}`),
    onCancel: (talkId) => told.push(`cancel ${talkId}`),
  })
  return { talk, clock, told, states }
}

function inWords(state: TalkState): string {
  if (state.phase === 'idle' || state.phase === 'open') return state.phase
  return `${state.phase} ${state.talkId}${state.held ? ' held' : ''}`
}

describe('holding the talk key', () => {
  it('begins with the first frame, records a tail after the release, and ends once', () => {
    const { talk, told, states } = bench()
    talk.press('global')
    expect(told).toEqual([])
    talk.microphoneStarted('talk-1')
    expect(talk.accepts('talk-1')).toBe(true)
    talk.release('global')
    expect(talk.accepts('talk-1')).toBe(true)
    talk.microphoneEnded('talk-1')
    expect(talk.accepts('talk-1')).toBe(false)
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
    expect(states).toEqual(['arming talk-1 held', 'listening talk-1 held', 'tail talk-1', 'idle'])
  })

  it('is not started again by the repeats of the key', () => {
    const { talk, states } = bench()
    talk.press('global')
    talk.microphoneStarted('talk-1')
    for (let repeat = 0; repeat < 28; repeat++) talk.press('global')
    expect(states).toEqual(['arming talk-1 held', 'listening talk-1 held'])
  })

  it('counts once when the window and the desktop both detect the same key', () => {
    const { talk, told } = bench()
    talk.press('global')
    talk.press('window')
    talk.microphoneStarted('talk-1')
    talk.release('window')
    expect(talk.state().phase).toBe('listening')
    talk.release('global')
    talk.microphoneEnded('talk-1')
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
  })

  it('still records when the key came up before the microphone was ready', () => {
    const { talk, told, states } = bench()
    talk.press('window')
    talk.release('window')
    talk.microphoneStarted('talk-1')
    talk.microphoneEnded('talk-1')
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
    expect(states).toEqual(['arming talk-1 held', 'arming talk-1', 'tail talk-1', 'idle'])
  })

  it('ends without speech when the microphone never comes', () => {
    const { talk, clock, told } = bench()
    talk.press('window')
    talk.release('window')
    clock.advance(longestArmingMs)
    expect(talk.state()).toEqual({ phase: 'idle' })
    expect(told).toEqual([])
    talk.microphoneStarted('talk-1')
    expect(talk.state()).toEqual({ phase: 'idle' })
  })

  it('ends by itself when the key-up is lost', () => {
    const { talk, clock, told } = bench()
    talk.press('global')
    talk.microphoneStarted('talk-1')
    clock.advance(longestTalkMs - 1)
    expect(talk.state().phase).toBe('listening')
    clock.advance(1)
    expect(talk.state().phase).toBe('tail')
    clock.advance(longestTailMs)
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
    expect(clock.pending()).toBe(0)
  })

  it('continues the same talk when the key is pressed again in the tail', () => {
    const { talk, clock, told, states } = bench()
    talk.press('global')
    talk.microphoneStarted('talk-1')
    clock.advance(tapMs)
    talk.release('global')
    talk.press('global')
    talk.release('global')
    talk.microphoneEnded('talk-1')
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
    expect(states).toEqual(['arming talk-1 held', 'listening talk-1 held', 'tail talk-1', 'listening talk-1 held', 'tail talk-1', 'idle'])
  })

  it('continues as a new talk when the recorder had already stopped at that press', () => {
    const { talk, clock, told } = bench()
    talk.press('global')
    talk.microphoneStarted('talk-1')
    clock.advance(tapMs)
    talk.release('global')
    talk.press('global')
    talk.microphoneEnded('talk-1')
    expect(talk.state()).toMatchObject({ phase: 'arming', talkId: 'talk-2', held: true })
    talk.microphoneStarted('talk-2')
    talk.release('global')
    talk.microphoneEnded('talk-2')
    expect(told).toEqual(['begin talk-1', 'end talk-1', 'begin talk-2', 'end talk-2'])
  })

  it('has ended one talk before the next is announced', () => {
    const order: string[] = []
    const talk = createTalkController({
      clock: createFakeClock(),
      newId: countingIds(),
      onState: (state) => order.push(inWords(state)),
      onBegin: (talkId) => order.push(`begin ${talkId}`),
      onEnd: (talkId) => order.push(`end ${talkId}`),
      onCancel: (talkId) => order.push(`cancel ${talkId}`),
    })
    talk.press('global')
    talk.microphoneStarted('talk-1')
    talk.microphoneEnded('talk-1')
    expect(order).toEqual(['arming talk-1 held', 'begin talk-1', 'listening talk-1 held', 'end talk-1', 'arming talk-2 held'])
  })

  it('ends when the window with the held key loses the focus, but not for a system-wide key', () => {
    const inWindow = bench()
    inWindow.talk.press('window')
    inWindow.talk.microphoneStarted('talk-1')
    inWindow.talk.blur()
    expect(inWindow.talk.state().phase).toBe('tail')

    const anywhere = bench()
    anywhere.talk.press('global')
    anywhere.talk.microphoneStarted('talk-1')
    anywhere.talk.blur()
    expect(anywhere.talk.state().phase).toBe('listening')
  })
})

describe('any talk', () => {
  it('is cancelled by Esc, even in its tail', () => {
    const { talk, told } = bench()
    talk.press('global')
    talk.microphoneStarted('talk-1')
    talk.cancel()
    talk.release('global')
    talk.press('global')
    talk.microphoneStarted('talk-2')
    talk.release('global')
    talk.cancel()
    expect(told).toEqual(['begin talk-1', 'cancel talk-1', 'begin talk-2', 'cancel talk-2'])
    expect(talk.state()).toEqual({ phase: 'idle' })
  })

  it('ends at once when the screen is locked or the computer sleeps', () => {
    const { talk, told, clock } = bench()
    talk.press('global')
    talk.microphoneStarted('talk-1')
    talk.away()
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
    expect(clock.pending()).toBe(0)
  })

  it('ends with the page that has its microphone, or its key', () => {
    const recorded = bench()
    recorded.talk.press('global')
    recorded.talk.microphoneStarted('talk-1')
    recorded.talk.pageOpened()
    expect(recorded.told).toEqual(['begin talk-1', 'end talk-1'])
    const held = bench()
    held.talk.press('window')
    held.talk.pageOpened()
    expect(held.talk.state()).toEqual({ phase: 'idle' })
  })

  it.each([
    ['a key that all windows have', (talk: TalkController) => talk.press('global')],
    ['a tap', (talk: TalkController) => talk.toggle()],
  ])('begun by %s while the window is still opening, gets the microphone of its page', (_, begin) => {
    const { talk, told } = bench()
    begin(talk)
    talk.pageOpened()
    expect(talk.state()).toMatchObject({ phase: 'arming', talkId: 'talk-1' })
    talk.microphoneStarted('talk-1')
    expect(told).toEqual(['begin talk-1'])
  })

  it('ends with its speech when the microphone fails, and does not begin when it never worked', () => {
    const { talk, told } = bench()
    talk.press('global')
    talk.microphoneFailed('talk-1')
    expect(told).toEqual([])
    talk.release('global')
    talk.press('global')
    talk.microphoneStarted('talk-2')
    talk.microphoneFailed('talk-2')
    expect(told).toEqual(['begin talk-2', 'end talk-2'])
  })

  it('ignores the recorder of an earlier talk', () => {
    const { talk, told } = bench()
    talk.press('global')
    talk.cancel()
    talk.press('global')
    talk.microphoneStarted('talk-1')
    talk.microphoneEnded('talk-1')
    talk.microphoneFailed('talk-1')
    expect(talk.accepts('talk-1')).toBe(false)
    expect(talk.state()).toMatchObject({ phase: 'arming', talkId: 'talk-2' })
    expect(told).toEqual([])
  })
})

describe('toggling talk', () => {
  it('begins with one toggle and ends with the next', () => {
    const { talk, told, states } = bench()
    talk.toggle()
    talk.microphoneStarted('talk-1')
    talk.toggle()
    talk.microphoneEnded('talk-1')
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
    expect(states).toEqual(['arming talk-1', 'listening talk-1', 'tail talk-1', 'idle'])
  })

  it('is not ended by a release of the key, until the key takes it over', () => {
    const { talk } = bench()
    talk.toggle()
    talk.microphoneStarted('talk-1')
    talk.release('global')
    expect(talk.state()).toMatchObject({ phase: 'listening', held: false })
    talk.press('global')
    expect(talk.state()).toMatchObject({ phase: 'listening', held: true })
    talk.release('global')
    expect(talk.state().phase).toBe('tail')
  })

  it('ends a hold too, and a second toggle in the tail continues it', () => {
    const { talk } = bench()
    talk.press('window')
    talk.microphoneStarted('talk-1')
    talk.toggle()
    expect(talk.state().phase).toBe('tail')
    talk.toggle()
    expect(talk.state()).toMatchObject({ phase: 'listening', talkId: 'talk-1', held: false })
  })
})

describe('whatever happens in whatever order', () => {
  type Act = (table: Bench) => void
  const talkId = fc.integer({ min: 1, max: 6 }).map((number) => `talk-${number}`)
  const holder = fc.constantFrom('window' as const, 'global' as const)
  const act: fc.Arbitrary<Act> = fc.oneof(
    holder.map(
      (by): Act =>
        ({ talk }) =>
          talk.press(by),
    ),
    holder.map(
      (by): Act =>
        ({ talk }) =>
          talk.release(by),
    ),
    fc.constantFrom<Act>(
      ({ talk }) => talk.toggle(),
      ({ talk }) => talk.cancel(),
      ({ talk }) => talk.blur(),
      ({ talk }) => talk.away(),
      ({ talk }) => talk.pageOpened(),
      ({ talk }) => talk.handsFree(true),
      ({ talk }) => talk.handsFree(false),
      ({ talk }) => talk.voice('watch-1', 'began'),
      ({ talk }) => talk.voice('watch-1', 'ended'),
      ({ talk }) => reportOnCurrent(talk, 'microphoneStarted'),
      ({ talk }) => reportOnCurrent(talk, 'microphoneEnded'),
      ({ talk }) => reportOnCurrent(talk, 'microphoneFailed'),
    ),
    talkId.map(
      (id): Act =>
        ({ talk }) =>
          talk.microphoneStarted(id),
    ),
    talkId.map(
      (id): Act =>
        ({ talk }) =>
          talk.microphoneEnded(id),
    ),
    fc.integer({ min: 0, max: 130_000 }).map(
      (milliseconds): Act =>
        ({ clock }) =>
          clock.advance(milliseconds),
    ),
  )

  it('becomes idle, and every begin has exactly one end or cancel before the next begin', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const table = bench()
        for (const one of acts) one(table)
        table.clock.advance(longestTalkMs + longestTailMs)
        expect(['idle', 'open']).toContain(table.talk.state().phase)
        table.talk.handsFree(false)
        expect(table.talk.state()).toEqual({ phase: 'idle' })
        expect(table.clock.pending()).toBe(0)
        expect(table.told.length % 2).toBe(0)
        for (let index = 0; index < table.told.length; index += 2) {
          const [begin, id] = table.told[index]?.split(' ') ?? []
          expect(begin).toBe('begin')
          expect([`end ${id}`, `cancel ${id}`]).toContain(table.told[index + 1])
        }
        const begun = table.told.filter((line) => line.startsWith('begin'))
        expect(new Set(begun).size).toBe(begun.length)
      }),
      { numRuns: 1000 },
    )
  })

  it('accepts frames exactly between begin and end', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const table = bench()
        for (const one of acts) {
          one(table)
          const last = table.told.at(-1)
          const open = last?.startsWith('begin ') ? last.slice('begin '.length) : null
          for (let number = 1; number <= 8; number++) expect(table.talk.accepts(`talk-${number}`)).toBe(`talk-${number}` === open)
        }
      }),
    )
  })
})

function reportOnCurrent(talk: TalkController, what: 'microphoneStarted' | 'microphoneEnded' | 'microphoneFailed'): void {
  const state = talk.state()
  if (state.phase !== 'idle' && state.phase !== 'open') talk[what](state.talkId)
}
