import { describe, expect, it } from 'vitest'
import { createDiscard } from '../../../src/main/conversations/model-output'
import { text } from '../../support/live-frames'
import { SessionWorld } from '../../support/session-world'

const start = (turnId: string) => ({ type: 'activity-start', turnId }) as const
const end = { type: 'activity-end' } as const
const sound = { type: 'audio', pcm: new Uint8Array([1, 2]) } as const

function connecting(): SessionWorld {
  const world = new SessionWorld()
  world.dispatch({ type: 'start' })
  return world
}

describe('input that the user withdraws', () => {
  it('is not sent at all if it was not sent yet', () => {
    const world = connecting()
    world.say(start('turn-1'))
    world.say(sound)
    world.dispatch({ type: 'take-back' })
    world.say(text('Hello'))
    world.open()
    expect(world.lastSent).toEqual([text('Hello')])
  })

  it('is ended if it was sent, and not sent again when the connection is lost', () => {
    const world = connecting()
    world.open()
    world.say(start('turn-1'))
    world.say(sound)
    world.dispatch({ type: 'take-back' })
    expect(world.lastSent).toEqual([start('turn-1'), sound, end])
    world.say(start('turn-2'))
    world.say(sound)
    world.say(end)
    world.lose()
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([start('turn-2'), sound, end])
    expect(world.repeated).toEqual(['turn-2'])
  })

  it('is ignored if nobody speaks', () => {
    const world = connecting()
    world.open()
    world.say(start('turn-1'))
    world.say(end)
    world.dispatch({ type: 'take-back' })
    world.lose()
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([start('turn-1'), end])
  })
})

describe('repeated input', () => {
  it('is reported with the turn of each question in it, in order', () => {
    const world = connecting()
    world.open()
    for (const item of [start('turn-1'), sound, end, text('And?'), start('turn-3'), sound]) world.say(item)
    world.lose()
    world.ring('retry')
    world.open()
    expect(world.repeated).toEqual(['turn-1', null, 'turn-3'])
  })

  it('is answered in the thread even if a planned change of connection dropped an unwanted answer with it', () => {
    const discard = createDiscard()
    discard.begin('stopped')
    discard.hear({}, { answers: true, turnComplete: false })
    discard.connectionLost()
    discard.saidMore()
    discard.wordsRepeated()
    expect(discard.hear({}, { answers: true, turnComplete: false })).toBe('shown')
  })
})
