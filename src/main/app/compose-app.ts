import type { Fixture } from '../../shared/fixtures/fixture'
import { createDispatch } from '../../shared/ipc/router'
import type { Clock } from '../../shared/lib/clock'
import { createConversationRegistry } from '../conversations/conversation-registry'
import type { ConversationRegistry } from '../conversations/conversation-registry-types'
import { createAppTalk } from '../conversations/push-to-talk/app-talk'
import type { TalkController } from '../conversations/push-to-talk/talk-controller'
import { createThreadHandlers } from '../conversations/thread-handlers'
import { erasesSpeech } from '../conversations/unanswered-speech/erases-speech'
import { openSpeechFiles } from '../conversations/unanswered-speech/speech-files'
import type { DataFiles } from '../data/data-module'
import { notifyWhileAway } from '../desktop/away-notifications'
import { createDesktopIntegration } from '../desktop/desktop-integration'
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
import { createGenaiConnector } from '../models/live/genai-connector'
import { setupDiffers, sourceDiffers } from '../models/live/setup-differs'
import { type ModelListService, openModelList } from '../models/model-list-service'
import { testKey } from '../models/test-key'
import { createGenaiTextConnector } from '../models/text/genai-text-connector'
import type { Platform } from '../platform/platform'
import { assumePlayback } from '../replay/assumed-playback'
import { createRecordingService } from '../replay/recording-service'
import type { ReplayAnswers } from '../replay/replay-driver'
import type { FaultChoice } from '../replay/simulator/faults/fault-choice'
import { summarizeFixture } from '../replay/simulator/summarize-fixture'
import { createAttachmentHandlers } from '../storage/attachments/attachment-handlers'
import { createRecordedCalls } from '../tool-calls/recorded-calls'
import { untilClosed } from './closable-dispatch'
import { type ComposedTools, composeTools } from './compose-tools'
import { confirmedCalls } from './confirmed-calls'
import { createAppHandlers } from './ipc-handlers'
import { type Foundation, type FoundationOptions, openFoundation } from './open-foundation'
import { stopInOrder } from './shutdown'
import { createToolHandlers, toolSummaries } from './tool-handlers'

/** What the app needs beside its platform. */
export interface StartOptions extends FoundationOptions {
  readonly version: string
  /** Recordings that can stand in for Gemini, the first one by default. */
  readonly fixtures: readonly Fixture[]
  /** The file of the recording that the app was opened with. */
  readonly openedRecording?: string | null
  /** Those of `fixtures` that are from files of somebody else: their calls run by no rule. */
  readonly fromFiles?: readonly Fixture[]
  /** Who answers the questions of recordings that are watched: only for a run of its own, over a folder of its own. */
  readonly replayAnswers?: ReplayAnswers
  /** Speed of recordings instead of the one in the settings; null leaves it to them. */
  readonly replaySpeed: number | null
  /** What goes wrong where recordings stand in for Gemini; nothing where it is left out. */
  readonly replayFaults?: readonly FaultChoice[]
  readonly gateway?: GatewayOverrides
  /** Remembers what goes over the wire; one of its own where it is left out. */
  readonly flight?: FlightRecorder
  readonly dataFiles: DataFiles
  /** What looks for newer versions; nothing where the app was not installed from a package that says where. */
  readonly updateEngine?: UpdateEngine | null
}

/** The running app. */
export interface Running {
  /** Where other programs reach it, and the token of the one that was wished for; nothing where it is closed. */
  gateway(): { readonly gateway?: { readonly url: string; readonly token: string | null } }
  /** Ends sessions and servers, and stores what is left to store. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Composition root: joins the parts and opens the window or the page. The order is that of need: what is stored first,
 * what decides next, what talks then, and last what lets the user in.
 */
export async function composeApp(platform: Platform, options: StartOptions): Promise<Running> {
  const { clock, newId, version, environment, dataFiles, gateway: overrides = {} } = options
  const { userDataFolder } = platform
  const foundation = await openFoundation(platform, options)
  const { log, eventBus, emit, notices, settings, store, apiKey, serverToken, credentials, locale, notify, tell, report } = foundation
  const fixtures = [...options.fixtures]
  const fromFiles = new Set(options.fromFiles ?? [])
  const common = { store, clock, newId, platform }

  const isRecorded = (id: string) => settings.current().recordCalls && !store.privately.has(id)
  const unrecorded = (code: string) => giveUpRecording(code, settings, tell)
  const recorder = createCallRecorder({ userDataFolder, clock, log, isOn: isRecorded, onFailure: unrecorded })
  const known = { clock, secrets: foundation.secrets, saved: savedRecordings(userDataFolder, options.openedRecording) }
  const { flight, trace, inspectorHandlers } = createInspectorModule(known, options.flight)
  const replays = createRecordedCalls()
  const tools = composeTools(foundation, { platform, clock, newId, environment, dataFiles, replays })
  const { bridge, pageTools, data, screenshots, gate, prompts } = tools
  const { queue, policy } = gate
  const speechFiles = openSpeechFiles({ userDataFolder, isPrivate: store.privately.has, log })
  const connector = createGenaiConnector(clock)
  const registry = createConversationRegistry({
    ...{ store, speechFiles, queue, policy, connector, flight, trace, clock, newId, emit, notices, fixtures, credentials, log },
    judge: gate.judge,
    summaries: gate.summaries,
    tools: gate.runner,
    textConnector: createGenaiTextConnector(clock),
    replayFaults: options.replayFaults ?? [],
    replayAnswers: options.replayAnswers ?? null,
    fromFile: (fixture) => fromFiles.has(fixture),
    settings: settings.current,
    sourceNames: () => data.service.sources.list().map(({ name }) => name),
    replaySpeed: () => options.replaySpeed ?? settings.current().replaySpeed,
    random: Math.random,
    outside: bridge.thread,
  })
  const played = (id: string, turnId: string, samples: number) => registry.get(id).played(turnId, samples, true)
  eventBus.addStage(bridge.takesEvent)
  eventBus.addStage(recordEventsInFlight(flight))
  if (options.replaySpeed === null) eventBus.addStage(assumePlayback(played))
  eventBus.addStage(recordSound(recorder))
  const isShown = (id: string) => registry.currentId() === id
  notifyWhileAway({ eventBus, platform, notify, locale, isShown, isPrivate: store.privately.has })
  connectTools(foundation, tools, registry)
  replays.answeredBy(registry)
  registry.resumeQuestions(queue.recovered)
  const talk = createAppTalk({ clock, newId, emit, registry, settings: settings.current })

  const recordings = erasesSpeech(alsoForgotten(recorder, flight), speechFiles)
  const erasing = screenshots.erasesToo(data.erasesToo(recordings))
  const kept = { store, clock, newId, locale, recorder: erasing, platform, settings, notices, emit, serverToken }
  const storage = createStorage({ ...kept, ...gate, registry, stopTalk: talk.cancel, report: report('storage failed') })
  const results = gatewayData(data)
  const gateway = createGatewayService({ version, store, registry, gate, bridge, clock, newId, log, emit, overrides, data: results })
  const engine = options.updateEngine ?? null
  const upkeep = createUpkeep({ ...kept, version, engine, files: nodeFiles, registry, emit, report: report('upkeep failed') })
  const unheard = (what: string, error: unknown) => log.warn(what, { error: asFact(error) })
  const opened = createRecordingService({ ...common, registry, fixtures, fromFiles, notices, tell, remember: known.saved.remember })
  const openRecording = (path: string) => void opened.showOrTell(path).catch(report('recording not opened'))
  const desktop = createDesktopIntegration({
    ...{ ...common, talk, settings, registry, queue, eventBus, emit, locale, tell, openRecording },
    report: unheard,
  })
  const models = await openModels(foundation, platform, clock)
  followSettings(foundation, { registry, talk, gateway, models })
  const attachments = createAttachmentHandlers({ store, desktop: platform.desktop, newId })
  const handlers = createAppHandlers({
    ...{ platform, version, registry, queue, upkeep, talk, settings, apiKey, notices, recorder },
    storageHandlers: storage.handlers,
    gatewayHandlers: gateway.handlers,
    dataHandlers: data.handlers,
    diagnosticsHandlers: createDiagnosticsModule({ ...common, ...kept, ...known, version, environment, apiKey, hotkey: desktop.hotkey }),
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
    toolHandlers: createToolHandlers({ ...gate, pageTools, registry, exports: { desktop: platform.desktop, files: nodeFiles } }),
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
    ...{ locale, desktop: platform.desktop, settings: settings.current, toolBox: gate.toolBox },
    openQuestion: queue.get,
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
  const keeping = [storage.close, recorder.close, data.close, upkeep.close, entrance.close, store.close]
  const stop = stopInOrder([registry.save, desktop.close, ...talking, ...keeping, () => log.info('stopped')], report('end failed'))
  platform.onQuit(stop)
  return { stop, gateway: gateway.address }
}

/** Lets conversations and the page follow what becomes of approvals, rules and calls. */
function connectTools(
  { emit, eventBus }: Foundation,
  { gate, prompts, rulesChanged, callEnded }: ComposedTools,
  registry: ConversationRegistry,
): void {
  const { policy, toolBox } = gate
  eventBus.listen({
    'approval.changed'() {
      registry.announce()
      prompts.update()
    },
  })
  rulesChanged.listen(() => {
    registry.rulesChanged()
    emit('rules.changed', { rules: [...policy.list()] })
    emit('tools.changed', { tools: [...toolSummaries(toolBox, policy)] })
  })
  callEnded.listen(registry.tellOfCall)
}

/** Opens the list of models of the service. */
function openModels(
  { settings, credentials, tell, report }: Foundation,
  { userDataFolder }: Platform,
  clock: Clock,
): Promise<ModelListService> {
  return openModelList({
    folder: userDataFolder,
    files: nodeFiles,
    clock,
    fetch,
    // the variable that the client library reads, too
    defaultAddress: process.env.GOOGLE_GEMINI_BASE_URL ?? 'https://generativelanguage.googleapis.com',
    settings: settings.current,
    key: () => (settings.current().tokenAddress === '' ? credentials.key() : null),
    async replace(changes) {
      await settings.update(changes.settings)
      tell('model-replaced', changes.replaced.map((one) => `${one.before} ${one.after}`).join('\n'))
    },
    report: report('list of models failed'),
  })
}

/** What a change of settings bears on. */
interface SettingsFollowers {
  readonly registry: ConversationRegistry
  readonly talk: Pick<TalkController, 'cancel'>
  readonly gateway: Pick<GatewayService, 'follow'>
  readonly models: Pick<ModelListService, 'sourceChanged'>
}

/** Brings every change of the settings to the parts that go by them. */
function followSettings({ settings }: Foundation, { registry, talk, gateway, models }: SettingsFollowers): void {
  settings.onChange(async (after, before) => {
    registry.showSources()
    if (sourceDiffers(before, after)) await registry.sourceChanged()
    else if (setupDiffers(before, after)) registry.setupChanged()
  })
  settings.onChange((after, before) => {
    // another listener is to be heard from its beginning
    if (before.endOfSpeech !== after.endOfSpeech) talk.cancel()
    if (before.serviceAddress !== after.serviceAddress || before.tokenAddress !== after.tokenAddress) models.sourceChanged()
  })
  settings.onChange((after) => void gateway.follow(after))
}
