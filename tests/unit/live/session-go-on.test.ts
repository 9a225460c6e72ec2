import { describe, expect, it } from 'vitest'
import { continueText, goOnNote } from '../../../src/main/models/live/session-reconnect'
import { owesAnswer } from '../../../src/main/models/live/session-watch'
import { answer, call, complete, handle, interrupted, speech, text } from '../../support/live-frames'
import { readyWorld, SessionWorld } from '../../support/session-world'

const generated = { serverContent: { generationComplete: true } }

/** A session in the middle of an answer. */
function midAnswer({ resumable = false } = {}): SessionWorld {
  const world = readyWorld()
  if (resumable) world.frame(handle('h'))
  world.say(text('Tell me a story'))
  world.frame(speech)
  return world
}

function again(world: SessionWorld): void {
  world.lose()
  world.ring('retry')
  world.open(['pay'])
}

describe('an answer that is cut off by a lost connection', () => {
  it('is continued by a request at once if the session had to start again, and counts as pending until it comes', () => {
    const world = midAnswer()
    again(world)
    expect(world.askedToGoOn).toBe(1)
    expect(owesAnswer(world.state)).toBe(true)
    world.frame(speech)
    world.frame(complete)
    expect(owesAnswer(world.state)).toBe(false)
    again(world)
    expect(world.askedToGoOn).toBe(1)
  })

  it('is left to continue by itself if the session was resumed, and requested if it does not', () => {
    const silent = midAnswer({ resumable: true })
    again(silent)
    expect(silent.askedToGoOn).toBe(0)
    silent.ring('go-on')
    expect(silent.askedToGoOn).toBe(1)

    const talking = midAnswer({ resumable: true })
    again(talking)
    talking.frame(speech)
    talking.ring('go-on')
    expect(talking.askedToGoOn).toBe(0)
  })

  it('is requested again when the connection is lost again before it came, and when its rest is cut off too', () => {
    const world = midAnswer()
    again(world)
    again(world)
    expect(world.askedToGoOn).toBe(2)
    world.frame(speech)
    again(world)
    expect(world.askedToGoOn).toBe(3)
  })

  it.each([
    ['was whole', (world: SessionWorld) => world.frame(generated)],
    ['was interrupted', (world: SessionWorld) => world.frame(interrupted)],
    ['was stopped by the user', (world: SessionWorld) => world.dispatch({ type: 'give-up' })],
    ['waits for a call, whose result makes it go on', (world: SessionWorld) => world.frame(call('a'))],
  ])('is not requested if it %s', (_, happens) => {
    const world = midAnswer()
    happens(world)
    again(world)
    expect(world.askedToGoOn).toBe(0)
  })

  it.each([
    ['types', (world: SessionWorld) => world.say(text('Something else'))],
    ['speaks', (world: SessionWorld) => world.say({ type: 'activity-start' })],
    ['stops it', (world: SessionWorld) => world.dispatch({ type: 'give-up' })],
    ['ends the session', (world: SessionWorld) => world.dispatch({ type: 'stop' })],
  ])('is not requested if the user %s before the connection is back', (_, happens) => {
    const world = midAnswer()
    world.lose()
    happens(world)
    world.dispatch({ type: 'retry' })
    world.open(['pay'])
    expect(world.askedToGoOn).toBe(0)
  })

  it('does not count as stopped because another one was', () => {
    const world = midAnswer()
    world.dispatch({ type: 'give-up' })
    world.frame(complete)
    world.say(text('And then?'))
    world.frame(speech)
    again(world)
    expect(world.askedToGoOn).toBe(1)
  })

  it('is requested with the words that arrived last, and the model is told not to repeat them', () => {
    expect(goOnNote('')).toBe(continueText)
    expect(goOnNote('Once upon a')).toMatch(/do not repeat .*“Once upon a”$/)
  })
})

it('the handle of a new session that failed before it answered is not stored: it is unknown whether it got the history', () => {
  const world = new SessionWorld()
  world.dispatch({ type: 'start' })
  world.open([], { reseeded: true })
  world.frame(handle('unsure'))
  expect(world.kept).toMatchObject({ handle: 'unsure' })
  world.lose({ code: 1007, reason: 'User location is not supported for the API use.' })
  expect(world.state.phase).toBe('failed')
  expect(world.kept).toBeNull()
})

describe('another key, model or address', () => {
  it('gets unanswered input, in order, and the user’s current speech', () => {
    const world = new SessionWorld()
    const start = { type: 'activity-start', turnId: 'turn-2' } as const
    const sound = { type: 'audio', pcm: new Uint8Array([1, 2]) } as const
    world.dispatch({ type: 'start' })
    world.open()
    world.say(text('one'))
    world.say(start)
    world.dispatch({ type: 'leave' })
    expect(world.wires.at(-1)?.status).toBe('closed')
    world.say(sound)
    world.say({ type: 'activity-end' })
    expect(owesAnswer(world.state)).toBe(true)
    world.dispatch({ type: 'retry' })
    world.open()
    expect(world.lastSent).toEqual([text('one'), start, sound, { type: 'activity-end' }])
    world.frame(speech)
    world.frame(complete)
    world.dispatch({ type: 'leave' })
    expect(owesAnswer(world.state)).toBe(false)
  })

  it('gets the results of calls that it never made as text', () => {
    const world = midAnswer()
    world.frame(call('a'))
    world.dispatch({ type: 'leave' })
    world.say(answer('a'))
    world.dispatch({ type: 'retry' })
    world.open()
    expect(world.lastSent.map(({ type }) => type)).toEqual(['text'])
  })
})
