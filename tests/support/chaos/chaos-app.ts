import { type ConversationRegistry, createConversationRegistry } from '../../../src/main/conversations/conversation-registry'
import { createConversationDiagnostics } from '../../../src/main/diagnostics/conversation-diagnostics'
import { createInspectorModule } from '../../../src/main/diagnostics/inspector/inspector-module'
import { createNoticeService } from '../../../src/main/lib/notices'
import * as clientLibrary from '../../../src/main/models/live/client-library'
import { createGenaiConnector } from '../../../src/main/models/live/genai-connector'
import type { OpenRawSocket } from '../../../src/main/models/live/guarded-socket'
import type { LiveConnector } from '../../../src/main/models/live/live-connector'
import { createGenaiTextConnector } from '../../../src/main/models/text/genai-text-connector'
import type { Store } from '../../../src/main/storage/database/store'
import { createToolGate, type ToolGate } from '../../../src/main/tool-calls/tool-pipeline'
import type { MainTool } from '../../../src/main/tool-calls/tools/main-tool'
import { paymentTool } from '../../../src/main/tool-calls/tools/process-payment'
import type { EventName, EventPayload } from '../../../src/shared/ipc/contract'
import type { Settings } from '../../../src/shared/ipc/schemas'
import type { NewId } from '../../../src/shared/lib/ids'
import { noSpeechFiles } from '../no-speech-files'
import { type Transfers, transferTool } from '../transfer-tool'
import type { Chance } from './chance'
import type { ChaosRecord } from './chaos-record'
import type { VirtualClock } from './virtual-clock'

/** Planted bugs, for tests that show that the checks find them. */
export interface Sabotage {
  connector?(real: LiveConnector): LiveConnector
  tools?(real: readonly MainTool[]): readonly MainTool[]
}

/** Dependencies of one run of the app. */
export interface ChaosAppParts {
  readonly clock: VirtualClock
  readonly chance: Chance
  readonly record: ChaosRecord
  readonly sabotage: Sabotage
  readonly store: Store
  readonly newId: NewId
  readonly transfers: Transfers
  readonly open: OpenRawSocket
  readonly emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void
  settings(): Settings
}

/** Prefix of a conversation's key, by which the service knows who connects. */
export const KEY_BEFORE_ID = 'chaos-key-'

/**
 * The app as far as conversations need it: rules, approvals, tools, and connections to the model. Approvals are
 * answered at random, or not at all.
 */
export function startChaosApp(parts: ChaosAppParts): { readonly registry: ConversationRegistry; readonly gate: ToolGate } {
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
      // the app may have ended by then
      clock.after(chance.between(600, 9_000), () => void gate.queue.decide({ approvalId, inputHash, approved }))
    },
  })
  let connecting = ''
  const connector = createGenaiConnector(clock, { open: parts.open, load: async () => clientLibrary })
  const { flight, trace } = createInspectorModule({ clock, secrets: () => [] })
  const registry = createConversationRegistry({
    store,
    speechFiles: noSpeechFiles,
    queue: gate.queue,
    policy: {
      ...gate.policy,
      // asked for every connection, right before its key
      hiddenTools(conversationId) {
        connecting = conversationId ?? ''
        return gate.policy.hiddenTools(conversationId)
      },
    },
    judge: gate.judge,
    summaries: gate.summaries,
    tools: gate.runner,
    connector: sabotage.connector?.(connector) ?? connector,
    textConnector: createGenaiTextConnector(clock),
    diagnostics: createConversationDiagnostics(flight, trace),
    standIn: () => null,
    clock,
    newId,
    emit,
    notices: createNoticeService(newId, emit),
    log: {
      info: () => {},
      warn: () => {},
      error: (event, facts) => record.unhandled.push(`${event}: ${String(facts?.detail ?? facts?.error)}`),
    },
    sourceNames: () => [],
    settings: parts.settings,
    credentials: { present: () => true, next: async () => `${KEY_BEFORE_ID}${connecting}`, key: () => null },
    random: chance.next,
  })
  registry.resumeApprovals(gate.queue.recovered)
  return { registry, gate }
}
