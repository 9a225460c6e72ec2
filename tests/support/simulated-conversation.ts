import { createConversation } from '../../src/main/conversations/conversation'
import type { Conversation } from '../../src/main/conversations/conversation-types'
import * as clientLibrary from '../../src/main/models/live/client-library'
import { createGenaiConnector } from '../../src/main/models/live/genai-connector'
import { createLiveSession } from '../../src/main/models/live/live-session'
import { nudgeText } from '../../src/main/models/live/session-watch'
import type { FaultChoice } from '../../src/main/replay/simulator/faults/fault-choice'
import { createFixtureService } from '../../src/main/replay/simulator/fixture-service'
import { openMemoryStore } from '../../src/main/storage/database/open-store'
import type { Store } from '../../src/main/storage/database/store'
import { createToolGate } from '../../src/main/tool-calls/tool-pipeline'
import type { Fixture, FixtureStep } from '../../src/shared/fixtures/fixture'
import type { ConversationStatus } from '../../src/shared/ipc/schemas'
import { countingIds } from '../../src/shared/lib/ids'
import type { JsonObject } from '../../src/shared/lib/json'
import { createConverter } from '../../src/shared/protocol/from-gemini'
import { createVirtualClock, type VirtualClock } from './chaos/virtual-clock'
import { createVirtualNetwork } from './chaos/virtual-network'
import { testSetup } from './live-session-rig'
import { noSpeechFiles } from './no-speech-files'

/** A conversation with the simulator: everything is real except for the network and the time. */
export interface SimulatedConversation {
  readonly conversation: Conversation
  readonly store: Store
  readonly clock: VirtualClock
  status(): ConversationStatus
  /** The user speaks for half a second. */
  speak(): void
  /** The assistant's texts, answer by answer. */
  answers(): readonly string[]
  /** How often the model was asked again because it was silent. */
  nudges(): number
  /** Connections that were made. */
  connections(): number
  /** Violations that the service would not have accepted. */
  violations(): readonly string[]
  /** Removes all faults. */
  calmDown(): void
}

/** One spoken or typed question, and one answer in two pieces. */
export const oneAnswer: readonly FixtureStep[] = [
  { kind: 'expect', afterMs: 0, expectation: { kind: 'text' } },
  send({ serverContent: { outputTranscription: { text: 'It is ' } } }),
  send({ serverContent: { modelTurn: { parts: [sound()] }, outputTranscription: { text: 'sunny.' } } }),
  send({ serverContent: { generationComplete: true } }),
  send({ serverContent: { turnComplete: true } }),
]

export function simulatedConversation(options: {
  readonly faults?: readonly FaultChoice[]
  readonly steps?: readonly FixtureStep[]
  /** Wraps the store of the conversation. */
  readonly storeOver?: (store: Store) => Store
}): SimulatedConversation {
  const { faults = [], steps = oneAnswer, storeOver = (one) => one } = options
  const clock = createVirtualClock()
  const newId = countingIds()
  const store = storeOver(openMemoryStore({ clock, unreadable: () => {} }))
  store.conversations.create('conversation-1', '')
  const gate = createToolGate({
    store,
    tools: [],
    clock,
    newId,
    onApproval: () => {},
    onRules: () => {},
    onEnd: () => {},
    report: () => () => {},
  })
  const service = createFixtureService({ fixture: fixtureOf(steps), speed: 1, clock, faults })
  const sent: string[] = []
  let connections = 0
  const network = createVirtualNetwork({
    service,
    clock,
    latency: () => 10,
    wiretap: {
      toServer(connection, text) {
        connections = Math.max(connections, connection)
        sent.push(text)
      },
      fromServer() {},
      toClient() {},
      ended() {},
    },
  })
  const conversation = createConversation({
    conversationId: 'conversation-1',
    store,
    judge: gate.judge,
    queue: gate.queue,
    tools: gate.runner,
    clock,
    newId,
    newConverter: () => createConverter({ newId }),
    emit() {},
    createSession: (events) => ({
      ...createLiveSession({
        ...events,
        connector: createGenaiConnector(clock, { open: network.open, load: async () => clientLibrary }),
        clock,
        random: () => 0.5,
        setup: async () => testSetup('http://127.0.0.1:1'),
      }),
      choose() {},
      isWritten: () => false,
      stopWriting: () => false,
    }),
    createReader: () => ({ start() {}, play() {}, stop: () => null, played: () => false }),
    approvalSeconds: () => 120,
    isLive: () => true,
    // shown and not played: there is no player here
    isSilent: () => true,
    isNonBlocking: () => true,
    writtenBy: () => null,
    onStatus() {},
    onChanged() {},
    onCallDecided() {},
    onSessionState() {},
    onMalformed() {},
    speechFiles: noSpeechFiles,
  })
  return {
    conversation,
    store,
    clock,
    status: conversation.status,
    speak() {
      conversation.prepareSpeech()
      conversation.beginSpeech()
      conversation.audio(new Uint8Array(Int16Array.from({ length: 8_000 }, (_, index) => (index % 2 === 0 ? 900 : -900)).buffer))
      conversation.endSpeech()
    },
    answers: () =>
      conversation
        .messages()
        .filter(({ role }) => role === 'assistant')
        .map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('')),
    nudges: () => sent.filter((text) => text.includes(nudgeText)).length,
    connections: () => connections,
    violations: () => service.context.journal.violations(),
    calmDown: () => service.context.faults.disarm(),
  }
}

function fixtureOf(steps: readonly FixtureStep[]): Fixture {
  return {
    fixtureId: 'simulated',
    title: { en: 'Simulated', ja: 'シミュレーション' },
    prompt: { en: 'Go', ja: 'どうぞ' },
    note: { en: 'one answer', ja: '一つの答え' },
    protocol: 'gemini-live',
    model: 'gemini-3.8-live',
    repeat: false,
    steps: [...steps],
  }
}

function send(frame: JsonObject): FixtureStep {
  return { kind: 'send', afterMs: 50, frame }
}

function sound(): JsonObject {
  return { inlineData: { mimeType: 'audio/pcm;rate=24000', data: Buffer.alloc(960).toString('base64') } }
}
