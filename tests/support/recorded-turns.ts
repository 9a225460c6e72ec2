import { createConversionTrace } from '../../src/main/diagnostics/inspector/conversion-trace'
import { createFlightRecorder } from '../../src/main/diagnostics/recording/flight-recorder'
import type { RecordedEvent } from '../../src/shared/fixtures/recorded-event'
import type { ConversionStep } from '../../src/shared/inspector/conversion-step'
import type { JsonObject } from '../../src/shared/lib/json'
import type { ConverterInput } from '../../src/shared/protocol/converter-input'

/** Main's recording of a conversation. */
export interface RecordedTurns {
  readonly events: readonly RecordedEvent[]
  readonly steps: readonly ConversionStep[]
}

const ID = 'conversation-0'
const wirePcm = (milliseconds: number, rate: number) => Buffer.alloc((milliseconds * rate * 2) / 1000).toString('base64')
const tools = ['get_weather', 'process_payment', 'execute_sql', 'read_file', 'open_url', 'set_timer']
const payment = {
  recipient: 'Hoshino Print K.K.',
  amount: 48_600,
  currency: 'JPY',
  account: 'studio',
  reference: 'INV-2231',
  when: '2026-11-27',
}

/**
 * Feeds main's own recorder and trace with this many turns, each a spoken payment order with an approval; `start` in ms
 * since the epoch; `soundMs` of sound in each frame.
 */
export function recordedTurns(start: number, turns: number, answerId: (turn: number) => string, soundMs = 20): RecordedTurns {
  let now = start
  let turn = 0
  const asked = new Set<string>()
  const counts = new Map<string, number>()
  const newId = (prefix: string): string => {
    const count = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, count)
    return prefix === 'message' && count % 2 === 0 ? answerId(turn) : `${prefix}-${count}`
  }
  const everything = { milliseconds: 1e9, characters: 1e9 }
  const flight = createFlightRecorder({ now: () => now }, everything)
  const trace = createConversionTrace(flight, { now: () => now })
  const converter = trace.converter(ID, newId)
  const push = (input: ConverterInput) => void converter.push(input)
  const observer = trace.hearing(ID, {
    onFrame(frame) {
      push({ type: 'live', frame })
      ask()
    },
    onMalformed: () => undefined,
    onState: () => undefined,
    onRepeat: () => undefined,
    history: () => [],
    lastUserText: () => '',
    onSwitch: () => undefined,
    onTextChunk: () => undefined,
    onTextCounts: () => undefined,
    onTextEnd: () => undefined,
    textHistory: () => ({ messages: [], contentsOf: () => [] }),
  })
  /** As the app does when it receives a call. */
  const ask = (): void => {
    for (const { toolCallId } of converter.calls()) {
      if (asked.has(toolCallId)) continue
      asked.add(toolCallId)
      flight.add(ID, { kind: 'decision', toolCallId, toolName: 'process_payment', input: payment, state: 'requested' })
      push({ type: 'approval-requested', toolCallId, approvalId: `appr_${turn}` })
      push({ type: 'pause' })
    }
  }
  const sent = (frame: JsonObject) =>
    flight.add(ID, { kind: 'frame', protocol: 'gemini-live', connection: 1, direction: 'sent', text: JSON.stringify(frame) })
  const received = (frame: JsonObject) => {
    flight.add(ID, { kind: 'frame', protocol: 'gemini-live', connection: 1, direction: 'received', text: JSON.stringify(frame) })
    observer.onFrame(frame)
  }

  const setup = { model: 'models/gemini-3.8-live', tools: [{ functionDeclarations: tools.map((name) => ({ name, parameters: {} })) }] }
  flight.add(ID, { kind: 'connecting', protocol: 'gemini-live', connection: 1 })
  sent({ setup })
  now += 412
  received({ setupComplete: {} })
  for (turn = 1; turn <= turns; turn += 1) {
    trace.mark(ID, 'key-down')
    now += 38
    sent({ realtimeInput: { activityStart: {} } })
    push({ type: 'user-speech-start' })
    for (let frame = 0; frame < 18; frame += 1) {
      sent({ realtimeInput: { audio: { mimeType: 'audio/pcm;rate=16000', data: wirePcm(soundMs, 16_000) } } })
      now += 100
    }
    received({ serverContent: { inputTranscription: { text: 'Pay it from the studio account.' } } })
    sent({ realtimeInput: { activityEnd: {} } })
    push({ type: 'user-speech-end' })
    now += 397
    received({ toolCall: { functionCalls: [{ id: `fc-${turn}`, name: 'process_payment', args: payment }] } })
    const toolCallId = converter.calls()[0]?.toolCallId ?? ''
    now += 2
    sent({ toolResponse: { functionResponses: [{ id: `fc-${turn}`, name: 'process_payment', response: { status: 'waiting' } }] } })
    now += 1200
    flight.add(ID, { kind: 'decision', toolCallId, toolName: 'process_payment', input: payment, state: 'approved' })
    push({ type: 'call-settled', toolCallId, outcome: { kind: 'result', output: { paid: true } } })
    sent({ toolResponse: { functionResponses: [{ id: `fc-${turn}`, name: 'process_payment', response: { status: 'done', paid: true } }] } })
    now += 213
    for (let frame = 0; frame < 9; frame += 1) {
      received({
        serverContent: {
          modelTurn: { role: 'model', parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: wirePcm(soundMs, 24_000) } }] },
        },
      })
      now += 20
    }
    received({ serverContent: { outputTranscription: { text: 'It is paid.' } } })
    flight.add(ID, { kind: 'played', turnId: converter.currentTurnId() ?? '', samples: 480, done: false })
    received({ sessionResumptionUpdate: { newHandle: '[redacted]', resumable: true } })
    now += 2160
    flight.add(ID, { kind: 'played', turnId: converter.currentTurnId() ?? '', samples: 4320, done: true })
    const usageMetadata = {
      promptTokenCount: 2200,
      responseTokenCount: 310,
      responseTokensDetails: [{ modality: 'AUDIO', tokenCount: 300 }],
    }
    received({ serverContent: { generationComplete: true, turnComplete: true }, usageMetadata })
    now += 500
  }
  flight.add(ID, {
    kind: 'closed',
    protocol: 'gemini-live',
    connection: 1,
    code: 1006,
    reason: '',
    error: 'socket hang up',
    byParley: false,
  })
  now += 900
  flight.add(ID, { kind: 'connecting', protocol: 'gemini-live', connection: 2 })
  return { events: flight.events(ID), steps: trace.steps(ID).steps }
}
