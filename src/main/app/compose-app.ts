import type { Fixture } from '../../shared/fixtures/fixture'
import { createDispatch } from '../../shared/ipc/router'
import type { Notice } from '../../shared/ipc/schemas'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { Failure } from '../../shared/lib/result'
import { createConversationRegistry } from '../conversations/conversation-registry'
import { createAppTalk } from '../conversations/push-to-talk/app-talk'
import { createThreadHandlers } from '../conversations/thread-handlers'
import { erasesSpeech } from '../conversations/unanswered-speech/erases-speech'
import { openSpeechFiles } from '../conversations/unanswered-speech/speech-files'
import { createDataModule, type DataFiles } from '../data/data-module'
import { notifyWhileAway } from '../desktop/away-notifications'
import { createDesktopIntegration } from '../desktop/desktop-integration'
import { overlayAsks } from '../desktop/overlay/overlay-wanted'
import { createExternalPrompts } from '../desktop/prompts/external-prompts'
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
  recordedEmit,
} from '../diagnostics/recording/flight-recorder-middleware'
import { savedRecordings } from '../diagnostics/saved-recordings'
import type { UpdateEngine } from '../diagnostics/upkeep/updates'
import { createUpkeep } from '../diagnostics/upkeep/upkeep'
import { createClientBridge } from '../gateway/client-bridge'
import { gatewayData } from '../gateway/gateway-data'
import { createGatewayService, type GatewayOverrides } from '../gateway/gateway-service'
import { createStorage } from '../history/history-module'
import { openServerToken } from '../history/sync/server-token'
import { createEventBus } from '../lib/event-bus'
import { nodeFiles } from '../lib/files'
import { asFact, type Logger } from '../lib/log/logger'
import { createNoticeService } from '../lib/notices'
import { createCredentials } from '../models/live/credentials'
import { createGenaiConnector } from '../models/live/genai-connector'
import { setupDiffers, sourceDiffers } from '../models/live/setup-differs'
import { openModelList } from '../models/model-list-service'
import { testKey } from '../models/test-key'
import { createGenaiTextConnector } from '../models/text/genai-text-connector'
import { notifyAsChosen } from '../platform/notifications/notify-as-chosen'
import type { Platform } from '../platform/platform'
import { withPlaybackAssumed } from '../replay/assumed-playback'
import { createRecordingService } from '../replay/recording-service'
import type { FaultChoice } from '../replay/simulator/faults/fault-choice'
import { summarizeFixture } from '../replay/simulator/summarize-fixture'
import { createAttachmentHandlers } from '../storage/attachments/attachment-handlers'
import { openAppStore } from '../storage/database/open-app-store'
import { openApiKey } from '../storage/settings/api-key'
import { openSettingsFile } from '../storage/settings/settings-file'
import { createToolGate } from '../tool-calls/tool-pipeline'
import { builtInTools } from '../tool-calls/tools/built-in-tools'
import { createPageTools } from '../tool-calls/tools/page-tools'
import { announceTimer } from '../tool-calls/tools/timers/announce-timer'
import { startTimerService } from '../tool-calls/tools/timers/timer-service'
import { untilClosed } from './closable-dispatch'
import { createAppHandlers } from './ipc-handlers'
import { stopInOrder } from './shutdown'
import { createToolHandlers, toolSummaries } from './tool-handlers'

/** What the app needs beside its platform. */
export interface StartOptions {
  readonly version: string
  readonly clock: Clock
  readonly newId: NewId
  /** Opens the log; it asks for the secrets that must not stand in it before each line. */
  openLog(secrets: () => readonly string[]): Logger
  /** Environment of the process: `GEMINI_API_KEY` is read from here. Empty where recordings must answer. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Recordings that can stand in for Gemini, the first one by default, and what was wrong with others. */
  readonly fixtures: readonly Fixture[]
  readonly fixtureProblems: readonly Failure[]
  /** The file of the recording that the app was opened with. */
  readonly openedRecording?: string | null
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
  const { clock, newId, version, environment, dataFiles: files, gateway: overrides = {} } = options
  let secrets: () => readonly string[] = () => []
  const log = options.openLog(() => secrets())
  const { userDataFolder } = platform
  const fixtures = [...options.fixtures]
  const isRecorded = (id: string) => settings.current().recordCalls && !store.privately.has(id)
  const unrecorded = (code: string) => giveUpRecording(code, settings, tell)
  const recorder = createCallRecorder({ userDataFolder, clock, log, isOn: isRecorded, onFailure: unrecorded })
  const bridge = createClientBridge((name) => gate.toolBox.find(name)?.runs === 'renderer')
  const known = { clock, secrets: () => secrets(), saved: savedRecordings(userDataFolder, options.openedRecording) }
  const { flight, trace, inspectorHandlers } = createInspectorModule(known, options.flight)
  const notify = notifyAsChosen(platform.desktop, () => settings.current())
  const isShown = (id: string) => registry.currentId() === id
  const away = { platform, notify, locale: () => locale(), isShown, isPrivate: (id: string) => store.privately.has(id) }
  const heard = (id: string, turnId: string, samples: number) => registry.get(id).played(turnId, samples, true)
  const toPage = recordedEmit(platform, recorder)
  const heardByAll = recordEventsInFlight(options.replaySpeed === null ? withPlaybackAssumed(toPage, heard) : toPage, flight)
  const eventBus = createEventBus()
  const emit = eventBus.tap(notifyWhileAway(bridge.tap(heardByAll), away))
  const report = (event: string) => (error: unknown) => log.error(event, { error: asFact(error) })
  const notices = createNoticeService(newId, emit)
  const tell = (kind: Notice['kind'], detail: string) => notices.show({ conversationId: null, kind, cause: null, detail })

  const settings = await openSettingsFile({
    folder: userDataFolder,
    files: nodeFiles,
    clock,
    report: report('settings not followed'),
  })
  settings.onChange((after) => emit('settings.changed', after))
  if (settings.problem !== null) tell('settings-damaged', settings.problem.message)
  const store = openAppStore(userDataFolder, clock, log, notices)
  const apiKey = await openApiKey(environment, platform.secrets, report('key store failed'))
  const serverToken = await openServerToken(platform.secrets, report('key store failed'))
  secrets = () => [apiKey.current() ?? '', environment.GEMINI_API_KEY ?? '', serverToken.current()].filter((one) => one !== '')
  const credentials = createCredentials({ key: apiKey.current, tokenAddress: () => settings.current().tokenAddress })
  const keyProblems = [apiKey.environmentProblem?.message, apiKey.storeProblem].filter((problem) => typeof problem === 'string')
  for (const problem of keyProblems) tell('key-ignored', problem)
  for (const problem of options.fixtureProblems) tell('fixture-invalid', problem.message)
  const locale = (): string => (settings.current().language === 'system' ? platform.systemLocale : settings.current().language)
  const timers = startTimerService({
    table: store.timers,
    clock,
    newId,
    ring: (timer) => announceTimer({ notices, notify, locale }, timer),
    report: report('timer failed'),
  })
  const pageTools = createPageTools(emit)
  const data = createDataModule({ store, platform, files, clock, newId, emit, locale, report: report('data failed') })
  const common = { store, clock, newId, platform }
  const replaying = (): boolean => !credentials.present()
  const ofTools = { data: data.service, timers, pageTools: bridge.tools(pageTools), environment, replaying, isPrivate: store.privately.has }
  const tools = builtInTools({ ...common, ...ofTools, report: report('tool failed') })
  const outside = createExternalPrompts({
    platform,
    notify,
    clock,
    overlayAsks: () => overlayAsks(platform, settings.current()),
    locale,
    open: () => queue.open(),
    secretArguments: (toolName) => gate.toolBox.find(toolName)?.secretArguments ?? [],
    decide: (decision) => void queue.decide(decision),
    emit,
    report: report('native question failed'),
  })
  const gate = createToolGate({
    store,
    tools,
    clock,
    newId,
    report,
    onApproval(approval, ruleId) {
      emit('approval.changed', approval)
      data.review(approval, queue)
      if (ruleId !== null) emit('rule.made', { toolCallId: approval.toolCallId, ruleId })
      registry.announce()
      outside.update()
    },
    // a rule is kept within a larger step: it is told once that is stored
    onRules: () => queueMicrotask(tellRules),
    onEnd: (toolCallId) => registry.tellOfCall(toolCallId),
    recorded: (call) => registry.recorded(call),
    outside: bridge.given,
  })
  const { queue, policy } = gate
  function tellRules(): void {
    registry.rulesChanged()
    emit('rules.changed', { rules: [...policy.list()] })
    emit('tools.changed', { tools: [...toolSummaries(gate.toolBox, policy)] })
  }
  const speechFiles = openSpeechFiles({ userDataFolder, isPrivate: store.privately.has, log })
  const connector = createGenaiConnector(clock)
  const registry = createConversationRegistry({
    store,
    speechFiles,
    queue,
    policy,
    judge: gate.judge,
    summaries: gate.summaries,
    tools: gate.runner,
    connector,
    textConnector: createGenaiTextConnector(clock),
    flight,
    trace,
    clock,
    newId,
    emit,
    notices,
    fixtures,
    replayFaults: options.replayFaults ?? [],
    settings: settings.current,
    sourceNames: () => data.service.sources.list().map(({ name }) => name),
    credentials,
    replaySpeed: () => options.replaySpeed ?? settings.current().replaySpeed,
    random: Math.random,
    log,
    outside: bridge.thread,
  })
  registry.resumeQuestions(queue.recovered)
  settings.onChange(async (after, before) => {
    registry.showSources()
    if (sourceDiffers(before, after)) await registry.sourceChanged()
    else if (setupDiffers(before, after)) registry.setupChanged()
  })

  const talk = createAppTalk({ clock, newId, emit, registry, settings: settings.current })
  // another listener is to be heard from its beginning
  settings.onChange((after, before) => {
    if (before.endOfSpeech !== after.endOfSpeech) talk.cancel()
  })
  const recordings = erasesSpeech(alsoForgotten(recorder, flight), speechFiles)
  const kept = { store, clock, newId, locale, recorder: data.erasesToo(recordings), platform, settings, notices, emit, serverToken }
  const storage = createStorage({ ...kept, ...gate, registry, stopTalk: talk.cancel, report: report('storage failed') })
  const results = gatewayData(data)
  const gateway = createGatewayService({ version, store, registry, gate, bridge, clock, newId, log, emit, overrides, data: results })
  settings.onChange((after) => void gateway.follow(after))
  const engine = options.updateEngine ?? null
  const upkeep = createUpkeep({ ...kept, version, engine, files: nodeFiles, registry, emit, report: report('upkeep failed') })
  const unheard = (what: string, error: unknown) => log.warn(what, { error: asFact(error) })
  const opened = createRecordingService({ ...common, registry, fixtures, tell, remember: known.saved.remember })
  const openRecording = (path: string) => void opened.showOrTell(path).catch(report('recording not opened'))
  const ofDesk = { ...common, talk, settings, registry, queue, eventBus, emit, locale, tell, openRecording, report: unheard }
  const desktop = createDesktopIntegration(ofDesk)
  const models = await openModelList({
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
  settings.onChange((after, before) => {
    if (before.serviceAddress !== after.serviceAddress || before.tokenAddress !== after.tokenAddress) models.sourceChanged()
  })
  const handlers = createAppHandlers({
    platform,
    version,
    registry,
    queue,
    pageTools,
    storageHandlers: storage.handlers,
    gatewayHandlers: gateway.handlers,
    dataHandlers: data.handlers,
    diagnosticsHandlers: createDiagnosticsModule({ ...common, ...kept, ...known, version, environment, apiKey, hotkey: desktop.hotkey }),
    inspectorHandlers: inspectorHandlers({ platform, registry, version, settings: settings.current, emit }),
    fixtureHandlers: createFixtureHandlers({ ...known, flight, registry, platform, recordings: opened, newId, version }),
    upkeep,
    threadHandlers: createThreadHandlers({ registry, store, summaries: gate.summaries, stopTalk: talk.cancel }),
    attachmentHandlers: createAttachmentHandlers({ store, desktop: platform.desktop, newId }),
    hotkeyHandlers: desktop.handlers,
    toolHandlers: createToolHandlers({ ...gate, pageTools, registry, exports: { desktop: platform.desktop, files: nodeFiles } }),
    talk,
    settings,
    modelList: models.list,
    testKey: (key) => testKey(key, { connector, clock, settings: settings.current, current: apiKey.current }),
    apiKey,
    notices,
    recorder,
    fixtures: fixtures.map(summarizeFixture),
    hotkey: desktop.hotkey,
    async keyChanged() {
      models.sourceChanged()
      emit('key.changed', apiKey.state())
      await registry.sourceChanged()
    },
  })

  const callFailed = (call: string, error: unknown) => log.warn('call failed', { call, error: asFact(error) })
  const entrance = untilClosed(
    createDispatch(recordedCalls(recordCallsInFlight(handlers, flight), recorder, talk, registry.currentId), callFailed),
  )
  await platform.serve(entrance.dispatch)
  await desktop.open()
  outside.update()
  await gateway.follow(settings.current())
  log.info('started', { platform: platform.kind, runtime: platform.runtime })

  const talking = [models.close, outside.close, talk.away, timers.close, queue.close, gateway.close, registry.close]
  const keeping = [storage.close, recorder.close, data.close, upkeep.close, entrance.close, store.close]
  const stop = stopInOrder([desktop.close, ...talking, ...keeping, () => log.info('stopped')], report('end failed'))
  platform.onQuit(stop)
  return { stop, gateway: gateway.address }
}
