import { describe, expect, it } from 'vitest'
import { answer, call, complete, handle, interrupted, speech, text } from '../../support/live-frames'
import { readyWorld, SessionWorld } from '../../support/session-world'

/** Loses the connection; returns what is sent to the next one. */
function saidAgain(world: SessionWorld) {
  world.lose()
  world.ring('retry')
  world.open(['pay'])
  return world.lastSent
}

describe('words that the model has not begun to answer are said again when the connection is lost', () => {
  it('also when the rest of the answer before them still comes', () => {
    const world = readyWorld()
    world.say(text('one'))
    world.frame(speech)
    world.say(text('two'))
    world.frame(speech)
    expect(saidAgain(world)).toEqual([text('two')])
  })

  it('also when the answer before them is completed meanwhile', () => {
    const world = readyWorld()
    world.say(text('one'))
    world.frame(speech)
    world.say(text('two'))
    world.frame(complete)
    expect(saidAgain(world)).toEqual([text('two')])
  })

  it('also when they were sent together with what is answered first', () => {
    const world = new SessionWorld()
    world.dispatch({ type: 'start' })
    world.say(text('one'))
    world.say(text('two'))
    world.open(['pay'])
    world.frame(speech)
    expect(saidAgain(world)).toEqual([text('two')])
  })

  it('also when sound of an answer that they cut off comes late', () => {
    const world = readyWorld()
    world.say(text('one'))
    world.frame(speech)
    world.say(text('two'))
    world.frame(interrupted)
    world.frame(speech)
    expect(saidAgain(world)).toEqual([text('two')])
  })

  it('also when an end comes that was promised for the turn before them', () => {
    const world = readyWorld()
    world.say(text('one'))
    world.frame(speech)
    world.frame({ serverContent: { turnComplete: true, interactionStatus: 'IN_PROGRESS' } })
    world.say(text('two'))
    world.frame({ serverContent: { turnComplete: true, interactionStatus: 'IDLE' } })
    expect(saidAgain(world)).toEqual([text('two')])
  })

  it('and not when their own answer has begun, or one turn was completed for all that was sent before it', () => {
    const own = readyWorld()
    own.say(text('one'))
    own.frame(speech)
    own.say(text('two'))
    for (const frame of [interrupted, complete, speech]) own.frame(frame)
    expect(saidAgain(own)).toEqual([])
    const together = new SessionWorld()
    together.dispatch({ type: 'start' })
    together.say(text('one'))
    together.say(text('two'))
    together.open(['pay'])
    for (const frame of [speech, complete]) together.frame(frame)
    expect(saidAgain(together)).toEqual([])
  })
})

describe('a handle is not gone on from', () => {
  it('when its session was told what had been said before and was lost before it answered', () => {
    const world = readyWorld()
    world.lose()
    world.ring('retry')
    world.open(['pay'], { reseeded: true })
    world.frame(handle('h-1'))
    world.lose()
    expect(world.kept).toBeNull()
  })

  it('when typed words of the thread had not been answered as the session was ended', () => {
    const world = readyWorld()
    world.frame(handle('h-1'))
    world.say({ type: 'text', text: 'one', turnId: 'turn-1' })
    world.dispatch({ type: 'stop' })
    expect(world.kept).toBeNull()
  })
})

it('row 37: a blocking call that is delivered twice is over when it was answered once', () => {
  const world = new SessionWorld()
  world.dispatch({ type: 'start' })
  world.open([])
  for (const frame of [call('c1'), call('c1')]) world.frame(frame)
  world.say(answer('c1'))
  world.say(text('go on'))
  expect(world.lastSent.at(-1)).toEqual(text('go on'))
})
