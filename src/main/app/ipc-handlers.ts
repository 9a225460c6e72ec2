import type { HotkeyState } from '../../shared/hotkeys/hotkey-state'
import type { CallReply } from '../../shared/ipc/contract'
import { CallError, type Handlers, orRefuse } from '../../shared/ipc/router'
import type { FixtureSummary } from '../../shared/ipc/schemas'
import { hostOfService } from '../../shared/text/service-address'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { TalkController } from '../conversations/push-to-talk/talk-controller'
import type { ThreadHandlers } from '../conversations/thread-handlers'
import type { DataHandlers } from '../data/data-handlers'
import type { DesktopHandlers } from '../desktop/desktop-integration'
import type { createDiagnosticsHandlers } from '../diagnostics/diagnostics-handlers'
import type { InspectorModule } from '../diagnostics/inspector/inspector-module'
import type { CallRecorder } from '../diagnostics/recording/call-recorder'
import type { createFixtureHandlers } from '../diagnostics/recording/fixture-handlers'
import type { Upkeep } from '../diagnostics/upkeep/upkeep'
import type { GatewayService } from '../gateway/gateway-service'
import type { StorageHandlers } from '../history/history-module'
import type { NoticeService } from '../lib/notices'
import type { Platform } from '../platform/platform'
import { mayOpenExternally } from '../platform/security-policy'
import type { ReplayControls } from '../replay/replay-service'
import { createReplayHandlers } from '../replay/simulator/replay-handlers'
import type { ToolServerHandlers } from '../servers/tool-server-handlers'
import type { SightHandlers } from '../sight/sight-handlers'
import type { AttachmentHandlers } from '../storage/attachments/attachment-handlers'
import type { ApiKey } from '../storage/settings/api-key'
import type { SettingsFile } from '../storage/settings/settings-file'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import { user } from '../tool-calls/approvals/approval-steps'
import type { ToolHandlers } from './tool-handlers'

/** The parts that the page's calls need. */
export interface AppHandlersOptions {
  readonly platform: Platform
  readonly version: string
  readonly registry: ConversationRegistry
  readonly replays: ReplayControls
  readonly queue: ApprovalQueue
  readonly toolHandlers: ToolHandlers
  readonly toolServerHandlers: ToolServerHandlers
  readonly storageHandlers: StorageHandlers
  readonly gatewayHandlers: GatewayService['handlers']
  readonly dataHandlers: DataHandlers
  readonly threadHandlers: ThreadHandlers
  readonly attachmentHandlers: AttachmentHandlers
  readonly hotkeyHandlers: DesktopHandlers
  readonly sightHandlers: SightHandlers
  readonly diagnosticsHandlers: ReturnType<typeof createDiagnosticsHandlers>
  readonly inspectorHandlers: ReturnType<InspectorModule['inspectorHandlers']>
  readonly upkeep: Upkeep
  readonly talk: TalkController
  readonly settings: SettingsFile
  readonly apiKey: ApiKey
  readonly notices: NoticeService
  readonly recorder: Pick<CallRecorder, 'reveal'>
  readonly fixtureHandlers: ReturnType<typeof createFixtureHandlers>
  readonly fixtures: readonly FixtureSummary[]
  /** A page was opened: releases what the previous page waited for or was uploading. */
  pageOpened(): void
  hotkey(): HotkeyState
  keyChanged(): Promise<void>
  modelList(): Promise<CallReply<'models.list'>>
  testKey(key: string | null): Promise<CallReply<'key.test'>>
}

function bootstrapOf({
  platform,
  registry,
  queue,
  talk,
  settings,
  apiKey,
  notices,
  ...options
}: AppHandlersOptions): CallReply<'app.bootstrap'> {
  const first = registry.page(null)
  return {
    version: options.version,
    runtime: platform.runtime,
    platform: platform.kind,
    operatingSystem: platform.operatingSystem,
    systemLocale: platform.systemLocale,
    settings: settings.current(),
    key: apiKey.state(),
    hotkey: options.hotkey(),
    talk: talk.state(),
    conversations: first.conversations,
    nextConversations: first.next,
    currentConversationId: registry.currentId(),
    statuses: [...registry.statuses()],
    approvals: [...queue.open()],
    fixtures: [...options.fixtures],
    notices: [...notices.list()],
  }
}

/** Typed text, and what becomes of sessions and answers. */
function createConversationHandlers({
  registry,
  talk,
  notices,
}: AppHandlersOptions): Pick<
  Handlers,
  | `conversation.${'create' | 'page' | 'replyModality' | 'pictures'}`
  | `session.${'stop' | 'retry'}`
  | `turn.${'interrupt' | 'again'}`
  | 'speech.drop'
  | 'text.send'
  | 'playback.position'
> {
  return {
    'conversation.page': ({ after }) => registry.page(after),
    'conversation.create': () => registry.create(),
    'conversation.replyModality': ({ conversationId, replyModality }) => {
      registry.setReplyModality(conversationId, replyModality)
      return null
    },
    'conversation.pictures': ({ conversationId, on }) => {
      registry.setPictures(conversationId, on)
      return null
    },
    'session.stop': async ({ conversationId }) => {
      talk.cancel()
      await registry.get(conversationId).stopSession('withdraw')
      return null
    },
    'session.retry': ({ conversationId }) => {
      notices.clear('session-failed', conversationId)
      registry.get(conversationId).retry()
      return null
    },
    'speech.drop': ({ conversationId }) => {
      registry.get(conversationId).dropSpeech()
      return null
    },
    'text.send': async ({ conversationId, text, attachmentIds }) => {
      await registry.sendText(conversationId, text, attachmentIds)
      return null
    },
    'turn.interrupt': ({ conversationId }) => {
      registry.get(conversationId).interrupt()
      return null
    },
    'turn.again': ({ conversationId }) => {
      registry.get(conversationId).askAgain()
      return null
    },
    'playback.position': ({ conversationId, turnId, samples, done }) => {
      registry.get(conversationId).played(turnId, samples, done)
      return null
    },
  }
}

/** The talk key, the microphone, and who speaks into it. */
function createTalkHandlers({
  registry,
  talk,
  notices,
}: AppHandlersOptions): Pick<Handlers, Extract<keyof Handlers, `talk.${string}` | `microphone.${string}` | `voice.${'heard' | 'failed'}`>> {
  return {
    'talk.press': () => {
      talk.press('window')
      return null
    },
    'talk.release': () => {
      talk.release('window')
      return null
    },
    'talk.toggle': () => {
      talk.toggle()
      return null
    },
    'talk.cancel': () => {
      talk.cancel()
      return null
    },
    'talk.handsFree': ({ on }) => {
      if (on) notices.clear('hands-free-failed', null)
      talk.handsFree(on)
      return null
    },
    'voice.heard': ({ watchId, what }) => {
      talk.voice(watchId, what)
      return null
    },
    'voice.failed': ({ watchId, detail }) => {
      const state = talk.state()
      if (state.phase === 'idle' || state.handsFree?.watchId !== watchId) return null
      notices.show({ conversationId: null, kind: 'hands-free-failed', cause: null, detail })
      talk.microphoneFailed(watchId)
      return null
    },
    'microphone.started': ({ talkId }) => {
      talk.microphoneStarted(talkId)
      for (const kind of ['microphone-missing', 'microphone-refused', 'microphone-busy'] as const) notices.clear(kind, null)
      return null
    },
    'microphone.frame': ({ talkId, pcm }) => {
      if (talk.accepts(talkId)) registry.audio(pcm)
      return null
    },
    'microphone.ended': ({ talkId }) => {
      talk.microphoneEnded(talkId)
      return null
    },
    'microphone.failed': ({ talkId, reason, detail }) => {
      talk.microphoneFailed(talkId)
      const kind = reason === 'missing' ? 'microphone-missing' : reason === 'refused' ? 'microphone-refused' : 'microphone-busy'
      notices.show({ conversationId: null, kind, cause: null, detail })
      return null
    },
  }
}

/** Settings, keys and models. */
function createSettingsHandlers({
  settings,
  apiKey,
  notices,
  ...options
}: AppHandlersOptions): Pick<Handlers, 'settings.update' | `key.${'save' | 'test' | 'remove'}` | 'models.list'> {
  return {
    'settings.update': async (changes) => {
      if (changes.recordCalls === true) notices.clear('recording-failed', null)
      return orRefuse(await settings.update(changes))
    },
    'key.save': async ({ key }) => {
      const state = orRefuse(await apiKey.save(key, hostOfService(settings.current().serviceAddress)))
      await options.keyChanged()
      return state
    },
    'models.list': () => options.modelList(),
    'key.test': ({ key }) => options.testKey(key),
    'key.remove': async () => {
      const state = orRefuse(await apiKey.remove())
      await options.keyChanged()
      return state
    },
  }
}

/** The window, and what it opens outside of itself. */
function createWindowHandlers({
  platform,
  registry,
  notices,
  recorder,
}: AppHandlersOptions): Pick<Handlers, 'recordings.show' | 'sound.renew' | 'notice.dismiss' | 'link.open' | 'window.control'> {
  return {
    async 'recordings.show'() {
      await platform.desktop?.showInFolder(await recorder.reveal(registry.currentId()))
      return null
    },
    'sound.renew'() {
      platform.renewSound()
      return null
    },
    'notice.dismiss': ({ noticeId }) => {
      notices.dismiss(noticeId)
      return null
    },
    'link.open': async ({ url }) => {
      if (!mayOpenExternally(url)) throw new CallError('link-refused', 'Parley opens only https links. Copy the address if you trust it.')
      await platform.openExternal(url)
      return null
    },
    'window.control': ({ action }) => {
      platform.controlWindow(action)
      return null
    },
  }
}

/** One handler per call of the contract: each only finds the part that owns the answer. */
export function createAppHandlers(options: AppHandlersOptions): Handlers {
  const { queue, talk } = options
  return {
    ...options.toolHandlers,
    ...options.toolServerHandlers,
    ...options.storageHandlers,
    ...options.gatewayHandlers,
    ...options.dataHandlers,
    ...options.threadHandlers,
    ...options.attachmentHandlers,
    ...options.hotkeyHandlers,
    ...options.sightHandlers,
    ...options.diagnosticsHandlers,
    ...options.inspectorHandlers,
    ...options.upkeep.handlers,
    ...createConversationHandlers(options),
    ...createTalkHandlers(options),
    ...createSettingsHandlers(options),
    ...createWindowHandlers(options),
    ...createReplayHandlers(options.replays),
    ...options.fixtureHandlers,
    'app.bootstrap': () => {
      talk.pageOpened()
      void options.hotkeyHandlers['hotkey.mode']({ mode: 'use' })
      options.pageOpened()
      return bootstrapOf(options)
    },
    'approval.decide': (decision) => ({
      approval: orRefuse(queue.decide(decision, user, (since) => options.platform.takePress('main', since))),
    }),
  }
}
