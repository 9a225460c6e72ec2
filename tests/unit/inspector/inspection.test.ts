import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecordedEvent } from '../../../src/shared/fixtures/recorded-event'
import { connectionsOf } from '../../../src/shared/inspector/connections'
import type { ConversionStep } from '../../../src/shared/inspector/conversion-step'
import { frameLabel } from '../../../src/shared/inspector/frame-label'
import { Inspection } from '../../../src/shared/inspector/inspection'
import { createPartFinder } from '../../../src/shared/inspector/part-finder'
import { TurnLog, type TurnTimes } from '../../../src/shared/inspector/turn-log'
import { waterfallOf } from '../../../src/shared/inspector/turn-spans'
import { countingIds } from '../../../src/shared/lib/ids'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { happenings } from '../../support/arbitrary-happenings'
import { play } from '../../support/converter-script'
import { paperJpeg } from '../../support/paper-jpeg'

const picture = Buffer.from(paperJpeg(768, 432)).toString('base64')
const pcm = Buffer.alloc(960).toString('base64')
const sent = fc.oneof(
  fc.constant({ setup: { model: 'models/gemini-3.8-live', tools: [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }] } }),
  fc.constant({ realtimeInput: { activityStart: {} } }),
  fc.constant({ realtimeInput: { audio: { mimeType: 'audio/pcm;rate=16000', data: pcm } } }),
  fc.constant({ realtimeInput: { activityEnd: {} } }),
  fc.constant({ toolResponse: { functionResponses: [{ id: 'c', name: 'pay', response: { status: 'waiting' } }] } }),
  fc.constant({ clientContent: { turns: [{ role: 'user', parts: [{ text: 'Hello' }] }], turnComplete: true } }),
)
const received = fc.oneof(
  fc.constant({ setupComplete: {} }),
  fc.constant({ serverContent: { inputTranscription: { text: 'Pay it' } } }),
  fc.constant({ serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: pcm } }] } } }),
  fc.constant({ serverContent: { outputTranscription: { text: 'Done.' } } }),
  fc.constant({ toolCall: { functionCalls: [{ id: 'c', name: 'pay', args: { amount: 5 } }] } }),
  fc.constant({ serverContent: { turnComplete: true }, usageMetadata: { promptTokenCount: 5, responseTokenCount: 7 } }),
  fc.constant({ goAway: { timeLeft: '10s' } }),
  fc.jsonValue({ maxDepth: 3 }),
)
const frame = fc.oneof(
  sent.map((value) => ({ direction: 'sent' as const, text: JSON.stringify(value) })),
  received.map((value) => ({ direction: 'received' as const, text: JSON.stringify(value) })),
  fc.record({ direction: fc.constant('received' as const), text: fc.string() }),
)
type Recording = { readonly events: readonly RecordedEvent[]; readonly steps: readonly ConversionStep[] }

/** Main's recording of such frames. */
const recording: fc.Arbitrary<Recording> = fc.array(frame, { maxLength: 40 }).map((frames) => {
  const events = frames.map(
    (one, index): RecordedEvent => ({ kind: 'frame', protocol: 'gemini-live', connection: 1, at: 1000 + index * 10, index, ...one }),
  )
  const newId = countingIds()
  const steps = events.flatMap((event): readonly ConversionStep[] =>
    event.kind === 'frame' && event.direction === 'received'
      ? [{ kind: 'frame', event: event.index, after: event.index, at: event.at, ids: [newId('a'), newId('b'), newId('c'), newId('d')] }]
      : [],
  )
  return { events, steps }
})

describe('an inspection', () => {
  it('shows every frame once, in order, and joins only sound that follows sound', () => {
    fc.assert(
      fc.property(recording, ({ events, steps }) => {
        const inspection = new Inspection()
        inspection.take(events, steps)
        expect(inspection.wire.flatMap((row) => inspection.eventsOf(row).map(({ index }) => index))).toEqual(
          events.map(({ index }) => index),
        )
        expect(inspection.wire.reduce((sum, { count }) => sum + count, 0)).toBe(events.length)
        expect(inspection.wire.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
          events.reduce((sum, event) => sum + (event.kind === 'frame' ? event.text.length : 0), 0),
        )
        expect(inspection.wire.filter(({ count, audio }) => count > 1 && !audio)).toEqual([])
      }),
    )
  })

  it('links a frame to its chunks and back', () => {
    fc.assert(
      fc.property(recording, ({ events, steps }) => {
        const inspection = new Inspection()
        inspection.take(events, steps)
        for (const row of inspection.wire) {
          for (const chunk of inspection.chunks.slice(row.chunksFrom, row.chunksTo)) expect(chunk.wire).toBe(row.place)
        }
        const led = inspection.wire.reduce((sum, { chunksFrom, chunksTo }) => sum + chunksTo - chunksFrom, 0)
        expect(led).toBe(inspection.chunks.filter(({ wire }) => wire !== null).length)
        for (const { messageId } of inspection.chunks) expect(inspection.rowOfMessage(messageId)).not.toBeNull()
      }),
    )
  })

  it('is the same whatever its pieces', () => {
    fc.assert(
      fc.property(recording, fc.array(fc.nat({ max: 40 }), { maxLength: 5 }), ({ events, steps }, cuts) => {
        const whole = new Inspection()
        whole.take(events, steps)
        const pieces = new Inspection()
        const places = [0, ...cuts.sort((one, other) => one - other), events.length]
        for (const [index, from] of places.entries()) {
          const to = places[index + 1] ?? events.length
          pieces.take(
            events.slice(from, to),
            steps.filter(({ after }) => after >= from && after < to),
          )
        }
        expect(pieces.wire).toEqual(whole.wire)
        expect(pieces.chunks).toEqual(whole.chunks)
        expect(pieces.turns()).toEqual(whole.turns())
      }),
    )
  })
})

describe('the part of a message that a chunk makes or changes', () => {
  it('is the one that folding changes', () => {
    fc.assert(
      fc.property(happenings, (happened) => {
        const partOf = createPartFinder()
        let thread = emptyThread()
        for (const placed of play(happened)) {
          const partsOf = () => thread.messages.find(({ id }) => id === placed.messageId)?.parts ?? []
          const before = partsOf()
          thread = foldChunk(thread, placed)
          const after = partsOf()
          const changed = after.findIndex((part, index) => part !== before[index])
          if (changed >= 0) expect(partOf(placed)).toBe(changed)
          else partOf(placed)
        }
      }),
    )
  })
})

describe('the summary of a frame', () => {
  it.each([
    [
      { setup: { model: 'models/gemini-3.8-live', tools: [{ functionDeclarations: [{}, {}] }], sessionResumption: { handle: 'x' } } },
      'sent',
      'setup',
      'gemini-3.8-live, 2 tools, resumes',
    ],
    [{ realtimeInput: { activityEnd: {} } }, 'sent', 'realtimeInput', 'activityEnd'],
    [{ realtimeInput: { video: { mimeType: 'image/jpeg', data: picture } } }, 'sent', 'realtimeInput.video', '768 × 432, 23 bytes'],
    [{ realtimeInput: { video: { mimeType: 'image/jpeg', data: '' } } }, 'sent', 'realtimeInput.video', ''],
    [{ toolResponse: { functionResponses: [{ name: 'pay', response: { status: 'waiting' } }] } }, 'sent', 'toolResponse', 'pay waiting'],
    [{ toolCall: { functionCalls: [{ name: 'process_payment' }] } }, 'received', 'toolCall', 'process_payment'],
    [{ serverContent: { inputTranscription: { text: 'Pay it' } } }, 'received', 'serverContent', 'inputTranscription “Pay it”'],
    [{ sessionResumptionUpdate: { newHandle: 'h', resumable: true } }, 'received', 'sessionResumptionUpdate', 'resumable'],
    [{ goAway: { timeLeft: '10s' } }, 'received', 'goAway', '10s'],
  ] as const)('for %j is %s: %s %s', (value, direction, kind, detail) => {
    const event = { kind: 'frame', protocol: 'gemini-live', connection: 1, at: 0, index: 0, direction, text: '' } as const
    expect(frameLabel(JSON.parse(JSON.stringify(value)), event)).toMatchObject({ kind, detail })
  })

  it('never fails, whatever its content', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('setup', 'realtimeInput', 'toolResponse', 'serverContent', 'toolCall', 'contents', 'candidates', 'goAway'),
          fc.jsonValue({ maxDepth: 4 }),
        ),
        fc.constantFrom('sent', 'received'),
        fc.constantFrom('gemini-live', 'gemini-text'),
        (value, direction, protocol) => {
          const event = { kind: 'frame', protocol, connection: 1, at: 0, index: 0, direction, text: '' } as const
          expect(frameLabel(JSON.parse(JSON.stringify(value)), event).kind).not.toBe('')
        },
      ),
    )
  })
})

describe('the times of a turn', () => {
  const moment = fc.option(fc.nat({ max: 100_000 }), { nil: null })
  const names = [
    'keyDown',
    'keyUp',
    'firstSent',
    'speechEnd',
    'toolCall',
    'asked',
    'decided',
    'firstAudio',
    'firstSample',
    'heardEnd',
    'done',
  ] as const

  it('are laid out within the turn, whatever is known of it', () => {
    fc.assert(
      fc.property(fc.tuple(...names.map(() => moment)), (values) => {
        const times = Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])) as unknown as TurnTimes
        const { spans, length, toFirstSound } = waterfallOf(times)
        for (const { from, to } of spans) expect(from >= 0 && from <= to && to <= length).toBe(true)
        expect(toFirstSound === null || toFirstSound >= 0).toBe(true)
      }),
    )
  })

  it('name each phase and its budget', () => {
    const times = {
      keyDown: 0,
      firstSent: 38,
      speechEnd: 1958,
      toolCall: 2355,
      asked: null,
      decided: null,
      firstAudio: 2568,
      firstSample: 2610,
      heardEnd: 4770,
      done: 5166,
    }
    const { spans, length, toFirstSound } = waterfallOf(times)
    expect(spans.map(({ name, from, to, budget }) => [name, to - from, budget])).toEqual([
      ['key-to-sent', 38, 60],
      ['you-speak', 1920, null],
      ['to-tool-call', 397, null],
      ['to-audio', 213, null],
      ['to-sound', 42, 80],
      ['parley-speaks', 2160, null],
    ])
    expect({ length, toFirstSound }).toEqual({ length: 4770, toFirstSound: 652 })
  })
})

describe('the times of a turn that is not as usual', () => {
  const audio = frameLabel(
    { realtimeInput: { audio: { mimeType: 'audio/pcm;rate=16000', data: pcm } } },
    { kind: 'frame', protocol: 'gemini-live', connection: 1, direction: 'sent', text: '', at: 0, index: 0 },
  )
  const frameAt = (at: number) =>
    ({ kind: 'frame', protocol: 'gemini-live', connection: 1, direction: 'sent', text: '', at, index: 0 }) as const
  const played = (at: number, turnId: string, samples: number): RecordedEvent => ({
    ...{ kind: 'played', turnId, samples, done: false },
    ...{ at, index: 0 },
  })
  const answer = (turnId: string) =>
    ({ conversationId: 'c', turnId, messageId: `answer-${turnId}`, role: 'assistant', seq: 1, chunk: { type: 'start-step' } }) as const

  it('say how long the user spoke, though what was spoken while it connected was sent at once', () => {
    const log = new TurnLog()
    log.mark('key-down', 0)
    log.mark('key-up', 2000)
    log.begin()
    const words = { ...audio, kind: 'realtimeInput', detail: 'activityEnd' }
    log.frame(frameAt(2500), { realtimeInput: {} }, audio)
    log.frame(frameAt(2514), { realtimeInput: {} }, words)
    const [turn] = log.list()
    expect(turn?.times).toMatchObject({ keyDown: 0, keyUp: 2000, firstSent: 2500, speechEnd: 2514 })
    expect(waterfallOf(turn?.times ?? {}).spans.find(({ name }) => name === 'you-speak')?.took).toBe(2000)
  })

  it('have no speech where a demo sends that of a typed sentence at once', () => {
    const names = (times: Partial<TurnTimes>) => waterfallOf(times).spans.map(({ name }) => name)
    expect(names({ firstSent: 1000, speechEnd: 1004 })).not.toContain('you-speak')
    expect(names({ firstSent: 1000, speechEnd: 1300 })).toContain('you-speak')
    expect(names({ keyDown: 990, keyUp: 1004, firstSent: 1000, speechEnd: 1004 })).toContain('you-speak')
  })

  it('count Parley’s voice without the wait for an answer, and the first sound from that answer on', () => {
    const log = new TurnLog()
    log.begin()
    log.chunk(answer('turn-1'))
    // one second of sound, then 88 seconds without any, then half a second
    for (const [at, samples] of [
      [1000, 960],
      [1960, 24_000],
      [90_000, 24_960],
      [90_460, 36_000],
    ] as const)
      log.event(played(at, 'turn-1', samples))
    const [turn] = log.list()
    expect(turn?.heard).toEqual([
      { from: 960, to: 1960 },
      { from: 89_960, to: 90_460 },
    ])
    const times = { ...turn?.times, speechEnd: 500, asked: 900, decided: 800 }
    const { spans, toFirstSound } = waterfallOf(times, turn?.heard)
    expect(spans.find(({ name }) => name === 'parley-speaks')).toMatchObject({ from: 460, to: 89_960, took: 1500 })
    expect(toFirstSound).toBe(160)
  })

  it('leave out the sound of the answer before, which still plays', () => {
    const log = new TurnLog()
    log.begin()
    log.chunk(answer('turn-1'))
    log.event(played(1000, 'turn-1', 960))
    log.begin()
    log.event(played(1040, 'turn-1', 1920))
    log.chunk(answer('turn-2'))
    log.event(played(5040, 'turn-2', 960))
    expect(log.list().map(({ times, heard }) => ({ firstSample: times.firstSample, heard }))).toEqual([
      { firstSample: 960, heard: [{ from: 960, to: 1040 }] },
      { firstSample: 5000, heard: [{ from: 5000, to: 5040 }] },
    ])
  })
})

describe('the connections', () => {
  it('show how each began, its goAway, and how it ended', () => {
    const text = (value: object) => JSON.stringify(value)
    const frameOf = (index: number, connection: number, direction: 'sent' | 'received', words: string): RecordedEvent => {
      return { kind: 'frame', protocol: 'gemini-live', connection, direction, text: words, at: index, index }
    }
    const events: readonly RecordedEvent[] = [
      { kind: 'connecting', protocol: 'gemini-live', connection: 1, at: 0, index: 0 },
      frameOf(1, 1, 'sent', text({ setup: {} })),
      frameOf(2, 1, 'received', text({ setupComplete: {} })),
      frameOf(3, 1, 'received', 'no json'),
      frameOf(4, 1, 'received', text({ goAway: { timeLeft: '5s' } })),
      {
        kind: 'closed',
        protocol: 'gemini-live',
        connection: 1,
        code: 1006,
        reason: '',
        error: 'socket hang up',
        byParley: false,
        at: 5,
        index: 5,
      },
      { kind: 'connecting', protocol: 'gemini-live', connection: 2, at: 6, index: 6 },
      frameOf(7, 2, 'sent', text({ setup: { sessionResumption: { handle: 'h' } } })),
    ]
    const common = { protocol: 'gemini-live' }
    expect(connectionsOf(events)).toEqual([
      { ...common, generation: 1, from: 0, ready: 2, to: 5, resumed: false, goAway: 4, fault: '1006 socket hang up', malformed: 1 },
      { ...common, generation: 2, from: 6, ready: null, to: null, resumed: true, goAway: null, fault: null, malformed: 0 },
    ])
  })
})

it('a message of a server is a row of its own between the frames, with its server and method', () => {
  const inspection = new Inspection()
  const text = '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read"}}'
  const frame = { kind: 'frame', protocol: 'gemini-live', connection: 1, direction: 'received', text: '{"setupComplete":{}}' } as const
  inspection.take(
    [
      { at: 1, index: 0, ...frame },
      { at: 2, index: 1, kind: 'server-message', server: 'notes', direction: 'sent', text },
      { at: 3, index: 2, ...frame },
    ],
    [],
  )
  expect(inspection.wire).toHaveLength(3)
  expect(inspection.wire[1]).toMatchObject({
    kind: 'mcp',
    detail: 'notes tools/call',
    direction: 'sent',
    connection: 1,
    bytes: text.length,
  })
})
