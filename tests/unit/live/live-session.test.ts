import { describe, expect, it } from 'vitest'
import { createLiveSession, type LiveSessionOptions } from '../../../src/main/models/live/live-session'
import { type LiveSetup, LiveSetupError } from '../../../src/main/models/live/live-setup'
import type { SessionState } from '../../../src/shared/ipc/schemas'
import { createFakeClock } from '../../support/fake-clock'
import { testKey, testSetup } from '../../support/live-session-rig'
import { createPaperConnector } from '../../support/paper-connector'

function bench(changes: Partial<LiveSessionOptions> = {}) {
  const clock = createFakeClock()
  const connector = createPaperConnector()
  const states: SessionState[] = []
  const faults: string[] = []
  const session = createLiveSession({
    connector,
    clock,
    random: () => 1,
    setup: async () => testSetup('http://127.0.0.1'),
    onFrame: () => undefined,
    onMalformed: () => undefined,
    onState: (state) => states.push(state),
    onFrameFault: (detail) => faults.push(detail),
    ...changes,
  })
  return { clock, connector, session, states, faults }
}

/** Promises that have settled have run their callbacks. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the session shell', () => {
  it('asks for the setup again before every connection', async () => {
    const models = ['gemini-3.8-live', 'gemini-3.1-flash-live-preview']
    const { clock, connector, session } = bench({ setup: async () => testSetup('http://127.0.0.1', { model: models.shift() ?? 'none' }) })
    session.start()
    await settled()
    expect(session.capabilities()?.text).toBe('client-content')
    connector.connections[0]?.end()
    clock.advance(500)
    await settled()
    expect(connector.connections.map(({ request }) => request.setup.model)).toEqual(['gemini-3.8-live', 'gemini-3.1-flash-live-preview'])
    expect(session.capabilities()?.text).toBe('realtime-text')
  })

  it('sends what is visible now at once or not at all', async () => {
    const jpeg = Uint8Array.of(1, 2, 3)
    const { connector, session, clock } = bench()
    expect(session.show({ type: 'frame', jpeg })).toBe(false)
    session.start()
    await settled()
    expect(session.show({ type: 'frame', jpeg })).toBe(false)
    connector.connections[0]?.listener.onOpen()
    expect(session.show({ type: 'frame', jpeg })).toBe(true)
    expect(connector.connections[0]?.shown).toEqual([{ type: 'frame', jpeg }])
    connector.connections[0]?.end()
    expect(session.show({ type: 'frame', jpeg })).toBe(false)
    clock.advance(500)
    await settled()
    connector.connections[1]?.listener.onOpen()
    expect(connector.connections[1]?.shown).toEqual([])
  })

  it('does not show a handle of one model or server to another', async () => {
    const setups = [
      testSetup('http://127.0.0.1'),
      testSetup('http://127.0.0.1', { model: 'gemini-3.1-flash-live-preview' }),
      testSetup('http://127.0.0.2'),
      testSetup('http://127.0.0.1'),
    ]
    const { connector, session } = bench({ setup: async () => setups.shift() ?? testSetup('http://127.0.0.3') })
    session.start()
    await settled()
    connector.connections[0]?.listener.onOpen()
    connector.connections[0]?.listener.onFrame({ sessionResumptionUpdate: { newHandle: 'h-1', resumable: true } })
    for (const index of [0, 1, 2]) {
      connector.connections[index]?.end()
      session.retry()
      await settled()
    }
    expect(connector.connections.map(({ request }) => request.handle)).toEqual([null, null, null, 'h-1'])
  })

  it('continues with the handle of an earlier run', async () => {
    const endpoint = { baseUrl: 'http://127.0.0.1', model: 'gemini-3.8-live' }
    const kept: unknown[] = []
    const { connector, session, clock } = bench({
      handle: { handle: 'h-0', endpoint, at: createFakeClock().now() },
      onHandle: (handle) => kept.push(handle),
      history: () => [{ role: 'user', text: 'not needed' }],
    })
    session.start()
    await settled()
    expect(connector.connections[0]?.request).toMatchObject({ handle: 'h-0', history: [] })
    connector.connections[0]?.listener.onOpen()
    connector.connections[0]?.listener.onFrame({ sessionResumptionUpdate: { newHandle: 'h-1', resumable: true } })
    expect(kept).toEqual([{ handle: 'h-1', endpoint, at: clock.now() }])
    expect(session.state()).not.toHaveProperty('reseeded')
  })

  it('shows a handle to the server only when the previous connection is closed', async () => {
    const { connector, session } = bench()
    session.start()
    await settled()
    const [first] = connector.connections
    first?.listener.onOpen()
    first?.listener.onFrame({ sessionResumptionUpdate: { newHandle: 'h-1', resumable: true } })
    first?.listener.onFrame({ goAway: { timeLeft: '50s' } })
    await settled()
    expect(first?.closeAsked()).toBe(true)
    expect(connector.connections).toHaveLength(1)
    first?.end()
    await settled()
    expect(connector.connections[1]?.request.handle).toBe('h-1')
  })

  it('sends a new session the history, without pending input', async () => {
    const asked: string[][] = []
    const { connector, session, states } = bench({
      history(without) {
        asked.push([...without])
        return [
          { role: 'user', text: 'What is the weather?' },
          { role: 'model', text: 'It rains.' },
        ]
      },
    })
    session.sendText('And in Oslo?', 'turn-2')
    session.start()
    await settled()
    expect(asked).toEqual([['turn-2']])
    expect(connector.connections[0]?.request.history.map(({ text }) => text)).toEqual(['What is the weather?', 'It rains.'])
    connector.connections[0]?.listener.onOpen()
    expect(states.at(-1)).toMatchObject({ phase: 'ready', reseeded: true })
    expect(connector.connections[0]?.sent).toEqual([{ type: 'text', text: 'And in Oslo?', turnId: 'turn-2' }])
  })

  it('reports nothing for a new session that the user switched to, but does for one that had to start after it', async () => {
    const { clock, connector, session, states } = bench({ chosen: true, history: () => [{ role: 'user', text: 'What is the weather?' }] })
    session.start()
    await settled()
    connector.connections[0]?.listener.onOpen()
    expect(connector.connections[0]?.request.history).toHaveLength(1)
    expect(states.at(-1)).toEqual({ phase: 'ready', since: clock.now() })
    connector.connections[0]?.end()
    clock.advance(500)
    await settled()
    connector.connections[1]?.listener.onOpen()
    expect(states.at(-1)).toMatchObject({ phase: 'ready', reseeded: true })
  })

  it('row 5: sends less history after the service refused an argument', async () => {
    const { clock, connector, session } = bench({
      history: () => Array.from({ length: 100 }, (_one, index) => ({ role: 'user', text: String(index).padStart(1_000) })),
    })
    session.start()
    await settled()
    connector.connections[0]?.listener.onOpen()
    connector.connections[0]?.end('Request contains an invalid argument.')
    clock.advance(500)
    await settled()
    expect(connector.connections.map(({ request }) => request.history.length)).toEqual([24, 4])
  })

  it('row 19: asks for a fresh token before every connection', async () => {
    let tokens = 0
    const { clock, connector, session } = bench({
      setup: async () => testSetup('http://127.0.0.1', { apiKey: `auth_tokens/${++tokens}` }),
    })
    session.start()
    await settled()
    connector.connections[0]?.listener.onOpen()
    connector.connections[0]?.end()
    clock.advance(500)
    await settled()
    expect(connector.connections.map(({ request }) => request.setup.apiKey)).toEqual(['auth_tokens/1', 'auth_tokens/2'])
  })

  it.each([
    ['says why', new LiveSetupError('fixture', 'line 3 is no JSON'), { phase: 'failed', cause: 'fixture', detail: 'line 3 is no JSON' }],
    ['breaks', new Error(`no key=${testKey}`), { phase: 'failed', cause: 'internal', detail: 'no key=[redacted]' }],
  ])('a setup that %s is a final failure', async (_what, error, state) => {
    const { session, states, clock } = bench({ setup: () => Promise.reject(error) })
    session.start()
    await settled()
    expect(states.at(-1)).toEqual(state)
    expect(clock.pending()).toBe(0)
  })

  it('a setup that comes after the stop connects nothing', async () => {
    let give: (setup: LiveSetup) => void = () => undefined
    const { connector, session, states, clock } = bench({ setup: () => new Promise((resolve) => (give = resolve)) })
    session.start()
    await session.stop()
    give(testSetup('http://127.0.0.1'))
    await settled()
    expect(connector.connections).toEqual([])
    expect(states.map(({ phase }) => phase)).toEqual(['connecting', 'off'])
    expect(clock.pending()).toBe(0)
  })

  it('stop resolves when the socket is gone, not before', async () => {
    const { connector, session } = bench()
    session.start()
    await settled()
    let stopped = false
    const stop = session.stop().then(() => (stopped = true))
    await settled()
    expect(connector.connections[0]?.closeAsked()).toBe(true)
    expect(stopped).toBe(false)
    connector.connections[0]?.end()
    await stop
  })

  it('a listener may answer from inside a frame, and every frame is handled before its effects', async () => {
    const order: unknown[] = []
    const { connector, session } = bench({
      onFrame: (frame) => {
        order.push(frame)
        session.sendToolResponses([{ modelCallId: 'c', name: 'get_weather', response: { output: 1 } }])
        session.sendText('thanks')
      },
    })
    session.start()
    await settled()
    connector.connections[0]?.listener.onOpen()
    connector.connections[0]?.listener.onFrame({ toolCall: { functionCalls: [{ id: 'c', name: 'get_weather' }] } })
    expect(connector.connections[0]?.sent.map(({ type }) => type)).toEqual(['tool-responses', 'text'])
    expect(order).toHaveLength(1)
  })

  it('listeners that throw affect nothing', async () => {
    const fail = () => {
      throw new Error('broken listener')
    }
    const { connector, session, faults } = bench({ onState: fail, onFrame: fail, onHandle: fail, onRepeat: fail })
    session.start()
    await settled()
    connector.connections[0]?.listener.onOpen()
    connector.connections[0]?.listener.onFrame({ sessionResumptionUpdate: { newHandle: 'h-1', resumable: true } })
    session.sendText('hello')
    connector.connections[0]?.end()
    session.retry()
    await settled()
    connector.connections[1]?.listener.onOpen()
    expect(session.state().phase).toBe('ready')
    expect(connector.connections[1]?.sent).toEqual([{ type: 'text', text: 'hello' }])
    expect(new Set(faults)).toEqual(new Set(['broken listener']))
  })

  it('keeps its own copy of queued audio', async () => {
    const { connector, session } = bench()
    const buffer = Uint8Array.of(1, 2)
    session.activityStart()
    session.sendAudio(buffer)
    buffer.fill(0)
    session.start()
    await settled()
    connector.connections[0]?.listener.onOpen()
    expect(connector.connections[0]?.sent[1]).toEqual({ type: 'audio', pcm: Uint8Array.of(1, 2) })
  })

  it('reports each state once, with the time of the next attempt', async () => {
    const { clock, connector, session, states } = bench()
    session.start()
    await settled()
    connector.connections[0]?.listener.onOpen()
    session.sendText('hello')
    connector.connections[0]?.listener.onFrame({ serverContent: { turnComplete: true } })
    connector.connections[0]?.end()
    expect(states).toEqual([
      { phase: 'connecting', since: 1_000_000 },
      { phase: 'ready', since: 1_000_000 },
      { phase: 'reconnecting', attempt: 1, of: 6, nextTryAt: 1_000_500 },
    ])
    clock.advance(499)
    expect(session.state().phase).toBe('reconnecting')
    clock.advance(1)
    expect(session.state()).toEqual({ phase: 'connecting', since: 1_000_500, again: { attempt: 1, of: 6 } })
  })

  it('closes a connection whose setup is not answered, and ignores what it still sends', async () => {
    const frames: unknown[] = []
    let malformed = 0
    const { clock, connector, session, states } = bench({ onFrame: (frame) => frames.push(frame), onMalformed: () => malformed++ })
    session.start()
    await settled()
    clock.advance(12_000)
    expect(connector.connections[0]?.closeAsked()).toBe(true)
    session.retry()
    await settled()
    const late = connector.connections[0]?.listener
    late?.onOpen()
    late?.onFrame({ serverContent: {} })
    late?.onMalformed()
    connector.connections[0]?.end()
    expect(frames).toEqual([])
    expect(malformed).toBe(0)
    expect(states.map(({ phase }) => phase)).toEqual(['connecting', 'reconnecting', 'connecting'])
  })
})
