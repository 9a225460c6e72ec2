import { describe, expect, it } from 'vitest'
import { answer, audio, call, complete, end, generated, handle, interrupted, speech, start, text } from '../../support/live-frames'
import { readyWorld } from '../../support/session-world'

const goAway = { goAway: { timeLeft: '50s' } }
const completeWith = (interactionStatus: string) => ({ serverContent: { turnComplete: true, interactionStatus } })

describe('row 38: the end of a turn is not idleness if the server reports idleness itself', () => {
  it('a completed turn that is still in progress is open until the server is idle', () => {
    const world = readyWorld()
    world.say(text('think hard'))
    world.frame(speech)
    world.frame(completeWith('IN_PROGRESS'))
    world.frame(goAway)
    world.frame(complete)
    expect(world.state.phase).toBe('ready')
    world.frame({ interactionStatus: 'IDLE' })
    expect(world.state.phase).toBe('connecting')
  })

  it('the end of the turn is enough if there was never a status', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.frame(speech)
    world.frame(goAway)
    world.frame(complete)
    expect(world.state.phase).toBe('connecting')
  })
})

describe('row 30: a turn that ends without an answer', () => {
  it('can be asked again, with the same sound, and its text is marked as a repetition', () => {
    const world = readyWorld()
    for (const item of [start, audio(1), audio(2), end]) world.say(item)
    world.frame(complete)
    world.dispatch({ type: 'ask-again' })
    expect(world.lastSent).toEqual([start, audio(1), audio(2), end, start, audio(1), audio(2), end])
    expect(world.repeats).toBe(1)
    world.frame(speech)
    world.frame(complete)
    world.dispatch({ type: 'ask-again' })
    expect(world.repeats).toBe(2)
  })

  it('can be asked again after the connection was lost, and is not asked by itself', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.frame(complete)
    world.lose()
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([])
    world.dispatch({ type: 'ask-again' })
    expect(world.lastSent).toEqual([text('hello')])
  })

  it('is not asked into the middle of the user’s speech, nor before any question', () => {
    const world = readyWorld()
    world.dispatch({ type: 'ask-again' })
    world.say(text('hello'))
    world.frame(complete)
    world.say(start)
    world.dispatch({ type: 'ask-again' })
    expect(world.lastSent).toEqual([text('hello'), start])
  })
})

it('row 31: an answer that starts again without a question is an answer, with its own end', () => {
  const world = readyWorld()
  world.say(text('hello'))
  world.frame(speech)
  world.frame(complete)
  world.frame(goAway)
  world.ring('retry')
  world.open()
  world.frame(speech)
  expect(world.timers).toEqual(['stall'])
  world.frame(generated)
  world.frame(complete)
  expect(world.timers).toEqual([])
})

it('row 10: while a blocking call is open no sound of the microphone reaches the connection', () => {
  const world = readyWorld([])
  world.say(start)
  world.frame(call('c1'))
  for (let sample = 1; sample <= 5; sample++) world.say(audio(sample))
  expect(world.lastSent).toEqual([start])
  world.say(answer('c1'))
  expect(world.lastSent.filter(({ type }) => type === 'audio')).toHaveLength(5)
})

describe('row 15: a server that announces its end and then is silent', () => {
  it('is left by the clock, before it closes, and the input goes to the next connection with its handle', () => {
    const world = readyWorld()
    world.frame(handle('h1'))
    world.say(text('hello'))
    world.frame(goAway)
    world.ring('swap')
    expect(world.wires.map(({ status }) => status)).toEqual(['closed', 'connecting'])
    world.open()
    expect(world.wires.at(-1)?.handle).toBe('h1')
    expect(world.lastSent).toEqual([text('hello')])
  })

  it('is left when the interrupted turn has ended, although the user interrupted', () => {
    const world = readyWorld()
    world.say(text('a story'))
    world.frame(speech)
    world.frame(goAway)
    world.frame(interrupted)
    world.frame(complete)
    expect(world.state.phase).toBe('connecting')
  })
})

it('row 36: a result of a call that was withdrawn while it was on its way is not sent again', () => {
  const world = readyWorld()
  world.frame(handle('h1'))
  world.frame(call('c1'))
  world.say(answer('c1'))
  world.frame({ toolCallCancellation: { ids: ['c1'] } })
  world.lose()
  world.ring('retry')
  world.open(['pay'])
  expect(world.lastSent).toEqual([])
})
