import type { Fixture } from '../../shared/fixtures/fixture'
import { createDispatch } from '../../shared/ipc/router'
import type { Clock } from '../../shared/lib/clock'
import type { ConversationRegistry } from '../conversations/conversation-registry-types'
import type { TalkController } from '../conversations/push-to-talk/talk-controller'
import { createThreadHandlers } from '../conversations/thread-handlers'
import { erasesSpeech } from '../conversations/unanswered-speech/erases-speech'
import type { DataFiles } from '../data/data-module'
import { notifyWhileAway } from '../desktop/away-notifications'
import { createDesktopIntegration } from '../desktop/desktop-integration'
import { notifyElicitations } from '../desktop/elicitation-notifications'
import { createDiagnosticsModule } from '../diagnostics/diagnostics-module'
import { createInspectorModule } from '../diagnostics/inspector/inspector-module'
import { createCallRecorder } from '../diagnostics/recording/call-recorder'
import { createFixtureHandlers } from '../diagnostics/recording/fixture-handlers'
import type { FlightRecorder } from '../diagnostics/recording/flight-recorder'
import {
  alsoForgotten,
  giveUpRecording,
  recordCallsInFlight,
  recordEventsInFlight,
  recordedCalls,
  recordSound,
} from '../diagnostics/recording/flight-recorder-middleware'
import { savedRecordings } from '../diagnostics/saved-recordings'
import type { UpdateEngine } from '../diagnostics/upkeep/updates'
import { createUpkeep } from '../diagnostics/upkeep/upkeep'
import { gatewayData } from '../gateway/gateway-data'
import { createGatewayService, type GatewayOverrides, type GatewayService } from '../gateway/gateway-service'
import { createStorage } from '../history/history-module'
import { nodeFiles } from '../lib/files'
import { asFact } from '../lib/log/logger'
import { setupDiffers, sourceDiffers } from '../models/live/setup-differs'
import { type ModelListService, openModelList } from '../models/model-list-service'
import { testKey } from '../models/test-key'
import type { Platform } from '../platform/platform'
import { assumePlayback } from '../replay/assumed-playback'
import { createRecordingService } from '../replay/recording-service'
import type { ReplayAnswers } from '../replay/replay-driver'
import type { FaultChoice } from '../replay/simulator/faults/fault-choice'
import { summarizeFixture } from '../replay/simulator/summarize-fixture'
import { createToolServerHandlers } from '../servers/tool-server-handlers'
import { createAttachmentHandlers } from '../storage/attachments/attachment-handlers'
import { createRecordedCalls } from '../tool-calls/recorded-calls'
import { untilClosed } from './closable-dispatch'
import { composeConversations } from './compose-conversations'
import { composeSight } from './compose-sight'
import { type ComposedTools, composeTools } from './compose-tools'
import { confirmedCalls } from './confirmed-calls'
import { createAppHandlers } from './ipc-handlers'
import { type Foundation, type FoundationOptions, openFoundation } from './open-foundation'
import { stopInOrder } from './shutdown'
import { createToolHandlers, toolSummaries } from './tool-handlers'

/** Options of the app besides its platform. */
export interface StartOptions extends FoundationOptions {
  readonly version: string
  /** Recordings that can replace Gemini, the first one by default. */
  readonly fixtures: readonly Fixture[]
  /** The file of the recording that the app was opened with. */
  readonly openedRecording?: string | null
  /** Those of `fixtures` that come from other people's files: no rule runs their calls. */
  readonly fromFiles?: readonly Fixture[]
  /** Answers the approvals of recordings that are watched: only for a run of its own, with a folder of its own. */
  readonly replayAnswers?: ReplayAnswers
  /** Speed of recordings, overriding the settings; null uses the settings. */
  readonly replaySpeed: number | null
  /** Faults of the simulator; none by default. */
  readonly replayFaults?: readonly FaultChoice[]
  readonly gateway?: GatewayOverrides
  /** Records wire traffic; creates one by default. */
  readonly flight?: FlightRecorder
  readonly dataFiles: DataFiles
  /** Looks for newer versions; none if the app was not installed from a package with an update address. */
  readonly updateEngine?: UpdateEngine | null
}

/** The running app. */
export interface Running {
  /** The gateway's address, and the token of the requested client; empty while it is closed. */
  gateway(): { readonly gateway?: { readonly url: string; readonly token: string | null } }
  /** Ends sessions and servers, and writes what is left to store. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Composition root: connects the parts and opens the window or the page. The order follows the dependencies: storage
 * first, then what decides about calls, then what talks, and last what lets the user in.
 */
export async function composeApp(platform: Platform, options: StartOptions): Promise<Running> {
  const { clock, newId, version, environment, dataFiles, gateway: overrides = {} } = options
  const { userDataFolder } = platform
  const foundation = await openFoundation(platform, options)
  const { log, eventBus, emit, notices, settings, store, apiKey, serverToken, credentials, locale, notify, showNotice, report } = foundation
  const fixtures = [...options.fixtures]
  const fromFiles = new Set(options.fromFiles ?? [])
  const common = { store, clock, newId, platform }

  const isRecorded = (id: string) => settings.current().recordCalls && !store.privately.has(id)
  const unrecorded = (code: string) => giveUpRecording(code, settings, showNotice)
  const recorder = createCallRecorder({ userDataFolder, clock, log, isOn: isRecorded, onFailure: unrecorded })
  const known = { clock, secrets: foundation.secrets, saved: savedRecordings(userDataFolder, options.openedRecording) }
  const { flight, trace, inspectorHandlers } = createInspectorModule(known, options.flight)
  const replayedCalls = createRecordedCalls()
  const tools = composeTools(foundation, {
    ...{ platform, clock, newId, environment, version, dataFiles, replays: replayedCalls },
    onServerMessage: (conversationId, server, { direction, text }) =>
      flight.add(conversationId, { kind: 'server-message', server, direction: direction === 'to' ? 'sent' : 'received', text }),
  })
  const { bridge, pageTools, data, screenshots, look, gate, prompts } = tools
  const { queue } = gate
  const conversations = composeConversations(foundation, tools, {
    options,
    clock,
    newId,
    userDataFolder,
    fixtures,
    fromFiles,
    flight,
    trace,
  })
  const { registry, replays, connector, speechFiles } = conversations
  replayedCalls.answeredBy(conversations.recordedCalls)
  const played = (id: string, turnId: string, samples: number) => registry.get(id).played(turnId, samples, true)
  eventBus.addStage(bridge.takesEvent)
  eventBus.addStage(recordEventsInFlight(flight))
  if (options.replaySpeed === null) eventBus.addStage(assumePlayback(played))
  eventBus.addStage(recordSound(recorder))
  const isShown = (id: string) => registry.currentId() === id
  notifyElicitations({ eventBus, platform, notify, clock, locale })
  notifyWhileAway({ eventBus, platform, notify, locale, isShown, isPrivate: store.privately.has })
  connectTools(foundation, tools, registry)
  registry.resumeApprovals(queue.recovered)
  const { talk, words, sight, sightHandlers } = composeSight(foundation, { platform, clock, newId, registry, gate, look })

  const recordings = erasesSpeech(alsoForgotten(recorder, flight), speechFiles)
  const erasing = screenshots.erasesToo(data.erasesToo(recordings))
  const historyOptions = { store, clock, newId, locale, recorder: erasing, platform, settings, notices, emit, serverToken }
  const storage = createStorage({ ...historyOptions, ...gate, registry, stopTalk: talk.cancel, report: report('storage failed') })
  const results = gatewayData(data)
  const gateway = createGatewayService({ version, store, registry, gate, bridge, clock, newId, log, emit, overrides, data: results })
  const engine = options.updateEngine ?? null
  const upkeep = createUpkeep({ ...historyOptions, version, engine, files: nodeFiles, registry, emit, report: report('upkeep failed') })
  const unheard = (what: string, error: unknown) => log.warn(what, { error: asFact(error) })
  const recorded = { registry, replays, fixtures, fromFiles, remember: known.saved.remember }
  const opened = createRecordingService({ ...common, ...recorded, notices, showNotice })
  const openRecording = (path: string) => void opened.showOrExplain(path).catch(report('recording not opened'))
  const desktop = createDesktopIntegration({
    ...{ ...common, talk, sight, settings, registry, queue, eventBus, emit, locale, showNotice, openRecording },
    elicitations: tools.elicitations,
    report: unheard,
  })
  const models = await openModels(foundation, platform, clock)
  followSettings(foundation, { registry, talk, gateway, models })
  const attachments = createAttachmentHandlers({ store, desktop: platform.desktop, newId })
  const checked = { version, environment, apiKey, toolServers: tools.toolServers, hotkey: desktop.hotkey }
  const handlers = createAppHandlers({
    ...{ platform, version, registry: words, sightHandlers, replays, queue, upkeep, talk, settings, apiKey, notices, recorder },
    storageHandlers: storage.handlers,
    gatewayHandlers: gateway.handlers,
    dataHandlers: data.handlers,
    diagnosticsHandlers: createDiagnosticsModule({ ...common, ...historyOptions, ...known, ...checked }),
    inspectorHandlers: inspectorHandlers({ platform, registry, version, settings: settings.current, emit }),
    fixtureHandlers: createFixtureHandlers({ ...known, flight, registry, platform, recordings: opened, newId, version }),
    threadHandlers: createThreadHandlers({ registry, store, summaries: gate.summaries, stopTalk: talk.cancel }),
    attachmentHandlers: attachments.handlers,
    pageOpened() {
      pageTools.pageOpened()
      upkeep.pageOpened()
      attachments.pageOpened()
      data.pageOpened()
    },
    hotkeyHandlers: desktop.handlers,
    toolHandlers: createToolHandlers({ ...gate, platform, pageTools, registry, exports: { desktop: platform.desktop, files: nodeFiles } }),
    toolServerHandlers: createToolServerHandlers(tools),
    modelList: models.list,
    testKey: (key) => testKey(key, { connector, clock, settings: settings.current, current: credentials.key }),
    fixtures: fixtures.map(summarizeFixture),
    hotkey: desktop.hotkey,
    async keyChanged() {
      models.sourceChanged()
      emit('key.changed', apiKey.state())
      await registry.sourceChanged()
    },
  })

  const confirmed = confirmedCalls(handlers, {
    ...{ locale, platform, settings: settings.current, toolBox: gate.toolBox, policy: gate.policy },
    ...{ toolServers: tools.toolServers, openQuestion: queue.get, takeSightWish: desktop.takeSightWish },
    bindKey: apiKey.bindTo,
  })
  const callFailed = (call: string, error: unknown) => log.warn('call failed', { call, error: asFact(error) })
  const calls = recordedCalls(recordCallsInFlight(confirmed, flight), recorder, talk, registry.currentId)
  const entrance = untilClosed(createDispatch(calls, callFailed))
  await platform.serve(entrance.dispatch)
  await desktop.open()
  prompts.update()
  await gateway.follow(settings.current())
  log.info('started', { platform: platform.kind, runtime: platform.runtime })

  const talking = [models.close, prompts.close, talk.away, tools.timers.close, queue.close, gateway.close, registry.close]
  const storing = [tools.toolServers.close, storage.close, recorder.close, data.close, upkeep.close, entrance.close, store.close]
  const stop = stopInOrder([registry.save, desktop.close, ...talking, ...storing, () => log.info('stopped')], report('end failed'))
  platform.onQuit(stop)
  return { stop, gateway: gateway.address }
}

/** Lets conversations and the page follow changes of approvals, rules and calls. */
function connectTools(
  { emit, eventBus }: Foundation,
  { gate, prompts, rulesChanged, callEnded }: ComposedTools,
  registry: ConversationRegistry,
): void {
  const { policy, toolBox } = gate
  eventBus.listen({
    'approval.changed'({ conversationId }) {
      registry.announce([conversationId])
      prompts.update()
    },
  })
  rulesChanged.listen(() => {
    registry.rulesChanged()
    emit('rules.changed', { rules: [...policy.list()] })
    emit('tools.changed', { tools: [...toolSummaries(toolBox, policy)] })
  })
  callEnded.listen(registry.showCall)
}

/** Creates the service's list of models. */
function openModels(
  { settings, credentials, showNotice, report }: Foundation,
  { userDataFolder }: Platform,
  clock: Clock,
): Promise<ModelListService> {
  return openModelList({
    folder: userDataFolder,
    files: nodeFiles,
    clock,
    fetch,
    // the client library reads this variable, too
    defaultAddress: process.env.GOOGLE_GEMINI_BASE_URL ?? 'https://generativelanguage.googleapis.com',
    settings: settings.current,
    key: () => (settings.current().tokenAddress === '' ? credentials.key() : null),
    async replace(changes) {
      await settings.update(changes.settings)
      showNotice('model-replaced', changes.replaced.map((one) => `${one.before} ${one.after}`).join('\n'))
    },
    report: report('list of models failed'),
  })
}

/** The parts that depend on settings. */
interface SettingsFollowers {
  readonly registry: ConversationRegistry
  readonly talk: Pick<TalkController, 'cancel'>
  readonly gateway: Pick<GatewayService, 'follow'>
  readonly models: Pick<ModelListService, 'sourceChanged'>
}

/** Passes every change of the settings to the parts that depend on them. */
function followSettings({ settings }: Foundation, { registry, talk, gateway, models }: SettingsFollowers): void {
  settings.onChange(async (after, before) => {
    registry.showSources()
    if (sourceDiffers(before, after)) await registry.sourceChanged()
    else if (setupDiffers(before, after)) registry.setupChanged()
  })
  settings.onChange((after, before) => {
    // another listener must get the speech from its beginning
    if (before.endOfSpeech !== after.endOfSpeech) talk.cancel()
    if (before.serviceAddress !== after.serviceAddress || before.tokenAddress !== after.tokenAddress) models.sourceChanged()
  })
  settings.onChange((after) => void gateway.follow(after))
}
