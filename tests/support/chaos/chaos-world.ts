import { type ConversationRegistry, createConversationRegistry } from '../../../src/main/conversations/conversation-registry'
import { createNoticeBoard } from '../../../src/main/conversations/notice-board'
import type { FaultChoice } from '../../../src/main/fixtures/faults/fault-choice'
import { createFixtureService } from '../../../src/main/fixtures/fixture-service'
import { createGenaiConnector } from '../../../src/main/live/genai-connector'
import type { LiveConnector } from '../../../src/main/live/live-connector'
import { defaultSettings } from '../../../src/main/settings/default-settings'
import { openMemoryStore } from '../../../src/main/store/open-store'
import type { Store } from '../../../src/main/store/store'
import { createGenaiTextConnector } from '../../../src/main/text/genai-text-connector'
import { createToolGate, type ToolGate } from '../../../src/main/tool-gate'
import type { MainTool } from '../../../src/main/tools/main-tool'
import { paymentTool } from '../../../src/main/tools/process-payment'
import type { EventName, EventPayload } from '../../../src/shared/ipc/contract'
import { countingIds, type NewId } from '../../../src/shared/lib/ids'
import type { JsonObject } from '../../../src/shared/lib/json'
import { type Transfers, transferTool } from '../transfer-tool'
import type { Chance } from './chance'
import type { ChaosRecord } from './chaos-record'
import { CONNECTION_MARK, chaosRecording, HEARD_MARK } from './chaos-recording'
import { type ChaosTap, createChaosTap } from './chaos-wiretap'
import type { VirtualClock } from './virtual-clock'
import { createVirtualNetwork } from './virtual-network'
import type { Wiretap } from './virtual-socket'

/** Ways to break the world on purpose: for tests of what finds that out. */
export interface Sabotage {
  connector?(real: LiveConnector): LiveConnector
  tools?(real: readonly MainTool[]): readonly MainTool[]
}

export interface ChaosWorldOptions {
  readonly chance: Chance
  readonly clock: VirtualClock
  readonly turns: number
  readonly faults: readonly FaultChoice[]
  readonly record: ChaosRecord
  readonly sabotage: Sabotage
  /** Gets a line for everything that goes over the network and every state of the session. */
  readonly trace: (line: string) => void
}

/** One conversation with everything behind it: session, rules, questions, tools, store; in front of it a service and virtual time. */
export interface ChaosWorld {
  readonly conversationId: string
  readonly registry: ConversationRegistry
  readonly gate: ToolGate
  readonly store: Store
  readonly tap: ChaosTap
  /** Sound of the model that the page has not played to its end. */
  sounding(): boolean
  /** Nothing goes wrong any more. */
  calmDown(): void
  openSockets(): number
  violations(): readonly string[]
  /** The app ends and is started again over what it stored. */
  restart(): Promise<void>
  close(): Promise<void>
}

export function createChaosWorld({ chance, clock, turns, faults, record, sabotage, trace }: ChaosWorldOptions): ChaosWorld {
  const tap = createChaosTap(record, clock.now)
  const began = clock.now()
  const newId = countingIds()
  const service = createFixtureService({
    fixture: chaosRecording(chance, turns),
    speed: 1,
    clock,
    faults,
    onStrike: (fault) => record.faults.push(fault),
    prepare: (frame, connection) => marked(frame, connection, tap.spokenOn(connection)),
  })
  const network = createVirtualNetwork({ service, clock, latency: () => chance.between(1, 40), wiretap: tracing(tap, told) })
  const store = openMemoryStore({ clock, unreadable: (table) => record.unhandled.push(`unreadable row in ${table}`) })
  const transfers: Transfers = { made: [] }
  const conversationId = store.conversations.create(newId('conversation'), '').conversationId
  const playing = new Map<string, number>()
  let over = false
  let app: ReturnType<typeof joinApp> = startApp()

  function emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    const event: { readonly name: EventName; readonly payload: unknown } = { name, payload }
    playSound(event.name, event.payload)
    if (event.name === 'conversation.status' || event.name.startsWith('stream.') || event.name.startsWith('playback.end'))
      told(`${name} ${JSON.stringify(payload)}`)
  }

  function told(line: string): void {
    trace(`${((clock.now() - began) / 1000).toFixed(2)} ${line.slice(0, 600)}`)
  }

  function playSound(name: EventName, payload: unknown): void {
    if (typeof payload !== 'object' || payload === null || !('turnId' in payload) || typeof payload.turnId !== 'string') return
    const { turnId } = payload
    if (name === 'playback.pcm' && 'pcm' in payload && payload.pcm instanceof Uint8Array) {
      playing.set(turnId, (playing.get(turnId) ?? 0) + payload.pcm.length / 2)
    } else if (name === 'playback.end') {
      clock.after((playing.get(turnId) ?? 0) / 24, () => played(turnId))
    } else if (name === 'playback.flush') playing.delete(turnId)
  }

  function played(turnId: string): void {
    const samples = playing.get(turnId)
    playing.delete(turnId)
    if (samples !== undefined) app.registry.get(conversationId).played(turnId, samples, true)
  }

  function startApp(): ReturnType<typeof joinApp> {
    const isRunning = (gate: ToolGate): boolean => !over && gate === app.gate
    return joinApp({ clock, chance, record, sabotage, store, newId, transfers, open: network.open, emit, isRunning })
  }

  return {
    conversationId,
    get registry() {
      return app.registry
    },
    get gate() {
      return app.gate
    },
    store,
    tap,
    sounding: () => playing.size > 0,
    calmDown: () => service.context.faults.disarm(),
    openSockets: network.openSockets,
    violations: () => service.context.journal.violations(),
    async restart() {
      app.gate.queue.close()
      await closeRegistry()
      playing.clear()
      app = startApp()
    },
    async close() {
      over = true
      app.gate.queue.close()
      await closeRegistry()
      for (const { toolCallId, reference } of store.wallet.payments()) record.effects.push({ toolCallId, reference })
      const messages = store.messages.list(conversationId)
      for (const { toolCallId } of transfers.made) record.effects.push({ toolCallId, reference: noteOf(toolCallId) })
      record.messages = messages
      record.violations = service.context.journal.violations()
      record.openSockets = network.openSockets()
      store.close()
    },
  }

  function noteOf(toolCallId: string): string {
    const parts = store.messages.list(conversationId).flatMap((message) => message.parts)
    const part = parts.find((one) => one.type === 'dynamic-tool' && one.toolCallId === toolCallId)
    const input: unknown = part?.type === 'dynamic-tool' && 'input' in part ? part.input : null
    return typeof input === 'object' && input !== null && 'note' in input ? String(input.note) : toolCallId
  }

  async function closeRegistry(): Promise<void> {
    let closed = false
    void app.registry.close().then(() => {
      closed = true
    })
    await clock.runUntil(() => closed, 10_000)
    await clock.run(5_000)
  }
}

interface AppParts extends Pick<ChaosWorldOptions, 'clock' | 'chance' | 'record' | 'sabotage'> {
  readonly store: Store
  readonly newId: NewId
  readonly transfers: Transfers
  readonly open: Parameters<typeof createGenaiConnector>[1]
  readonly emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void
  /** Whether this is the app that runs now. */
  isRunning(gate: ToolGate): boolean
}

function joinApp(parts: AppParts): { readonly registry: ConversationRegistry; readonly gate: ToolGate } {
  const { clock, chance, record, sabotage, store, newId, transfers, emit } = parts
  const report = (event: string) => (error: unknown) => record.unhandled.push(`${event}: ${String(error)}`)
  const tools = [paymentTool(store.wallet, clock, newId), transferTool(transfers, { approval: 'allow', risk: 'low' })]
  const gate = createToolGate({
    store,
    tools: sabotage.tools?.(tools) ?? tools,
    clock,
    newId,
    report,
    onRules: () => {},
    onEnd: () => {},
    onApproval: (approval) => {
      if (approval.state !== 'requested') return
      if (chance.happens(0.15)) return
      const approved = chance.happens(0.7)
      const { approvalId, inputHash } = approval
      clock.after(chance.between(600, 9_000), () => {
        if (parts.isRunning(gate)) gate.queue.decide({ approvalId, inputHash, approved })
      })
    },
  })
  const connector = createGenaiConnector(clock, parts.open)
  const registry = createConversationRegistry({
    store,
    queue: gate.queue,
    policy: gate.policy,
    judge: gate.judge,
    summaries: gate.summaries,
    tools: gate.runner,
    connector: sabotage.connector?.(connector) ?? connector,
    textConnector: createGenaiTextConnector(),
    clock,
    newId,
    emit,
    notices: createNoticeBoard(newId, emit),
    fixtures: [],
    replayFaults: [],
    log: {
      info: () => {},
      warn: () => {},
      error: (event, facts) => record.unhandled.push(`${event}: ${String(facts?.detail ?? facts?.error)}`),
    },
    settings: () => defaultSettings,
    credentials: { present: () => true, next: async () => 'chaos-key', key: () => null },
    replaySpeed: () => 1,
    random: chance.next,
  })
  registry.resumeQuestions(gate.queue.recovered)
  return { registry, gate }
}

function tracing(tap: Wiretap, trace: (line: string) => void): Wiretap {
  return {
    toServer(connection, text) {
      trace(`→ ${connection} ${text}`)
      tap.toServer(connection, text)
    },
    fromServer: tap.fromServer,
    toClient(connection, text) {
      trace(`← ${connection} ${text}`)
      tap.toClient(connection, text)
    },
    ended(connection, how) {
      trace(`× ${connection} ${how}`)
      tap.ended(connection, how)
    },
  }
}

function marked(frame: JsonObject, connection: number, spoken: string): JsonObject {
  const text = JSON.stringify(frame).replaceAll(CONNECTION_MARK, `c${connection}`).replaceAll(HEARD_MARK, spoken)
  const value: JsonObject = JSON.parse(text)
  return value
}
