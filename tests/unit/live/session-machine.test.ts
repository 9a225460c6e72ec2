import { describe, expect, it } from 'vitest'
import { liveLimits } from '../../../src/main/models/live/backoff'
import { publicState } from '../../../src/main/models/live/session-state'
import { answer, audio, call, complete, end, handle, interrupted, speech, start, text, waiting } from '../../support/live-frames'
import { readyWorld, SessionWorld } from '../../support/session-world'

describe('the life of a connection', () => {
  it('off, connecting, ready, off', () => {
    const world = new SessionWorld()
    expect(publicState(world.state)).toEqual({ phase: 'off' })
    world.dispatch({ type: 'start' })
    expect(publicState(world.state)).toEqual({ phase: 'connecting', since: 1_000_000 })
    expect(world.delayOf('connect')).toBe(12_000)
    world.now += 300
    world.open()
    expect(publicState(world.state)).toEqual({ phase: 'ready', since: 1_000_300 })
    expect(world.timers).toEqual([])
    world.dispatch({ type: 'stop' })
    expect(publicState(world.state)).toEqual({ phase: 'off' })
    expect(world.wires.map(({ status }) => status)).toEqual(['closed'])
  })

  it('a start or a retry while there is a connection has no effect', () => {
    const world = readyWorld()
    world.dispatch({ type: 'start' })
    world.dispatch({ type: 'retry' })
    expect(world.wires).toHaveLength(1)
  })

  it('a connection that is never answered times out three times and then fails', () => {
    const world = new SessionWorld()
    world.dispatch({ type: 'start' })
    for (let attempt = 0; attempt < 3; attempt++) {
      world.ring('connect')
      expect(world.state.phase).toBe('reconnecting')
      world.ring('retry')
    }
    world.ring('connect')
    expect(publicState(world.state)).toEqual({ phase: 'failed', cause: 'timeout', detail: 'no answer to the setup within 12 s' })
    expect(world.wires.every(({ status }) => status === 'closed')).toBe(true)
  })

  it('a lost network is tried six times, at growing intervals, and then called unreachable', () => {
    const world = new SessionWorld()
    world.random = 1
    world.dispatch({ type: 'start' })
    const delays: (number | null)[] = []
    for (let attempt = 1; attempt <= 6; attempt++) {
      world.lose()
      expect(publicState(world.state)).toMatchObject({ phase: 'reconnecting', attempt })
      delays.push(world.delayOf('retry'))
      world.ring('retry')
    }
    world.lose()
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000])
    expect(publicState(world.state)).toMatchObject({ phase: 'failed', cause: 'unreachable' })
    expect(world.timers).toEqual([])
  })

  it('a server that opens and closes at once is not tried for ever', () => {
    const world = new SessionWorld()
    world.dispatch({ type: 'start' })
    for (let attempt = 0; attempt < 6; attempt++) {
      world.open()
      world.lose({ code: 1011, reason: 'Internal error encountered.' })
      world.ring('retry')
    }
    world.open()
    world.lose({ code: 1011, reason: 'Internal error encountered.' })
    expect(world.state.phase).toBe('failed')
  })

  it.each([
    ['answered', (world: SessionWorld) => world.frame(speech)],
    [
      'lived for half a minute',
      (world: SessionWorld) => {
        world.now += liveLimits.provenAfterMs
      },
    ],
  ])('a connection that %s restores the whole budget', (_what, prove) => {
    const world = readyWorld()
    for (let round = 0; round < 20; round++) {
      prove(world)
      world.lose()
      expect(publicState(world.state)).toMatchObject({ phase: 'reconnecting', attempt: 1 })
      world.ring('retry')
      world.open()
    }
  })

  it('the user can try at once while it waits, and again after it failed', () => {
    const world = readyWorld()
    world.lose()
    world.dispatch({ type: 'retry' })
    expect(world.state).toMatchObject({ phase: 'connecting', attempt: 0 })
    world.lose({ code: 1007, reason: 'API key not valid.' })
    expect(publicState(world.state)).toEqual({ phase: 'failed', cause: 'key-refused', detail: 'closed with code 1007: API key not valid.' })
    world.dispatch({ type: 'start' })
    expect(world.state.phase).toBe('failed')
    world.dispatch({ type: 'retry' })
    world.open()
    expect(world.state.phase).toBe('ready')
  })

  it('frames, closes and timers of an older connection change nothing', () => {
    const world = readyWorld()
    const old = world.state.generation
    world.lose()
    world.ring('retry')
    world.open()
    const before = world.state
    world.frame(speech, old)
    world.lose({}, old)
    world.dispatch({ type: 'timer', name: 'swap', generation: old })
    world.dispatch({ type: 'setup-failed', generation: old, cause: 'internal', detail: '' })
    expect(world.state).toBe(before)
    expect(world.delivered).toEqual([])
  })
})

describe('the user’s input', () => {
  it('an activity is exact: nothing outside it, one start, one end, also without audio', () => {
    const world = readyWorld()
    for (const item of [audio(1), end, start, start, audio(), audio(2), end, end, audio(3), start, end]) world.say(item)
    expect(world.lastSent).toEqual([start, audio(2), end, start, end])
  })

  it('waits in order until there is a connection, in any state', () => {
    const world = new SessionWorld()
    world.say(start)
    world.say(audio(1))
    world.dispatch({ type: 'start' })
    world.say(audio(2))
    world.lose()
    world.say(end)
    world.say(text('and'))
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([start, audio(1), audio(2), end, text('and')])
    expect(world.repeated).toEqual([null, null])
  })

  it('survives a final failure until the user acts', () => {
    const world = new SessionWorld()
    world.dispatch({ type: 'start' })
    world.lose({ code: 1011, reason: 'You exceeded your current quota.' })
    world.say(text('hello'))
    world.dispatch({ type: 'retry' })
    world.open()
    expect(world.lastSent).toEqual([text('hello')])
  })

  it('is dropped by stop', () => {
    const world = new SessionWorld()
    world.dispatch({ type: 'start' })
    world.say(start)
    world.say(audio(1))
    world.dispatch({ type: 'stop' })
    world.say(audio(2))
    world.say(end)
    world.dispatch({ type: 'start' })
    world.open()
    expect(world.lastSent).toEqual([])
  })

  it('keeps the newest minute of audio, and always both markers', () => {
    const world = new SessionWorld({ bufferedAudioBytes: 3 })
    world.say(start)
    for (let sample = 1; sample <= 9; sample++) world.say(audio(sample))
    world.say(end)
    world.dispatch({ type: 'start' })
    world.open()
    expect(world.lastSent).toEqual([start, audio(7), audio(8), audio(9), end])
  })

  it('is sent again when the connection is lost before the model begins to answer', () => {
    const world = readyWorld()
    for (const item of [start, audio(1), end]) world.say(item)
    world.lose()
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([start, audio(1), end])
    expect(world.repeats).toBe(1)
  })

  it.each([
    ['speech', [speech]],
    ['a call', [call('c')]],
    ['an empty turn', [complete]],
  ])('is not sent again when the model had answered with %s', (_what, frames) => {
    const world = readyWorld()
    for (const item of [start, audio(1), end]) world.say(item)
    for (const frame of frames) world.frame(frame)
    world.lose()
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([])
  })

  it('the end of the turn that it interrupted is no answer to it', () => {
    const world = readyWorld()
    world.say(text('a long story please'))
    world.frame(speech)
    world.say(start)
    world.frame(speech)
    world.say(audio(1))
    world.frame(interrupted)
    world.say(end)
    world.frame(complete)
    world.lose()
    world.ring('retry')
    world.open()
    expect(world.lastSent).toEqual([start, audio(1), end])
  })
})

describe('calls', () => {
  it('a response goes at once', () => {
    const world = readyWorld()
    world.frame(call('c1'))
    world.say(answer('c1'))
    expect(world.lastSent).toEqual([answer('c1')])
  })

  it('a second response of the same call goes too: first that it waits, then its result', () => {
    const world = readyWorld()
    world.frame(call('c1'))
    world.say(waiting('c1'))
    world.say(answer('c1'))
    expect(world.lastSent).toEqual([waiting('c1'), answer('c1')])
  })

  it('a call that the server cancelled is never answered', () => {
    const world = readyWorld()
    world.frame(call('c1'))
    world.frame({ toolCallCancellation: { ids: ['c1', 'unheard-of'] } })
    world.say(answer('c1'))
    expect(world.lastSent).toEqual([])
  })

  it('while a blocking call is open the user is recorded, and the model hears it after the response', () => {
    const world = readyWorld(['other'])
    world.say(start)
    world.say(audio(1))
    world.frame(call('c1'))
    world.say(audio(2))
    world.say(end)
    expect(world.lastSent).toEqual([start, audio(1)])
    world.say(answer('c1'))
    expect(world.lastSent).toEqual([start, audio(1), answer('c1'), audio(2), end])
  })

  it('a cancelled blocking call lets the user’s sound through', () => {
    const world = readyWorld([])
    world.frame(call('c1'))
    world.say(text('stop that'))
    world.frame({ toolCallCancellation: { ids: ['c1'] } })
    expect(world.lastSent).toEqual([text('stop that')])
  })

  it('of calls without ids the oldest open one of that name is answered first', () => {
    const world = readyWorld([])
    world.frame(call(null))
    world.frame(call(null))
    world.say(text('hello'))
    world.say(answer(null))
    expect(world.lastSent).toEqual([answer(null)])
    world.say(answer(null))
    expect(world.lastSent).toEqual([answer(null), answer(null), text('hello')])
  })

  it('a response that comes without a connection goes to the resumed session', () => {
    const world = readyWorld()
    world.frame(handle('h1'))
    world.frame(call('c1'))
    world.lose()
    world.say(answer('c1'))
    world.ring('retry')
    world.open()
    expect(world.wires.at(-1)?.handle).toBe('h1')
    expect(world.lastSent).toEqual([answer('c1')])
  })

  it('a new session gets the results of earlier calls as text, before and after it opened', () => {
    const world = readyWorld()
    world.frame({
      toolCall: {
        functionCalls: [
          { id: 'c1', name: 'pay' },
          { id: 'c2', name: 'pay' },
        ],
      },
    })
    world.lose()
    world.say(waiting('c1'))
    world.say(answer('c1'))
    world.ring('retry')
    world.open()
    world.say(waiting('c2'))
    world.say(answer('c2'))
    const words = world.lastSent.map((item) => (item.type === 'text' ? item.text : item.type))
    expect(words).toHaveLength(2)
    for (const word of words) expect(word).toContain('Result of pay: {"output":"done"}')
  })
})

describe('resumption', () => {
  it('uses the newest handle, until it is too old', () => {
    const world = readyWorld()
    world.frame(handle('h1'))
    world.frame(handle('h2'))
    world.frame({ sessionResumptionUpdate: { resumable: false } })
    world.lose()
    world.ring('retry')
    expect(world.wires.at(-1)?.handle).toBe('h2')
    world.open()
    world.now += liveLimits.handleLifeMs + 1
    world.lose()
    world.ring('retry')
    expect(world.wires.at(-1)?.handle).toBeNull()
  })

  it('a bad argument starts one new session, and ends there if it happens again', () => {
    const world = readyWorld()
    world.frame(handle('h1'))
    const bad = { code: 1007, reason: 'Request contains an invalid argument.' }
    world.lose(bad)
    world.ring('retry')
    expect(world.wires.at(-1)?.handle).toBeNull()
    world.open()
    world.lose(bad)
    expect(publicState(world.state)).toMatchObject({ phase: 'failed', cause: 'request-refused' })
  })

  it('an unknown setup field leads to one attempt with the minimal setup, which stays', () => {
    const world = new SessionWorld()
    const unknown = { code: 1007, reason: 'Invalid JSON payload received. Unknown name "x" at \'setup\'' }
    world.dispatch({ type: 'start' })
    world.lose(unknown)
    world.ring('retry')
    expect(world.wires.at(-1)?.minimalSetup).toBe(true)
    world.open()
    world.frame(speech)
    world.lose()
    world.ring('retry')
    expect(world.wires.at(-1)?.minimalSetup).toBe(true)
    world.lose(unknown)
    expect(publicState(world.state)).toMatchObject({ phase: 'failed', cause: 'setup-refused' })
  })
})

describe('an announced close', () => {
  const goAway = { goAway: { timeLeft: '50s' } }

  it('is left at once if the session is idle', () => {
    const world = readyWorld()
    world.frame(handle('h1'))
    world.frame(goAway)
    expect(world.state.phase).toBe('connecting')
    expect(world.wires.map(({ status }) => status)).toEqual(['closed', 'connecting'])
    expect(world.wires.at(-1)?.handle).toBe('h1')
  })

  it('waits for the end of the turn', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.frame(goAway)
    world.frame(speech)
    world.frame({ serverContent: { turnComplete: true, interactionStatus: 'IN_PROGRESS' } })
    expect(world.state.phase).toBe('ready')
    world.frame({ serverContent: { turnComplete: true, interactionStatus: 'IDLE' } })
    expect(world.state.phase).toBe('connecting')
    expect(world.timers).toEqual(['connect'])
  })

  it('is left by the clock if the turn does not end, without a frame having to come', () => {
    const world = readyWorld()
    world.say(start)
    world.say(audio(1))
    world.frame(goAway)
    expect(world.delayOf('swap')).toBe(45_000)
    world.ring('swap')
    world.say(audio(2))
    world.say(end)
    world.open()
    expect(world.lastSent).toEqual([start, audio(1), audio(2), end])
  })

  it('without a time is taken as soon, but not as now', () => {
    const world = readyWorld()
    world.say(text('hello'))
    world.frame({ goAway: {} })
    expect(world.delayOf('swap')).toBe(liveLimits.swapMarginMs)
  })
})
