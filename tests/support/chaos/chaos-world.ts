import type { ConversationRegistry } from '../../../src/main/conversations/conversation-registry'
import type { OpenRawSocket } from '../../../src/main/models/live/guarded-socket'
import type { FaultChoice } from '../../../src/main/replay/simulator/faults/fault-choice'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import type { ToolGate } from '../../../src/main/tool-calls/tool-pipeline'
import type { EventName, EventPayload } from '../../../src/shared/ipc/contract'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'
import type { Settings } from '../../../src/shared/ipc/schemas'
import { countingIds } from '../../../src/shared/lib/ids'
import type { Transfers } from '../transfer-tool'
import type { Chance } from './chance'
import { KEY_BEFORE_ID, type Sabotage, startChaosApp } from './chaos-app'
import { type ChaosLine, createChaosLine } from './chaos-line'
import type { ChaosRecord } from './chaos-record'
import type { VirtualClock } from './virtual-clock'

/** A model with another protocol form than the default one. */
const OTHER_MODEL = 'gemini-2.5-flash-native-audio-preview-12-2025'

/** One of the conversations of a world. */
export interface ChaosPart {
  readonly chance: Chance
  readonly turns: number
  readonly faults: readonly FaultChoice[]
  readonly record: ChaosRecord
}

export interface ChaosWorldOptions {
  readonly clock: VirtualClock
  /** Random numbers for what all conversations share. */
  readonly chance: Chance
  readonly parts: readonly ChaosPart[]
  readonly sabotage: Sabotage
  /** Gets a line for everything on the network and every state of a session. */
  readonly trace: (line: string) => void
}

/**
 * Conversations with all their parts: sessions, rules, approvals, tools, store; each with a service and virtual time.
 */
export interface ChaosWorld {
  readonly lines: readonly ChaosLine[]
  readonly registry: ConversationRegistry
  readonly gate: ToolGate
  /** The app is shutting down, or applies other settings: it can't be used. */
  isBusy(): boolean
  /** The user changes the settings: another voice, another model, or another key. */
  changeSettings(what: 'voice' | 'model' | 'key'): Promise<void>
  /** Quits the app and starts it again over its data. */
  restart(): Promise<void>
  close(): Promise<void>
}

export function createChaosWorld({ chance, clock, parts, sabotage, trace }: ChaosWorldOptions): ChaosWorld {
  const began = clock.now()
  const newId = countingIds()
  const unhandled = parts[0]?.record.unhandled ?? []
  const store = openMemoryStore({ clock, unreadable: (table) => unhandled.push(`unreadable row in ${table}`) })
  const transfers: Transfers = { made: [] }
  let settings: Settings = defaultSettings
  let busy = false
  const lines = parts.map((part, place) => {
    const conversationId = store.conversations.create(newId('conversation'), '').conversationId
    return createChaosLine({
      ...part,
      conversationId,
      place,
      clock,
      trace: (line) => told(parts.length > 1 ? `${conversationId} ${line}` : line),
      played: (turnId, samples) => app.registry.get(conversationId).played(turnId, samples, true),
    })
  })
  let app: ReturnType<typeof startChaosApp> = startApp()

  function emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    const event: { readonly name: EventName; readonly payload: unknown } = { name, payload }
    const { payload: facts } = event
    if (typeof facts === 'object' && facts !== null && 'conversationId' in facts) {
      lines.find(({ conversationId }) => conversationId === facts.conversationId)?.hear(event.name, facts)
    }
    if (event.name === 'conversation.status' || event.name.startsWith('stream.') || event.name.startsWith('playback.end'))
      told(`${name} ${JSON.stringify(payload)}`)
  }

  function told(line: string): void {
    trace(`${((clock.now() - began) / 1000).toFixed(2)} ${line.slice(0, 600)}`)
  }

  function startApp(): ReturnType<typeof startChaosApp> {
    const [{ record } = { record: undefined }] = parts
    if (record === undefined) throw new Error('a world needs a conversation')
    return startChaosApp({ clock, chance, record, sabotage, store, newId, transfers, emit, open: openSocket, settings: () => settings })
  }

  /** Each conversation has a key of its own, and a service of its own. */
  function openSocket(...[url, headers]: Parameters<OpenRawSocket>) {
    const key = new URL(url).searchParams.get('key') ?? ''
    const line = lines.find(({ conversationId }) => `${KEY_BEFORE_ID}${conversationId}` === key)
    if (line === undefined) throw new Error(`nobody has the key ${key}`)
    return line.open(url, headers)
  }

  /** The conversation of a call; the first one if it has none. */
  function lineOf(toolCallId: string): ChaosLine | undefined {
    return lines.find(({ conversationId }) => inputOf(conversationId, toolCallId) !== undefined) ?? lines[0]
  }

  function inputOf(conversationId: string, toolCallId: string): unknown {
    const all = store.messages.list(conversationId).flatMap((message) => message.parts)
    const part = all.find((one) => one.type === 'dynamic-tool' && one.toolCallId === toolCallId)
    return part?.type === 'dynamic-tool' && 'input' in part ? part.input : undefined
  }

  async function whileBusy(body: () => Promise<void>): Promise<void> {
    busy = true
    await body()
    busy = false
  }

  async function end(): Promise<void> {
    app.gate.queue.close()
    let closed = false
    void app.registry.close().then(() => {
      closed = true
    })
    await clock.runUntil(() => closed, 10_000)
    await clock.run(5_000)
  }

  return {
    lines,
    get registry() {
      return app.registry
    },
    get gate() {
      return app.gate
    },
    isBusy: () => busy,
    async changeSettings(what) {
      if (what === 'voice') {
        settings = { ...settings, voice: settings.voice === 'Puck' ? 'Kore' : 'Puck' }
        app.registry.setupChanged()
        return
      }
      if (what === 'model') settings = { ...settings, model: settings.model === OTHER_MODEL ? defaultSettings.model : OTHER_MODEL }
      await whileBusy(async () => {
        let changed = false
        void app.registry.sourceChanged().then(() => {
          changed = true
        })
        await clock.runUntil(() => changed, 10_000)
      })
    },
    restart: () =>
      whileBusy(async () => {
        await end()
        for (const line of lines) line.silence()
        app = startApp()
      }),
    async close() {
      await end()
      for (const { toolCallId, reference } of store.wallet.payments()) lineOf(toolCallId)?.record.effects.push({ toolCallId, reference })
      for (const { toolCallId } of transfers.made) {
        const line = lineOf(toolCallId)
        const input = line === undefined ? undefined : inputOf(line.conversationId, toolCallId)
        const note = typeof input === 'object' && input !== null && 'note' in input ? String(input.note) : toolCallId
        line?.record.effects.push({ toolCallId, reference: note })
      }
      for (const { record, conversationId, violations, openSockets } of lines) {
        record.messages = store.messages.list(conversationId)
        record.violations = violations()
        record.openSockets = openSockets()
      }
      store.close()
    },
  }
}
