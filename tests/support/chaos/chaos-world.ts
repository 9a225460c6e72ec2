import type { ConversationRegistry } from '../../../src/main/conversations/conversation-registry'
import type { FaultChoice } from '../../../src/main/fixtures/faults/fault-choice'
import { createFixtureService } from '../../../src/main/fixtures/fixture-service'
import { defaultSettings } from '../../../src/main/settings/default-settings'
import { openMemoryStore } from '../../../src/main/store/open-store'
import type { Store } from '../../../src/main/store/store'
import type { ToolGate } from '../../../src/main/tool-gate'
import type { EventName, EventPayload } from '../../../src/shared/ipc/contract'
import type { Settings } from '../../../src/shared/ipc/schemas'
import { countingIds } from '../../../src/shared/lib/ids'
import type { JsonObject } from '../../../src/shared/lib/json'
import type { Transfers } from '../transfer-tool'
import type { Chance } from './chance'
import { type Sabotage, startChaosApp } from './chaos-app'
import type { ChaosRecord } from './chaos-record'
import { CONNECTION_MARK, chaosRecording, HEARD_MARK } from './chaos-recording'
import { type ChaosTap, createChaosTap } from './chaos-wiretap'
import type { VirtualClock } from './virtual-clock'
import { createVirtualNetwork } from './virtual-network'
import type { Wiretap } from './virtual-socket'

/** One that is spoken to in another form than the default one. */
const OTHER_MODEL = 'gemini-2.5-flash-native-audio-preview-12-2025'

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
  /** The user chooses something else in the settings: another voice, another model, or another key. */
  changeSettings(what: 'voice' | 'model' | 'key'): Promise<void>
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
  let settings: Settings = defaultSettings
  let app: ReturnType<typeof startChaosApp> = startApp()

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

  function startApp(): ReturnType<typeof startChaosApp> {
    const isRunning = (gate: ToolGate): boolean => !over && gate === app.gate
    const parts = { clock, chance, record, sabotage, store, newId, transfers, emit, isRunning }
    return startChaosApp({ ...parts, open: network.open, settings: () => settings })
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
    async changeSettings(what) {
      if (what === 'voice') {
        settings = { ...settings, voice: settings.voice === 'Puck' ? 'Kore' : 'Puck' }
        app.registry.setupChanged()
        return
      }
      if (what === 'model') settings = { ...settings, model: settings.model === OTHER_MODEL ? defaultSettings.model : OTHER_MODEL }
      let changed = false
      void app.registry.sourceChanged().then(() => {
        changed = true
      })
      await clock.runUntil(() => changed, 10_000)
    },
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
