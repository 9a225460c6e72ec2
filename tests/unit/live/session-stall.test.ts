import { describe, expect, it } from 'vitest'
import { liveLimits } from '../../../src/main/models/live/backoff'
import { publicState } from '../../../src/main/models/live/session-state'
import { nudgeText } from '../../../src/main/models/live/session-watch'
import {
  answer,
  audio,
  call,
  complete,
  end,
  generated,
  handle,
  heard,
  interrupted,
  speech,
  start,
  text,
  waiting,
} from '../../support/live-frames'
import { readyWorld, SessionWorld } from '../../support/session-world'

const nudge = text(nudgeText)

describe('row 28: a server that is silent although its socket is open', () => {
  it('is asked again when the user has finished, then left for a new connection that gets the same input', () => {
    const world = readyWorld()
    world.frame(handle('h1'))
    for (const item of [start, audio(1), end]) world.say(item)
    expect(world.delayOf('stall')).toBe(liveLimits.firstAnswerMs)
    world.ring('stall')
    expect(world.lastSent).toEqual([start, audio(1), end, nudge])
    expect(publicState(world.state)).toMatchObject({ phase: 'ready', stalledAt: world.now })
    world.ring('stall')
    expect(publicState(world.state)).toMatchObject({ phase: 'reconnecting', attempt: 1 })
    expect(world.wires[0]?.status).toBe('closed')
    world.ring('retry')
    world.open(['pay'])
    expect(world.lastSent).toEqual([start, audio(1), end])
    world.frame(speech)
    world.frame(complete)
    expect(world.timers).toEqual([])
  })

  it('that answers the nudge is no longer called stalled, and the nudge is not repeated', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.ring('stall')
    world.frame(speech)
    expect(publicState(world.state)).not.toHaveProperty('stalledAt')
    world.lose()
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([])
  })

  it('gets one note and one new connection in a turn, then the session fails, and the next attempt starts from the beginning', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.ring('stall')
    world.ring('stall')
    world.ring('retry')
    world.open()
    world.ring('stall')
    expect(world.wires.map(({ sent }) => sent)).toEqual([[text('hello'), nudge], [text('hello')]])
    expect(publicState(world.state)).toEqual({
      phase: 'failed',
      cause: 'timeout',
      detail: 'the connection is open, but the model says nothing',
    })
    world.dispatch({ type: 'retry' })
    world.open()
    expect(world.lastSent).toEqual([text('hello')])
    world.ring('stall')
    expect(world.lastSent).toEqual([text('hello'), nudge])
  })

  it('does not count as alive because the note interrupted its work: the interruption and an empty end of the turn do not end the silence', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.ring('stall')
    const asked = world.now
    for (const frame of [
      interrupted,
      complete,
      generated,
      complete,
      { serverContent: { turnComplete: true, interactionStatus: 'IDLE' } },
    ]) {
      world.now += 1_000
      world.frame(frame)
    }
    expect(publicState(world.state)).toMatchObject({ phase: 'ready', stalledAt: asked })
    expect(world.delayOf('stall')).toBe(liveLimits.firstAnswerMs - 5_000)
    world.ring('stall')
    expect(world.lastSent).toEqual([text('hello'), nudge])
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([text('hello')])
  })

  it('that answers after the note has answered the question, and nothing is sent again', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.ring('stall')
    for (const frame of [interrupted, complete, speech, complete]) world.frame(frame)
    expect(world.timers).toEqual([])
    world.lose()
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([])
  })

  it('is waited for as long as for a first answer if the note interrupted an answer', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.frame(speech)
    expect(world.delayOf('stall')).toBe(liveLimits.stallMs)
    world.ring('stall')
    expect(world.delayOf('stall')).toBe(liveLimits.stallMs)
    world.frame(interrupted)
    world.frame(complete)
    expect(world.delayOf('stall')).toBe(liveLimits.firstAnswerMs)
    world.frame(complete)
    expect(world.delayOf('stall')).toBe(liveLimits.firstAnswerMs)
  })

  it('is waited for from its last thought on, as long as for a first answer', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.now += 60_000
    world.frame({ serverContent: { modelTurn: { parts: [{ text: 'Hm', thought: true }] } } })
    expect(world.delayOf('stall')).toBe(liveLimits.firstAnswerMs)
    world.frame(speech)
    expect(world.delayOf('stall')).toBe(liveLimits.stallMs)
  })

  it('gets longer if it said at the end of a turn that it is still working', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.frame(speech)
    world.frame({ serverContent: { turnComplete: true, interactionStatus: 'IN_PROGRESS' } })
    expect(world.delayOf('stall')).toBe(liveLimits.firstAnswerMs * liveLimits.longThoughtFactor)
    world.frame({ serverContent: { turnComplete: true, interactionStatus: 'IDLE' } })
    expect(world.timers).toEqual([])
  })

  it('is no longer waited for when the user stops the answer, and again when they say something else', () => {
    const world = readyWorld()
    world.say(text('a story'))
    world.frame(speech)
    world.ring('stall')
    world.dispatch({ type: 'give-up' })
    world.frame(interrupted)
    world.frame(complete)
    expect(world.timers).toEqual([])
    world.say(text('and now?'))
    world.ring('stall')
    expect(world.lastSent.at(-1)).toEqual(nudge)
  })

  it('is not asked again, and not left, once the user has stopped the wait for an answer that never began', () => {
    const world = readyWorld()
    world.say(text('a story'))
    world.dispatch({ type: 'give-up' })
    expect(world.timers).toEqual([])
    world.frame({ usageMetadata: {} })
    expect(world.timers).toEqual([])
    world.say(text('and now?'))
    expect(world.timers).toEqual(['stall'])
  })

  it('is not waited for on the next connection either, if the user has stopped the wait', () => {
    const world = readyWorld()
    world.say(text('a story'))
    world.dispatch({ type: 'give-up' })
    world.lose()
    world.ring('retry')
    world.open([])
    expect(world.timers).toEqual([])
  })

  it('gets more time for a transcript, not for handles and counts', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.now += 10_000
    world.frame(handle('h1'))
    world.frame({ usageMetadata: {} })
    expect(world.delayOf('stall')).toBe(liveLimits.firstAnswerMs - 10_000)
    world.frame(heard('hel'))
    expect(world.delayOf('stall')).toBe(liveLimits.firstAnswerMs)
  })

  it('that breaks off again after the nudge is left: a turn gets one nudge, the next turn its own', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.ring('stall')
    world.frame(speech)
    world.frame(complete)
    world.say(text('and?'))
    world.ring('stall')
    expect(world.lastSent.at(-1)).toEqual(nudge)
    world.frame(speech)
    world.ring('stall')
    expect(world.state.phase).toBe('reconnecting')
  })

  it('is noticed in the middle of an answer too', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.frame(speech)
    expect(world.timers).toEqual(['stall'])
    world.ring('stall')
    expect(world.lastSent.at(-1)).toEqual(nudge)
  })

  it.each([
    ['while the user speaks', [start, audio(1)], []],
    ['before anything was asked', [], []],
    ['after all of the answer was generated and only its sound is left', [text('hello')], [speech, generated]],
    ['when the turn is over', [text('hello')], [speech, complete]],
    ['when the model waits for more of the speech', [start, audio(1), end], [{ serverContent: { waitingForInput: true } }]],
    ['while a call is open', [text('pay')], [call('c1')]],
  ])('is no stall %s', (_when, items, frames) => {
    const world = readyWorld()
    for (const item of items) world.say(item)
    for (const frame of frames) world.frame(frame)
    expect(world.timers).toEqual([])
  })

  it('is no stall while an approval is open, and one again after the result was sent', () => {
    const world = readyWorld()
    world.say(text('pay'))
    world.frame(call('c1'))
    world.say(waiting('c1'))
    expect(world.timers).toEqual([])
    world.say(answer('c1'))
    expect(world.timers).toEqual(['stall'])
  })

  it('owes nothing any more when it withdraws a call whose result it got', () => {
    const world = readyWorld()
    world.say(text('pay'))
    world.frame(call('c1'))
    world.say(answer('c1'))
    expect(world.timers).toEqual(['stall'])
    world.frame({ toolCallCancellation: { ids: ['c1'] } })
    expect(world.timers).toEqual([])
  })

  it('gets longer if a model thinks for long', () => {
    const world = new SessionWorld()
    world.dispatch({ type: 'start' })
    world.open([], { thinksLong: true })
    world.say(text('hello'))
    expect(world.delayOf('stall')).toBe(liveLimits.firstAnswerMs * liveLimits.longThoughtFactor)
  })
})

describe('row 29: a server that freezes after an interruption', () => {
  it('is nudged, then reconnected, although no input was left unanswered', () => {
    const world = readyWorld()
    world.say(text('a long story'))
    world.frame(speech)
    world.frame(interrupted)
    expect(world.timers).toEqual(['stall'])
    world.ring('stall')
    expect(world.lastSent.at(-1)).toEqual(nudge)
    world.ring('stall')
    expect(world.state.phase).toBe('reconnecting')
  })

  it('is waited for from the end of the interrupting speech', () => {
    const world = readyWorld()
    world.say(text('a long story'))
    world.frame(speech)
    world.say(start)
    world.frame(interrupted)
    world.say(audio(1))
    expect(world.timers).toEqual([])
    world.say(end)
    expect(world.delayOf('stall')).toBe(liveLimits.stallMs)
  })

  it('has not frozen if it completes the turn, or if the turn was over before', () => {
    const world = readyWorld()
    world.say(text('a story'))
    world.frame(speech)
    world.frame(interrupted)
    world.frame(complete)
    expect(world.timers).toEqual([])
    world.frame(interrupted)
    expect(world.timers).toEqual([])
  })
})
