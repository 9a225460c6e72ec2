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

describe('input that the model has not begun to answer is sent again when the connection is lost', () => {
  it('even if the rest of the previous answer still comes', () => {
    const world = readyWorld()
    world.say(text('one'))
    world.frame(speech)
    world.say(text('two'))
    world.frame(speech)
    expect(saidAgain(world)).toEqual([text('two')])
  })

  it('even if the previous answer is completed meanwhile', () => {
    const world = readyWorld()
    world.say(text('one'))
    world.frame(speech)
    world.say(text('two'))
    world.frame(complete)
    expect(saidAgain(world)).toEqual([text('two')])
  })

  it('even if it was sent together with input that is answered first', () => {
    const world = new SessionWorld()
    world.dispatch({ type: 'start' })
    world.say(text('one'))
    world.say(text('two'))
    world.open(['pay'])
    world.frame(speech)
    expect(saidAgain(world)).toEqual([text('two')])
  })

  it('even if sound of an interrupted answer comes late', () => {
    const world = readyWorld()
    world.say(text('one'))
    world.frame(speech)
    world.say(text('two'))
    world.frame(interrupted)
    world.frame(speech)
    expect(saidAgain(world)).toEqual([text('two')])
  })

  it('even if an end comes that was promised for the previous turn', () => {
    const world = readyWorld()
    world.say(text('one'))
    world.frame(speech)
    world.frame({ serverContent: { turnComplete: true, interactionStatus: 'IN_PROGRESS' } })
    world.say(text('two'))
    world.frame({ serverContent: { turnComplete: true, interactionStatus: 'IDLE' } })
    expect(saidAgain(world)).toEqual([text('two')])
  })

  it('and not if its own answer has begun, or one turn was completed for everything sent before it', () => {
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

describe('a handle is not resumed', () => {
  it('if its session got the history and was lost before it answered', () => {
    const world = readyWorld()
    world.lose()
    world.ring('retry')
    world.open(['pay'], { reseeded: true })
    world.frame(handle('h-1'))
    world.lose()
    expect(world.kept).toBeNull()
  })

  it('if typed text of the thread was unanswered when the session was ended', () => {
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
