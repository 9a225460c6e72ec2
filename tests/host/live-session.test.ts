import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import { createGenaiConnector } from '../../src/main/models/live/genai-connector'
import { type OpenRawSocket, openNetworkSocket } from '../../src/main/models/live/guarded-socket'
import type { LiveSessionOptions } from '../../src/main/models/live/live-session'
import type { LiveSetup } from '../../src/main/models/live/live-setup'
import { nudgeText } from '../../src/main/models/live/session-watch'
import { createFakeClock } from '../support/fake-clock'
import { createLiveSessionRig, type LiveSessionRig, testKey, testSetup, weatherTool } from '../support/live-session-rig'
import { patienceMs } from '../support/patience'
import { answerSetup, isObject, type ScriptedLiveServer, type ServerScript, startScriptedLiveServer } from '../support/scripted-live-server'

const limits = { firstDelayMs: 2, longestDelayMs: 4, tries: 3 }
const until = (condition: () => void) => vi.waitFor(condition, { timeout: patienceMs, interval: 5 })

const cleanups: (() => Promise<void>)[] = []
const rejections: unknown[] = []
const noteRejection = (reason: unknown) => rejections.push(reason)

beforeEach(() => {
  rejections.length = 0
  vi.spyOn(console, 'warn')
  process.on('unhandledRejection', noteRejection)
  process.on('uncaughtException', noteRejection)
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  process.off('unhandledRejection', noteRejection)
  process.off('uncaughtException', noteRejection)
  expect(rejections).toEqual([])
  expect(console.warn).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

async function connectTo(script: ServerScript, changes: Partial<LiveSessionOptions> = {}, setup: Partial<LiveSetup> = {}) {
  const server = await startScriptedLiveServer(script)
  cleanups.push(() => server.close())
  const rig = createLiveSessionRig(testSetup(server.baseUrl, setup), { limits, ...changes })
  cleanups.push(() => rig.session.stop())
  rig.session.start()
  return { server, rig }
}

async function ready(rig: LiveSessionRig) {
  await until(() => expect(rig.session.state().phase).toBe('ready'))
}

async function noSocketLeft(server: ScriptedLiveServer) {
  await until(() => expect(server.openSockets()).toBe(0))
}

function keysOf(messages: readonly unknown[]): readonly string[] {
  return messages.flatMap((message) => {
    if (!isObject(message)) return ['?']
    if (isObject(message.realtimeInput)) return Object.keys(message.realtimeInput)
    return Object.keys(message)
  })
}

describe('a conversation', () => {
  it('asks for audio, both transcripts, push-to-talk, resumption and the tools, in the model’s form', async () => {
    const { server, rig } = await connectTo({})
    await ready(rig)
    expect(server.connections[0]?.url).toContain('v1beta.GenerativeService.BidiGenerateContent?key=')
    expect(server.connections[0]?.received[0]).toEqual({
      setup: {
        model: 'models/gemini-3.8-live',
        generationConfig: {
          responseModalities: ['AUDIO'],
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
        },
        systemInstruction: { role: 'user', parts: [{ text: 'Be brief.' }] },
        inputAudioTranscription: {},
        outputAudioTranscription: {},
        realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
        sessionResumption: {},
        contextWindowCompression: { slidingWindow: {} },
        tools: [
          {
            functionDeclarations: [
              {
                name: 'get_weather',
                description: 'Weather of a city',
                behavior: 'NON_BLOCKING',
                parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
              },
            ],
          },
        ],
      },
    })
  })

  it('carries speech, an answer, a call and its result, and ends without a socket left', async () => {
    const call = { toolCall: { functionCalls: [{ id: 'call_1', name: 'get_weather', args: { city: 'Oslo' } }] } }
    const { server, rig } = await connectTo({
      onMessage: (connection, message) => {
        answerSetup(connection, message)
        if (!isObject(message)) return
        if (isObject(message.realtimeInput) && 'activityEnd' in message.realtimeInput) connection.send(call)
        if ('toolResponse' in message) connection.send({ serverContent: { turnComplete: true } })
      },
    })
    await ready(rig)
    rig.session.activityStart()
    rig.session.sendAudio(Uint8Array.of(1, 0, 2, 0))
    rig.session.activityEnd()
    await until(() => expect(rig.frames).toContainEqual(call))
    rig.session.sendToolResponses([{ modelCallId: 'call_1', name: 'get_weather', response: { output: 'rain' }, scheduling: 'WHEN_IDLE' }])
    await until(() => expect(rig.frames).toContainEqual({ serverContent: { turnComplete: true } }))
    expect(server.connections[0]?.received.slice(1)).toEqual([
      { realtimeInput: { activityStart: {} } },
      { realtimeInput: { audio: { mimeType: 'audio/pcm;rate=16000', data: 'AQACAA==' } } },
      { realtimeInput: { activityEnd: {} } },
      {
        toolResponse: {
          functionResponses: [{ id: 'call_1', name: 'get_weather', response: { output: 'rain' }, scheduling: 'WHEN_IDLE' }],
        },
      },
    ])
    await rig.session.stop()
    expect(rig.session.state()).toEqual({ phase: 'off' })
    await noSocketLeft(server)
  })

  it('sends after the setup what was said and typed before it, in order', async () => {
    let answer: (() => void) | null = null
    const { server, rig } = await connectTo({
      onMessage: (connection, message) => {
        if (isObject(message) && 'setup' in message) answer = () => connection.send({ setupComplete: {} })
      },
    })
    rig.session.activityStart()
    for (let sample = 0; sample < 40; sample++) rig.session.sendAudio(Uint8Array.of(sample, 0))
    rig.session.activityEnd()
    rig.session.sendText('and this')
    await until(() => expect(answer).not.toBeNull())
    expect(keysOf(server.connections[0]?.received ?? [])).toEqual(['setup'])
    ;(answer as (() => void) | null)?.()
    await until(() =>
      expect(keysOf(server.connections[0]?.received ?? [])).toEqual([
        'setup',
        'activityStart',
        ...Array(40).fill('audio'),
        'activityEnd',
        'clientContent',
      ]),
    )
  })

  it('types realtime text to a model that uses content only for history', async () => {
    const { server, rig } = await connectTo({}, {}, { model: 'gemini-3.1-flash-live-preview' })
    await ready(rig)
    rig.session.sendText('hello')
    await until(() => expect(server.connections[0]?.received).toContainEqual({ realtimeInput: { text: 'hello' } }))
  })

  it('answers a call that came without an id, without an id', async () => {
    const { server, rig } = await connectTo({
      onMessage: (connection, message) => {
        answerSetup(connection, message)
        connection.send({ toolCall: { functionCalls: [{ name: 'get_weather', args: {} }] } })
      },
    })
    await until(() => expect(rig.frames).toHaveLength(2))
    rig.session.sendToolResponses([{ modelCallId: null, name: 'get_weather', response: { output: 'sun' } }])
    await until(() =>
      expect(server.connections[0]?.received).toContainEqual({
        toolResponse: { functionResponses: [{ name: 'get_weather', response: { output: 'sun' } }] },
      }),
    )
  })

  it('sends a waiting response before the result of a call, and schedules only what the model does not wait for', async () => {
    const { server, rig } = await connectTo(
      {
        onMessage: (connection, message) => {
          answerSetup(connection, message)
          if (!isObject(message) || !('setup' in message)) return
          connection.send({ toolCall: { functionCalls: ['get_weather', 'read_clock'].map((name) => ({ id: name, name, args: {} })) } })
        },
      },
      {},
      { tools: [weatherTool, { ...weatherTool, name: 'read_clock', blocking: true }] },
    )
    await until(() => expect(rig.frames).toHaveLength(2))
    const answer = { scheduling: 'INTERRUPT', response: { output: 1 } } as const
    rig.session.sendToolResponses([
      { ...answer, modelCallId: 'read_clock', name: 'read_clock', willContinue: true },
      { ...answer, modelCallId: 'get_weather', name: 'get_weather', willContinue: true },
    ])
    await until(() =>
      expect(server.connections[0]?.received.at(-1)).toEqual({
        toolResponse: {
          functionResponses: [
            { id: 'read_clock', name: 'read_clock', response: { output: 1 } },
            { id: 'get_weather', name: 'get_weather', response: { output: 1 }, willContinue: true, scheduling: 'INTERRUPT' },
          ],
        },
      }),
    )
  })

  it('passes frames on in order, even those in one piece with the answer to the setup', async () => {
    const { rig } = await connectTo({
      onMessage: (connection) => {
        connection.raw.cork()
        connection.send({ setupComplete: {} })
        for (let index = 0; index < 300; index++) connection.send({ serverContent: { outputTranscription: { text: String(index) } } })
        connection.raw.uncork()
      },
    })
    await until(() => expect(rig.frames).toHaveLength(301))
    expect(rig.frames.slice(1)).toEqual(
      Array.from({ length: 300 }, (_, index) => ({ serverContent: { outputTranscription: { text: String(index) } } })),
    )
  })
})

describe('a failing connection', () => {
  it('a refused key fails once, is not tried again, and its key is in no detail', async () => {
    const { server, rig } = await connectTo({
      onOpen: ({ socket }) => socket.close(1007, `API key not valid: ${testKey}`),
    })
    await until(() => expect(rig.session.state().phase).toBe('failed'))
    expect(rig.session.state()).toEqual({
      phase: 'failed',
      cause: 'key-refused',
      detail: 'closed with code 1007: API key not valid: [redacted]',
    })
    expect(server.connections).toHaveLength(1)
    await noSocketLeft(server)
  })

  it('a model that is refused after the setup fails as an unknown model', async () => {
    const reason = 'models/gemini-9 is not found for API version v1beta, or is not supported for bidiGenerateContent'
    const { server, rig } = await connectTo({ onMessage: ({ socket }) => socket.close(1008, reason) })
    await until(() => expect(rig.session.state()).toMatchObject({ phase: 'failed', cause: 'model-unknown' }))
    await noSocketLeft(server)
  })

  it('an HTTP 403 instead of the upgrade fails as a refused key and says what the server said', async () => {
    const { server, rig } = await connectTo({
      refuseUpgrade: (_request, response) => response.writeHead(403).end('{"error":{"message":"Requests are blocked."}}'),
    })
    await until(() =>
      expect(rig.session.state()).toEqual({
        phase: 'failed',
        cause: 'key-refused',
        detail: 'HTTP 403: {"error":{"message":"Requests are blocked."}}',
      }),
    )
    await noSocketLeft(server)
  })

  it('an unreachable server is tried a few times and then called unreachable', async () => {
    const port = await unusedPort()
    const rig = createLiveSessionRig(testSetup(`http://127.0.0.1:${port}`), { limits })
    rig.session.start()
    await until(() => expect(rig.session.state()).toMatchObject({ phase: 'failed', cause: 'unreachable' }))
    expect(rig.states.filter(({ phase }) => phase === 'reconnecting')).toHaveLength(3)
    await rig.session.stop()
  })

  it('a server that never answers the setup times out, and its sockets are closed', async () => {
    const { server, rig } = await connectTo({ onMessage: () => undefined }, { limits: { ...limits, connectTimeoutMs: 60 } })
    await until(() => expect(rig.session.state()).toMatchObject({ phase: 'failed', cause: 'timeout' }))
    await noSocketLeft(server)
  })

  it('a server that never answers the upgrade times out, and its sockets are closed', async () => {
    const { server, rig } = await connectTo({ refuseUpgrade: () => undefined }, { limits: { ...limits, connectTimeoutMs: 60 } })
    await until(() => expect(rig.session.state()).toMatchObject({ phase: 'failed', cause: 'timeout' }))
    await noSocketLeft(server)
  })

  it('stopping while it connects leaves no socket and reports no failure', async () => {
    const { server, rig } = await connectTo({ onMessage: () => undefined })
    await until(() => expect(server.connections).toHaveLength(1))
    await rig.session.stop()
    expect(rig.states.map(({ phase }) => phase)).toEqual(['connecting', 'off'])
    await noSocketLeft(server)
  })

  it('frames that are not JSON objects are counted and the session continues', async () => {
    const { rig } = await connectTo({
      onMessage: (connection, message) => {
        answerSetup(connection, message)
        for (const text of ['{"serverContent":', 'null', '[]', '']) connection.socket.send(text)
        connection.socket.send(Buffer.from([0xff, 0xfe, 0x7b]))
        connection.send({ serverContent: { turnComplete: true } })
      },
    })
    await until(() => expect(rig.frames).toContainEqual({ serverContent: { turnComplete: true } }))
    expect(rig.malformed()).toBe(5)
    expect(rig.session.state().phase).toBe('ready')
  })

  it('an exception in the frame handler only affects that frame', async () => {
    const seen: unknown[] = []
    const { rig } = await connectTo(
      {
        onMessage: (connection, message) => {
          answerSetup(connection, message)
          connection.send({ serverContent: { interrupted: true } })
          connection.send({ serverContent: { turnComplete: true } })
        },
      },
      {
        onFrame: (frame) => {
          if (JSON.stringify(frame).includes('interrupted')) throw new Error(`broken at key=${testKey}`)
          seen.push(frame)
        },
      },
    )
    await until(() => expect(seen).toHaveLength(2))
    expect(rig.faults).toEqual(['broken at key=[redacted]'])
    expect(rig.session.state().phase).toBe('ready')
  })

  it('a text frame that is not UTF-8 ends that connection and a new one is made', async () => {
    const { server, rig } = await connectTo({
      onMessage: (connection, message) => {
        answerSetup(connection, message)
        // A final, unmasked text frame of two bytes that are not valid UTF-8.
        if (server.connections.length === 1) connection.raw.write(Buffer.from([0x81, 0x02, 0xc3, 0x28]))
      },
    })
    await until(() => expect(rig.states.map(({ phase }) => phase)).toEqual(['connecting', 'ready', 'reconnecting', 'connecting', 'ready']))
    expect(server.connections).toHaveLength(2)
    await until(() => expect(server.openSockets()).toBe(1))
  })

  it('what is said after the connection is lost goes to the next one', async () => {
    const { server, rig } = await connectTo({})
    await ready(rig)
    server.connections[0]?.socket.terminate()
    await until(() => expect(rig.states.map(({ phase }) => phase)).toContain('reconnecting'))
    rig.session.sendText('are you there?')
    await until(() => expect(keysOf(server.connections[1]?.received ?? [])).toEqual(['setup', 'clientContent']))
  })

  it('a question that the lost connection had accepted and not answered is asked again', async () => {
    const { server, rig } = await connectTo({})
    await ready(rig)
    rig.session.activityStart()
    rig.session.sendAudio(Uint8Array.of(1, 0))
    await until(() => expect(server.connections[0]?.received).toHaveLength(3))
    server.connections[0]?.socket.terminate()
    await until(() => expect(server.connections).toHaveLength(2))
    rig.session.sendAudio(Uint8Array.of(2, 0))
    rig.session.activityEnd()
    await until(() =>
      expect(keysOf(server.connections[1]?.received ?? [])).toEqual(['setup', 'activityStart', 'audio', 'audio', 'activityEnd']),
    )
    expect(rig.repeats()).toBe(1)
  })

  it('row 28: a server that is silent on an open socket is asked again, then asked on a new connection', async () => {
    const { server, rig } = await connectTo({}, { limits: { ...limits, stallMs: 20, firstAnswerMs: 20 } })
    await ready(rig)
    rig.session.sendText('hello')
    await until(() => expect(server.connections).toHaveLength(2))
    await until(() => expect(keysOf(server.connections[1]?.received ?? [])).toEqual(['setup', 'clientContent']))
    expect(server.connections[0]?.received.slice(1)).toEqual([
      { clientContent: { turns: [{ role: 'user', parts: [{ text: 'hello' }] }], turnComplete: true } },
      { clientContent: { turns: [{ role: 'user', parts: [{ text: nudgeText }] }], turnComplete: true } },
    ])
    await until(() => expect(rig.session.state()).toMatchObject({ phase: 'failed', cause: 'timeout' }))
    await noSocketLeft(server)
  })

  it('row 29: a server that freezes after it was interrupted is noticed', async () => {
    const { server, rig } = await connectTo(
      {
        onMessage: (connection, message) => {
          answerSetup(connection, message)
          if (!isObject(message) || !('clientContent' in message) || connection.received.length > 2) return
          connection.send({ serverContent: { modelTurn: { parts: [{ text: 'Once' }] } } })
          connection.send({ serverContent: { interrupted: true } })
        },
      },
      { limits: { ...limits, stallMs: 20, firstAnswerMs: 20 } },
    )
    await ready(rig)
    rig.session.sendText('a story')
    await until(() => expect(server.connections).toHaveLength(2))
    expect(rig.states.some((state) => state.phase === 'ready' && state.stalledAt !== undefined)).toBe(true)
  })

  it('a setup field the model does not know is left out in a second attempt', async () => {
    const { server, rig } = await connectTo({
      onMessage: (connection, message) => {
        if (JSON.stringify(message).includes('contextWindowCompression'))
          connection.socket.close(1007, 'Unknown name "contextWindowCompression"')
        else answerSetup(connection, message)
      },
    })
    await ready(rig)
    expect(server.connections).toHaveLength(2)
  })

  it('continues with the server’s handle, and drops a handle that the server does not know', async () => {
    const { server, rig } = await connectTo({
      onMessage: (connection, message) => {
        if (JSON.stringify(message).includes('"handle":"h-1"') && server.connections.length === 3) {
          return connection.socket.close(1008, 'BidiGenerateContent session not found')
        }
        answerSetup(connection, message)
        connection.send({ sessionResumptionUpdate: { newHandle: 'h-1', resumable: true } })
      },
    })
    await until(() => expect(rig.frames).toHaveLength(2))
    server.connections[0]?.socket.close(1011, 'Internal error encountered.')
    await until(() => expect(rig.frames).toHaveLength(4))
    server.connections[1]?.socket.close(1011, 'Internal error encountered.')
    await until(() => expect(rig.frames).toHaveLength(6))
    const resumptions = server.connections.map(({ received }) => JSON.stringify(received[0]).match(/"sessionResumption":(\{[^}]*\})/)?.[1])
    expect(resumptions).toEqual(['{}', '{"handle":"h-1"}', '{"handle":"h-1"}', '{}'])
  })

  it('sends no frame of a screen while more than 64 KiB wait on the socket, so that sound goes first', async () => {
    let waiting = 0
    const open: OpenRawSocket = (url, headers) =>
      Object.defineProperty(openNetworkSocket(url, headers), 'bufferedAmount', { get: () => waiting })
    const { server, rig } = await connectTo({ onMessage: answerSetup }, { connector: createGenaiConnector(systemClock, { open }) })
    await ready(rig)
    const jpeg = Uint8Array.of(1, 2, 3)
    waiting = 64 * 1024 + 1
    expect(rig.session.show({ type: 'frame', jpeg })).toBe(false)
    rig.session.activityStart()
    rig.session.sendAudio(Uint8Array.of(1, 0))
    waiting = 64 * 1024
    expect(rig.session.show({ type: 'frame', jpeg })).toBe(true)
    await until(() => expect(keysOf(server.connections[0]?.received.slice(1) ?? [])).toEqual(['activityStart', 'audio', 'video']))
  })

  it('leaves at once for a new connection if the server announces its end while the session is idle', async () => {
    const { server, rig } = await connectTo({
      onMessage: (connection, message) => {
        answerSetup(connection, message)
        if (server.connections.length > 1) return
        connection.send({ sessionResumptionUpdate: { newHandle: 'h-1', resumable: true } })
        connection.send({ goAway: { timeLeft: '50s' } })
      },
    })
    await until(() => expect(server.connections).toHaveLength(2))
    await ready(rig)
    expect(JSON.stringify(server.connections[1]?.received[0])).toContain('"handle":"h-1"')
    await until(() => expect(server.openSockets()).toBe(1))
  })

  it('a network that goes away silently is noticed, and a merely quiet one is kept', async () => {
    const clock = createFakeClock()
    const { server, rig } = await connectTo({}, { connector: createGenaiConnector(clock) })
    await ready(rig)
    const connection = server.connections[0]
    let pings = 0
    connection?.socket.on('ping', () => {
      pings++
      // Comes after the pong.
      connection.send({ serverContent: {} })
    })
    for (let round = 1; round <= 5; round++) {
      clock.advance(20_000)
      await until(() => expect(rig.frames).toHaveLength(1 + round))
    }
    expect(pings).toBe(5)
    expect(rig.session.state().phase).toBe('ready')
    connection?.raw.pause()
    clock.advance(40_000)
    await until(() => expect(rig.states.map(({ phase }) => phase)).toEqual(['connecting', 'ready', 'reconnecting', 'connecting', 'ready']))
    connection?.raw.resume()
    await rig.session.stop()
    await noSocketLeft(server)
    expect(clock.pending()).toBe(0)
  })

  it('a server that does not answer the close frame is cut off', async () => {
    const clock = createFakeClock()
    const { server, rig } = await connectTo({}, { connector: createGenaiConnector(clock) })
    await ready(rig)
    server.connections[0]?.raw.pause()
    let stopped = false
    const stop = rig.session.stop().then(() => {
      stopped = true
    })
    clock.advance(999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).toBe(false)
    clock.advance(1)
    await stop
    server.connections[0]?.raw.resume()
    await noSocketLeft(server)
  })

  it('without a key it says so and connects nowhere', async () => {
    const { server, rig } = await connectTo({}, {}, { apiKey: null })
    await until(() => expect(rig.session.state()).toMatchObject({ phase: 'failed', cause: 'key-missing' }))
    expect(server.connections).toHaveLength(0)
  })

  it('a mistyped key with characters that addresses do not allow reaches the server as one', async () => {
    const { server, rig } = await connectTo({}, {}, { apiKey: ' not a key#&x=é ' })
    await ready(rig)
    expect(server.connections[0]?.url.endsWith(`?key=${encodeURIComponent('not a key#&x=é')}`)).toBe(true)
  })
})

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
