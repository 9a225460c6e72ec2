import type { ServerMessage } from '../../shared/ipc/tool-server-calls'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { createDataModule, type DataFiles, type DataModule } from '../data/data-module'
import { overlayAsks } from '../desktop/overlay/overlay-wanted'
import { createExternalPrompts, type ExternalPrompts } from '../desktop/prompts/external-prompts'
import { type ClientBridge, createClientBridge } from '../gateway/client-bridge'
import { createSignal, type Signal } from '../lib/signal'
import { translatorFor } from '../lib/translations'
import type { Platform } from '../platform/platform'
import { createElicitations, type Elicitations } from '../servers/elicitations'
import { createToolServers, type ToolServers } from '../servers/tool-servers'
import type { RecordedCalls } from '../tool-calls/recorded-calls'
import { createToolGate, type ToolGate } from '../tool-calls/tool-pipeline'
import { builtInTools } from '../tool-calls/tools/built-in-tools'
import { createLookRequests, type LookRequests } from '../tool-calls/tools/look'
import { createPageTools, type PageTools, runsInPage } from '../tool-calls/tools/page-tools'
import { createScreenshotFiles, type ScreenshotFiles } from '../tool-calls/tools/screenshot-files'
import { announceTimer } from '../tool-calls/tools/timers/announce-timer'
import { startTimerService, type TimerService } from '../tool-calls/tools/timers/timer-service'
import type { Foundation } from './open-foundation'

/** Dependencies of the tools. */
export interface ComposeToolsOptions {
  readonly platform: Platform
  readonly clock: Clock
  readonly newId: NewId
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly version: string
  readonly dataFiles: DataFiles
  /** A message of a call passes between Parley and an MCP server. */
  onServerMessage(conversationId: string, server: string, message: ServerMessage): void
  /** What recordings say about calls. */
  readonly replays: RecordedCalls
}

/** The tools, their policy, and their approvals. */
export interface ComposedTools {
  readonly bridge: ClientBridge
  readonly timers: TimerService
  readonly pageTools: PageTools
  readonly data: DataModule
  readonly screenshots: ScreenshotFiles
  readonly look: LookRequests
  readonly gate: ToolGate
  /** MCP servers */
  readonly toolServers: ToolServers
  readonly elicitations: Elicitations
  readonly prompts: ExternalPrompts
  /** Emits after a rule, or something a rule depends on, was stored. */
  readonly rulesChanged: Signal
  /** Emits the id of a call after its run has ended. */
  readonly callEnded: Signal<string>
}

/** Composes the tools over the foundation; from then on approvals are requested. */
export function composeTools(foundation: Foundation, options: ComposeToolsOptions): ComposedTools {
  const { store, emit, eventBus, settings, notices, notify, locale, report, credentials } = foundation
  const { platform, clock, newId, environment, version, dataFiles: files, replays } = options
  const common = { store, clock, newId, platform }
  const bridge = createClientBridge(runsInPage)
  const ring = announceTimer.bind(null, { notices, notify, locale })
  const timers = startTimerService({ table: store.timers, clock, newId, ring, report: report('timer failed') })
  const pageTools = createPageTools(emit)
  const data = createDataModule({ ...common, files, emit, locale, report: report('data failed') })
  const screenshots = createScreenshotFiles({ ...platform, executions: store.executions, isPrivate: store.privately.has })
  const look = createLookRequests()
  const tools = builtInTools({
    ...common,
    data: data.service,
    screenshots,
    look,
    timers,
    pageTools: bridge.tools(pageTools),
    environment,
    replaying: () => !credentials.present(),
    report: report('tool failed'),
  })
  const rulesChanged = createSignal()
  const callEnded = createSignal<string>()
  const elicitations = createElicitations({
    ...{ clock, newId },
    audit: { record: (subject, event) => store.durably(() => gate.audit.record(subject, event)) },
    seconds: () => settings.current().approvalSeconds,
    openPage: platform.openExternal,
    onChange: () => emit('elicitations.changed', { elicitations: [...elicitations.open()] }),
    report: report('elicitation failed'),
  })
  const toolServers = createToolServers({
    elicitations,
    table: store.toolServers,
    secrets: platform.secrets,
    ...{ clock, version },
    environment: process.env,
    openPage: platform.openExternal,
    signedInText: () => translatorFor(locale()).t('servers.signedInPage'),
    mayStart: credentials.present,
    onTools: () => queueMicrotask(rulesChanged.emit),
    onCallMessage: options.onServerMessage,
    onProgress: (progress) => emit('toolServers.progress', progress),
    onChange: () => emit('toolServers.changed', { servers: [...toolServers.list()] }),
    report: report('server failed'),
  })
  const gate = createToolGate({
    ...{ store, tools, clock, newId, report, replays },
    addedTools: toolServers.tools,
    recorded: replays.recorded,
    onApproval(approval, ruleId) {
      emit('approval.changed', approval)
      if (ruleId !== null) emit('rule.made', { toolCallId: approval.toolCallId, ruleId })
    },
    // a rule is stored within a larger transaction: it is reported once that is committed
    onRules: () => queueMicrotask(rulesChanged.emit),
    onEnd: callEnded.emit,
    outside: bridge.given,
  })
  const { queue } = gate
  eventBus.listen({ 'approval.changed': (approval) => data.review(approval, queue), 'sound.woke': toolServers.woke })
  const prompts = createExternalPrompts({
    ...{ platform, notify, clock, locale, emit },
    overlayAsks: () => overlayAsks(platform, settings.current()),
    open: queue.open,
    secretArguments: (toolName) => gate.toolBox.find(toolName)?.secretArguments ?? [],
    decide: (decision) => void queue.decide(decision),
    report: report('native question failed'),
  })
  return {
    bridge,
    timers,
    pageTools,
    data,
    screenshots,
    look,
    gate: wakingServers(gate, toolServers),
    toolServers,
    elicitations,
    prompts,
    rulesChanged,
    callEnded,
  }
}

/** A session that asks for the tools starts the servers that are on. */
function wakingServers(gate: ToolGate, { wake }: Pick<ToolServers, 'wake'>): ToolGate {
  return {
    ...gate,
    runner: {
      ...gate.runner,
      declarations(dialect) {
        wake()
        return gate.runner.declarations(dialect)
      },
    },
  }
}
