import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTalkController, type TalkController } from '../../../src/main/conversations/push-to-talk/talk-controller'
import { bounceMs, doubleTapMs, longestTailMs, longestTalkMs, tapMs } from '../../../src/main/conversations/push-to-talk/talk-machine'
import type { TalkState } from '../../../src/shared/ipc/schemas'
import { countingIds } from '../../../src/shared/lib/ids'
import { createFakeClock } from '../../support/fake-clock'

function bench(listener: 'page' | 'service' = 'page') {
  const clock = createFakeClock()
  const told: string[] = []
  const states: TalkState['phase'][] = []
  const talk = createTalkController({
    clock,
    newId: countingIds(),
    listener: () => listener,
    onState: (state) => states.push(state.phase),
    onBegin: (talkId) => told.push(`begin ${talkId}`),
    onEnd: (talkId) => told.push(`end ${talkId}`),
    onCancel: (talkId) => told.push(`cancel ${talkId}`),
  })
  return { clock, told, states, talk }
}

/** The id of the hands-free period. */
function watchOf(talk: TalkController): string {
  const state = talk.state()
  if (state.phase === 'idle' || state.handsFree === undefined) throw new Error('hands-free is off')
  return state.handsFree.watchId
}

function say(talk: TalkController): void {
  const watchId = watchOf(talk)
  talk.voice(watchId, 'began')
  const state = talk.state()
  if (state.phase !== 'arming') throw new Error(`the voice began nothing: ${state.phase}`)
  talk.microphoneStarted(state.talkId)
  talk.voice(watchId, 'ended')
  talk.microphoneEnded(state.talkId)
}

function tapTwice(talk: TalkController, clock: ReturnType<typeof createFakeClock>): void {
  talk.press('global')
  clock.advance(tapMs - 1)
  talk.release('global')
  clock.advance(doubleTapMs - 1)
  talk.press('global')
  talk.release('global')
}

describe('hands-free', () => {
  it('makes one talk of each utterance, and listens again after it', () => {
    const { talk, told, states } = bench()
    talk.handsFree(true)
    say(talk)
    say(talk)
    expect(told).toEqual(['begin talk-1', 'end talk-1', 'begin talk-2', 'end talk-2'])
    expect(states).toEqual(['open', 'arming', 'listening', 'tail', 'open', 'arming', 'listening', 'tail', 'open'])
    talk.handsFree(false)
    expect(talk.state()).toEqual({ phase: 'idle' })
  })

  it('reports that voice detection works only once the page says so', () => {
    const { talk } = bench()
    talk.handsFree(true)
    expect(talk.state()).toMatchObject({ phase: 'open', handsFree: { ready: false } })
    talk.voice(watchOf(talk), 'ready')
    expect(talk.state()).toMatchObject({ phase: 'open', handsFree: { ready: true } })
    say(talk)
    expect(talk.state()).toMatchObject({ phase: 'open', handsFree: { ready: true } })
  })

  it('is started by two taps on the talk key, of which nothing is sent, and ended by two more', () => {
    const { talk, clock, told } = bench()
    tapTwice(talk, clock)
    expect(talk.state().phase).toBe('open')
    tapTwice(talk, clock)
    expect(talk.state()).toEqual({ phase: 'idle' })
    expect(told).toEqual([])
  })

  it('cancels what the first tap recorded', () => {
    const { talk, told, clock } = bench()
    talk.press('window')
    talk.microphoneStarted('talk-1')
    talk.release('window')
    clock.advance(bounceMs)
    talk.press('window')
    expect(told).toEqual(['begin talk-1', 'cancel talk-1'])
    expect(talk.state().phase).toBe('open')
  })

  it('is not started by two presses of which the first was held, or that are far apart', () => {
    for (const [held, pause] of [
      [tapMs, 10],
      [10, doubleTapMs],
    ] as const) {
      const { talk, clock } = bench()
      talk.press('global')
      talk.microphoneStarted('talk-1')
      clock.advance(held)
      talk.release('global')
      clock.advance(pause)
      talk.press('global')
      expect(talk.state()).toMatchObject({ phase: 'listening', talkId: 'talk-1', held: true })
    }
  })

  it('is not started by a bouncing key: what it holds continues, and is sent when it is released', () => {
    const { talk, clock, told } = bench()
    talk.press('global')
    talk.microphoneStarted('talk-1')
    for (let bounce = 0; bounce < 3; bounce++) {
      clock.advance(5)
      talk.release('global')
      clock.advance(bounceMs - 1)
      talk.press('global')
    }
    expect(talk.state()).toMatchObject({ phase: 'listening', talkId: 'talk-1', held: true })
    clock.advance(tapMs)
    talk.release('global')
    talk.microphoneEnded('talk-1')
    expect(talk.state()).toEqual({ phase: 'idle' })
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
  })

  it('yields to the talk key while it is held, whatever the voice does, and comes back after it', () => {
    const { talk, told } = bench()
    talk.handsFree(true)
    talk.press('global')
    talk.microphoneStarted('talk-1')
    talk.voice(watchOf(talk), 'began')
    talk.voice(watchOf(talk), 'ended')
    expect(talk.state()).toMatchObject({ phase: 'listening', held: true })
    talk.release('global')
    talk.microphoneEnded('talk-1')
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
    expect(talk.state().phase).toBe('open')
  })

  it('lets the talk key take over a talk by voice', () => {
    const { talk, clock } = bench()
    talk.handsFree(true)
    talk.voice(watchOf(talk), 'began')
    talk.microphoneStarted('talk-1')
    talk.press('window')
    talk.voice(watchOf(talk), 'ended')
    expect(talk.state()).toEqual(expect.not.objectContaining({ byVoice: true }))
    clock.advance(tapMs)
    talk.release('window')
    expect(talk.state().phase).toBe('tail')
  })

  it('continues the same talk when the voice comes back before the recorder has ended', () => {
    const { talk, told } = bench()
    talk.handsFree(true)
    talk.voice(watchOf(talk), 'began')
    talk.microphoneStarted('talk-1')
    talk.voice(watchOf(talk), 'ended')
    talk.voice(watchOf(talk), 'began')
    expect(talk.state()).toMatchObject({ phase: 'listening', talkId: 'talk-1', byVoice: true })
    expect(told).toEqual(['begin talk-1'])
  })

  it.each(['cancel', 'away'] as const)('is ended by %s, with the current talk', (how) => {
    const { talk, clock, told } = bench()
    talk.handsFree(true)
    talk.voice(watchOf(talk), 'began')
    talk.microphoneStarted('talk-1')
    talk[how]()
    expect(talk.state()).toEqual({ phase: 'idle' })
    expect(told).toEqual(['begin talk-1', how === 'cancel' ? 'cancel talk-1' : 'end talk-1'])
    expect(clock.pending()).toBe(0)
  })

  it('is not ended by a window that loses the focus', () => {
    const { talk } = bench()
    talk.handsFree(true)
    talk.blur()
    expect(talk.state().phase).toBe('open')
  })

  it('records current speech to its end when it is turned off', () => {
    const { talk, told } = bench()
    talk.handsFree(true)
    talk.voice(watchOf(talk), 'began')
    talk.microphoneStarted('talk-1')
    talk.toggle()
    expect(talk.state().phase).toBe('tail')
    expect(talk.state()).toEqual(expect.not.objectContaining({ byVoice: true }))
    talk.microphoneEnded('talk-1')
    expect(talk.state()).toEqual({ phase: 'idle' })
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
  })

  it('ends if its microphone is lost, and ignores events of an earlier period', () => {
    const { talk } = bench()
    talk.handsFree(true)
    const first = watchOf(talk)
    talk.microphoneFailed(first)
    expect(talk.state()).toEqual({ phase: 'idle' })
    talk.handsFree(true)
    talk.voice(first, 'began')
    talk.microphoneFailed(first)
    expect(talk.state()).toMatchObject({ phase: 'open', handsFree: { watchId: 'watch-2' } })
  })

  it('ends an endless talk by voice, and listens again', () => {
    const { talk, clock, told } = bench()
    talk.handsFree(true)
    talk.voice(watchOf(talk), 'began')
    talk.microphoneStarted('talk-1')
    clock.advance(longestTalkMs)
    expect(talk.state().phase).toBe('tail')
    clock.advance(longestTailMs)
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
    expect(talk.state().phase).toBe('open')
  })

  it('is one endless talk if the service detects speech', () => {
    const { talk, clock, told } = bench('service')
    talk.handsFree(true)
    talk.microphoneStarted('talk-1')
    clock.advance(longestTalkMs * 10)
    talk.press('global')
    talk.release('global')
    expect(talk.state()).toMatchObject({ phase: 'listening', talkId: 'talk-1', held: false })
    talk.handsFree(false)
    talk.microphoneEnded('talk-1')
    expect(told).toEqual(['begin talk-1', 'end talk-1'])
    expect(talk.state()).toEqual({ phase: 'idle' })
    expect(clock.pending()).toBe(0)
  })

  it('leaves no talk and no clock behind after any fifty toggles', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 50 }), (acts) => {
        const { talk, clock, told } = bench()
        for (const act of acts) {
          const state = talk.state()
          const watchId = state.phase === 'idle' ? 'none' : (state.handsFree?.watchId ?? 'none')
          if (act <= 1) talk.handsFree(act === 0)
          else if (act === 2) talk.toggle()
          else if (act === 3) talk.voice(watchId, 'began')
          else if (act === 4) talk.voice(watchId, 'ended')
          else if (state.phase === 'arming') talk.microphoneStarted(state.talkId)
          else if (state.phase === 'tail') talk.microphoneEnded(state.talkId)
        }
        talk.cancel()
        expect(talk.state()).toEqual({ phase: 'idle' })
        expect(clock.pending()).toBe(0)
        expect(told.filter((line) => line.startsWith('begin'))).toHaveLength(told.length / 2)
      }),
    )
  })
})
