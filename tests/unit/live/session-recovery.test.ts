import { describe, expect, it } from 'vitest'
import { liveLimits } from '../../../src/main/models/live/backoff'
import { publicState } from '../../../src/main/models/live/session-state'
import { answer, audio, call, complete, end, handle, speech, start, text, waiting } from '../../support/live-frames'
import { readyWorld, SessionWorld } from '../../support/session-world'

const invalid = { code: 1007, reason: 'Request contains an invalid argument.' }
const notEnabled = { code: 1008, reason: 'Operation is not implemented, or supported, or enabled.' }
const notFound = { code: 1008, reason: 'Requested entity was not found.' }
const internal = { code: 1011, reason: 'Internal error encountered.' }

/** A session with a handle and later input. */
function withHandle(): SessionWorld {
  const world = readyWorld()
  world.say(text('hello'))
  world.frame(speech)
  world.frame(complete)
  world.frame(handle('h1'))
  return world
}

it.each([
  ['row 3: a key that is not valid', { code: 1007, reason: 'API key not valid. Please pass a valid API key.' }, 'key-refused'],
  ['row 3: a caller without a key', { code: 1008, reason: 'Method doesn’t allow unregistered callers' }, 'key-refused'],
  ['row 6: a region that is not served', { code: 1007, reason: 'User location is not supported for the API use.' }, 'region'],
  ['row 7: a model that is not found', { code: 1008, reason: 'models/x is not found for API version v1beta' }, 'model-unknown'],
])('%s ends the session at once, says why with code and text, and keeps the input', (_row, close, cause) => {
  const world = readyWorld()
  world.say(text('hello'))
  world.lose(close)
  expect(publicState(world.state)).toEqual({ phase: 'failed', cause, detail: `closed with code ${close.code}: ${close.reason}` })
  expect(world.timers).toEqual([])
  world.dispatch({ type: 'retry' })
  world.open()
  expect(world.lastSent).toEqual([text('hello')])
})

it('row 4: a setup field that a model does not know costs one more attempt, with the smallest setup, and no third', () => {
  const world = new SessionWorld()
  const unknown = { code: 1007, reason: 'Thinking level is not supported for this model.' }
  world.dispatch({ type: 'start' })
  world.lose(unknown)
  world.ring('retry')
  expect(world.wires.map(({ minimalSetup }) => minimalSetup)).toEqual([false, true])
  world.lose(unknown)
  expect(publicState(world.state)).toMatchObject({ phase: 'failed', cause: 'setup-refused' })
})

it('row 4: a setup refused as invalid, without a field, is tried as a new session, then as the smallest, and then fails as a refused setup', () => {
  const world = withHandle()
  world.lose(internal)
  world.ring('retry')
  world.lose(invalid)
  world.ring('retry')
  expect(world.wires.at(-1)).toMatchObject({ handle: null, trimmed: true, minimalSetup: false })
  world.lose(invalid)
  world.ring('retry')
  expect(world.wires.at(-1)).toMatchObject({ handle: null, minimalSetup: true })
  world.lose(invalid)
  expect(publicState(world.state)).toMatchObject({ phase: 'failed', cause: 'setup-refused' })
})

describe('row 5: an invalid argument in the middle of a session', () => {
  it('drops the handle and starts one new session with less history, then stops', () => {
    const world = withHandle()
    world.say(text('and?'))
    world.lose(invalid)
    expect(world.kept).toBeNull()
    world.ring('retry')
    expect(world.wires.at(-1)).toMatchObject({ handle: null, trimmed: true })
    world.open()
    expect(world.lastSent).toEqual([text('and?')])
    world.lose(invalid)
    expect(publicState(world.state)).toMatchObject({ phase: 'failed', cause: 'request-refused' })
  })

  it('may happen again after the new session has answered', () => {
    const world = withHandle()
    for (let round = 0; round < 5; round++) {
      world.lose(invalid)
      world.ring('retry')
      world.open()
      world.frame(speech)
    }
    expect(world.state.phase).toBe('ready')
  })
})

it('row 8: an operation that is not enabled is tried three times more, and the input is kept', () => {
  const world = readyWorld()
  world.say(text('hello'))
  for (let attempt = 1; attempt <= 3; attempt++) {
    world.lose(notEnabled)
    expect(publicState(world.state)).toMatchObject({ phase: 'reconnecting', attempt, of: 3 })
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([text('hello')])
  }
  world.lose(notEnabled)
  expect(publicState(world.state)).toMatchObject({ phase: 'failed', cause: 'request-refused' })
})

describe('row 9: a result that the service refuses because it does not know the call', () => {
  it('goes to the resumed session as text, and the call is not made again', () => {
    const world = withHandle()
    world.say(text('pay'))
    world.frame(call('c1'))
    world.say(waiting('c1'))
    world.say(answer('c1'))
    world.lose(notFound)
    world.ring('retry')
    world.open(['pay'])
    expect(world.wires.at(-1)?.handle).toBe('h1')
    const [words, ...others] = world.lastSent
    expect(others).toEqual([])
    expect(words?.type === 'text' ? words.text.split('\n') : []).toEqual([
      expect.stringContaining('do not call them again'),
      'Result of pay: {"output":"done"}',
    ])
  })

  it('goes again as a result if only the connection was lost before the model used it', () => {
    const world = withHandle()
    world.say(text('pay'))
    world.frame(call('c1'))
    world.say(answer('c1'))
    world.lose()
    world.ring('retry')
    world.open(['pay'])
    expect(world.lastSent).toEqual([answer('c1')])
    expect(world.repeats).toBe(0)
  })

  it('does not go again if the model has spoken since', () => {
    const world = withHandle()
    world.frame(call('c1'))
    world.say(answer('c1'))
    world.frame(speech)
    world.lose()
    world.ring('retry')
    world.open(['pay'])
    expect(world.lastSent).toEqual([])
  })
})

it('rows 11, 13: after an internal error or a lost network it continues with the handle, after a wait', () => {
  for (const close of [internal, {}]) {
    const world = withHandle()
    world.lose(close)
    expect(publicState(world.state)).toMatchObject({ phase: 'reconnecting', attempt: 1, of: liveLimits.tries })
    world.ring('retry')
    expect(world.wires.at(-1)?.handle).toBe('h1')
  }
})

it('row 12: a used-up quota is not tried again', () => {
  const world = withHandle()
  world.lose({ code: 1011, reason: 'You exceeded your current quota, please check your plan and billing details.' })
  expect(publicState(world.state)).toMatchObject({ phase: 'failed', cause: 'quota' })
  expect(world.timers).toEqual([])
})

it('row 14: a connection that is closed after ten minutes is simply resumed', () => {
  const world = withHandle()
  for (let connection = 0; connection < 50; connection++) {
    world.now += 600_000
    world.frame(handle(`h${connection}`))
    world.lose({ code: 1011, reason: 'Deadline expired before operation could complete.' })
    expect(publicState(world.state)).toMatchObject({ phase: 'reconnecting', attempt: 1 })
    world.ring('retry')
    world.open()
  }
  expect(world.wires).toHaveLength(51)
})

describe('row 16: a resumption that is rejected', () => {
  it('with 1007 before the setup was answered begins a new session', () => {
    const world = withHandle()
    world.lose(internal)
    world.ring('retry')
    world.lose({ code: 1007, reason: 'Request could not be processed.' })
    expect(world.kept).toBeNull()
    world.ring('retry')
    expect(world.wires.map((wire) => wire.handle)).toEqual([null, 'h1', null])
  })
})

it('row 17: a session that is not found loses its handle, and the next connection starts again with all stored input', () => {
  const world = withHandle()
  for (const item of [start, audio(1), end]) world.say(item)
  world.lose()
  world.ring('retry')
  world.lose({ code: 1008, reason: 'BidiGenerateContent session not found' })
  expect(world.kept).toBeNull()
  world.ring('retry')
  world.open([], { reseeded: true })
  expect(world.wires.at(-1)?.handle).toBeNull()
  expect(world.lastSent).toEqual([start, audio(1), end])
  expect(publicState(world.state)).toMatchObject({ phase: 'ready', reseeded: true })
})

describe('row 18: a handle that does not work', () => {
  it('is dropped after two connections that the server ended before it answered', () => {
    const world = withHandle()
    world.lose()
    for (const answered of [false, true]) {
      world.ring('retry')
      expect(world.wires.at(-1)?.handle).toBe('h1')
      if (answered) world.open()
      world.lose(internal)
    }
    world.ring('retry')
    expect(world.wires.at(-1)?.handle).toBeNull()
    expect(world.kept).toBeNull()
  })

  it('is dropped after one that stayed silent', () => {
    const world = withHandle()
    world.lose()
    world.ring('retry')
    world.open()
    world.say(text('hello'))
    world.ring('stall')
    world.ring('stall')
    world.ring('retry')
    expect(world.wires.at(-1)?.handle).toBeNull()
    world.open()
    expect(world.lastSent).toEqual([text('hello')])
  })

  it('is kept as long as only the network fails', () => {
    const world = withHandle()
    for (let attempt = 0; attempt < 5; attempt++) {
      world.lose()
      world.ring('retry')
    }
    expect(world.wires.at(-1)?.handle).toBe('h1')
  })

  it('does not count when the connections between had answered', () => {
    const world = withHandle()
    for (let round = 0; round < 6; round++) {
      world.lose(internal)
      world.ring('retry')
      world.open()
      world.frame(speech)
    }
    expect(world.wires.at(-1)?.handle).toBe('h1')
  })
})

it('a handle that became too old is dropped for later starts too', () => {
  const world = withHandle()
  expect(world.kept).not.toBeNull()
  world.now += liveLimits.handleLifeMs + 1
  world.lose()
  world.ring('retry')
  expect(world.wires.at(-1)?.handle).toBeNull()
  expect(world.kept).toBeNull()
})
