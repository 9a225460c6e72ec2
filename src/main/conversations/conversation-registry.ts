import type { Settings } from '../../shared/ipc/schemas'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { Emit } from '../lib/emit'
import { asFact, type Logger } from '../lib/log/logger'
import type { NoticeService } from '../lib/notices'
import { createKeyedTaskQueue, createLeftovers, type KeyedTaskQueue } from '../lib/task-queue'
import type { Credentials } from '../models/live/credentials'
import type { LiveConnector } from '../models/live/live-connector'
import type { TextConnector } from '../models/text/text-connector'
import type { Store } from '../storage/database/store'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { CallSummaries } from '../tool-calls/call-summaries'
import type { CallJudge } from '../tool-calls/policy/policy-decision'
import type { PolicyStore } from '../tool-calls/policy/policy-store'
import type { ToolRunner } from '../tool-calls/tool-runner'
import type { ConversationDiagnostics } from './conversation-diagnostics'
import { type ConversationList, createConversationList } from './conversation-list'
import type { ConversationRegistry } from './conversation-registry-types'
import type { Conversation } from './conversation-types'
import { type CurrentSpeech, createCurrentSpeech } from './current-speech'
import { filesToSend } from './files-to-send'
import { type OpenConversation, openConversation } from './open-conversation'
import { resumeStoredApprovals } from './resumed-calls'
import type { CreateStandIn } from './stand-in'
import type { ThreadObserver } from './thread-writer'
import type { SpeechFiles } from './unanswered-speech/speech-files'

/** Dependencies of the registry. */
export interface ConversationRegistryOptions {
  readonly store: Store
  readonly judge: CallJudge
  readonly policy: Pick<PolicyStore, 'hiddenTools'>
  readonly summaries: CallSummaries
  readonly queue: ApprovalQueue
  readonly tools: ToolRunner
  readonly connector: LiveConnector
  readonly textConnector: TextConnector
  /** Stores speech until it is answered. */
  readonly speechFiles: SpeechFiles
  /** Records what happens, for problem reports and the inspector. */
  readonly diagnostics: ConversationDiagnostics
  readonly clock: Clock
  readonly newId: NewId
  readonly emit: Emit
  readonly notices: NoticeService
  /** Gateway clients that follow a conversation. */
  outside?(conversationId: string): ThreadObserver
  /** Creates what answers in place of Gemini. */
  readonly standIn: CreateStandIn
  readonly log: Logger
  settings(): Settings
  /** Names of the data sources the user may ask about. */
  sourceNames(): readonly string[]
  readonly credentials: Credentials
  random(): number
}

export type { ConversationRegistry } from './conversation-registry-types'

/** The conversations that are open now. */
interface OpenConversations {
  /** Opens the conversation if it is stored. Throws `CallError` if there is none. */
  get(conversationId: string): OpenConversation
  /** Undefined if it is not open. */
  known(conversationId: string): OpenConversation | undefined
  all(): readonly OpenConversation[]
  /** The conversation is not open any more; ending it is up to the caller. */
  remove(conversationId: string): void
  /** Sets whether typed text is answered with pictures, until it is turned off or Parley quits. */
  setPictures(conversationId: string, on: boolean): void
}

/** Creates the list; no conversation is open. */
function createOpenConversations(
  options: ConversationRegistryOptions,
  list: Pick<ConversationList, 'stored' | 'announce'>,
  onCallDecided: (toolCallId: string) => void,
): OpenConversations {
  const open = new Map<string, OpenConversation>()
  const withPictures = new Set<string>()
  return {
    get(conversationId) {
      const known = open.get(conversationId)
      if (known !== undefined) return known
      list.stored(conversationId)
      const wantsPictures = () => withPictures.has(conversationId)
      const opened = openConversation(
        { conversationId, wantsPictures, onChanged: () => list.announce([conversationId]), onCallDecided },
        options,
      )
      open.set(conversationId, opened)
      opened.showSource()
      return opened
    },
    known: (conversationId) => open.get(conversationId),
    all: () => [...open.values()],
    remove: (conversationId) => void open.delete(conversationId),
    setPictures(conversationId, on) {
      if (on) withPictures.add(conversationId)
      else withPictures.delete(conversationId)
    },
  }
}

/** Creates the part that brings changes of keys, models, tools and answers to the open conversations. */
function createSourceChanges(
  { store, notices, log }: ConversationRegistryOptions,
  list: ConversationList,
  open: OpenConversations,
  inTurn: KeyedTaskQueue,
): Pick<ConversationRegistry, 'sourceChanged' | 'rulesChanged' | 'setupChanged' | 'setReplyModality' | 'setPictures' | 'showSources'> {
  async function leaveSource(opened: OpenConversation): Promise<void> {
    const { conversation, standIn, showSource } = opened
    if (open.known(conversation.conversationId) !== opened) return
    for (const kind of ['not-recorded', 'not-heard'] as const) notices.clear(kind, conversation.conversationId)
    const failed = conversation.status().session.phase === 'failed'
    let owesAnswer = false
    try {
      owesAnswer = await conversation.leaveSource()
    } finally {
      await standIn?.close()
      showSource()
    }
    if (failed || owesAnswer) conversation.retry()
  }

  return {
    async sourceChanged() {
      const failures: unknown[] = []
      for (const opened of open.all()) {
        const { conversationId } = opened.conversation
        try {
          await inTurn(conversationId, () => leaveSource(opened))
        } catch (error) {
          failures.push(error)
          log.error('source not changed', { conversationId, error: asFact(error) })
        }
      }
      if (failures.length > 0) throw failures[0]
    },
    rulesChanged() {
      for (const { conversation, connection } of open.all()) if (connection.toolsDiffer()) conversation.renewSession()
    },
    setupChanged() {
      for (const { conversation } of open.all()) conversation.renewSession()
    },
    setReplyModality(conversationId, replyModality) {
      store.conversations.setReplyModality(list.stored(conversationId).conversationId, replyModality)
      open.get(conversationId).showSource()
    },
    setPictures(conversationId, on) {
      list.stored(conversationId)
      open.setPictures(conversationId, on)
      open.get(conversationId).showSource()
    },
    showSources() {
      for (const one of open.all()) one.showSource()
    },
  }
}

/** Creates the part that closes conversations, and opens them again over changed data. */
function createClosing(
  { store, log }: ConversationRegistryOptions,
  list: ConversationList,
  open: OpenConversations,
  speech: CurrentSpeech,
  inTurn: KeyedTaskQueue,
): Pick<ConversationRegistry, 'renew' | 'forget' | 'release' | 'save' | 'close'> {
  const leaving = createLeftovers((error) => log.error('conversation not ended', { error: asFact(error) }))

  /** Ends a conversation, then applies `change` in the same moment, so that nothing opens it in between. */
  async function endAndChange(conversationId: string, change: () => void): Promise<void> {
    const known = open.known(conversationId)
    try {
      await known?.end('withdraw')
    } finally {
      open.remove(conversationId)
      if (known !== undefined) speech.leave(known.conversation)
      change()
    }
  }

  return {
    renew: (conversationId, change) =>
      inTurn(conversationId, async () => {
        const recording = open.get(conversationId).standIn?.fixture()
        await endAndChange(conversationId, () => {
          store.sessionHandles.remove(conversationId)
          change()
        })
        const anew = open.get(conversationId)
        if (recording !== undefined) {
          await anew.standIn?.play(recording)
          anew.showSource()
        }
        list.announce([conversationId])
      }),
    forget: (conversationId, change) =>
      inTurn(conversationId, async () => {
        open.setPictures(conversationId, false)
        if (list.currentId() === conversationId) list.setCurrent(null)
        await endAndChange(conversationId, change)
      }),
    release(conversationId) {
      const known = open.known(conversationId)
      if (known === undefined) return true
      const { activity } = known.conversation.status()
      if (conversationId === list.currentId() || speech.belongsTo(known.conversation) || activity !== 'idle') return false
      open.remove(conversationId)
      leaving.add(known.end('keep'))
      return true
    },
    save() {
      for (const { conversation } of open.all()) conversation.save()
    },
    async close() {
      for (const one of open.all()) leaving.add(one.end('keep'))
      await leaving.settled()
    },
  }
}

/** Creates the registry over the store. */
export function createConversationRegistry(options: ConversationRegistryOptions): ConversationRegistry {
  const { store, queue, emit, diagnostics } = options
  const list = createConversationList(options)
  const open = createOpenConversations(options, list, showCall)
  const inTurn = createKeyedTaskQueue()
  const get = (conversationId: string): Conversation => open.get(conversationId).conversation
  const current = (): Conversation => get(list.currentId() ?? list.create().conversationId)
  const speech = createCurrentSpeech({
    current,
    onPrepare(conversationId) {
      stopReading()
      diagnostics.mark(conversationId, 'key-down')
    },
    onEnd: (conversationId) => diagnostics.mark(conversationId, 'key-up'),
  })

  function showCall(toolCallId: string): void {
    const summary = options.summaries.of(toolCallId)
    if (summary !== null) emit('call.decided', summary)
  }

  /** Stops reading aloud in every conversation. */
  function stopReading(): void {
    for (const { conversation } of open.all()) conversation.stopReading()
  }

  async function sendText(conversationId: string, text: string, attachmentIds: readonly string[]): Promise<void> {
    const { conversation, standIn, connection, showSource } = open.get(conversationId)
    const answeredBy = connection.pictures() === true ? 'pictures' : connection.replyModality()
    const files = filesToSend(store.attachments, conversationId, attachmentIds, answeredBy)
    const isFirst = conversation.messages().length === 0
    if (standIn !== null) {
      await standIn.typed(text, isFirst)
      showSource()
    }
    conversation.sendText(text, files)
    store.attachments.sent(conversationId, attachmentIds)
  }

  return {
    ...list,
    ...speech.calls,
    ...createSourceChanges(options, list, open, inTurn),
    ...createClosing(options, list, open, speech, inTurn),
    inTurn,
    statuses: () => open.all().map(({ conversation }) => conversation.status()),
    open(conversationId) {
      const conversation = get(conversationId)
      list.setCurrent(conversationId)
      list.announce([conversationId])
      return conversation
    },
    get,
    current,
    showSource: (conversationId) => open.get(conversationId).showSource(),
    answersTaken: (conversationId) => open.known(conversationId)?.conversation.answersTaken(),
    showCall,
    resumeApprovals(recovered) {
      const exists = (conversationId: string): boolean => store.conversations.get(conversationId) !== null
      resumeStoredApprovals({ recovered, queue, executions: store.executions, exists, conversation: get })
    },
    readAloud(conversationId, messageId) {
      const conversation = get(conversationId)
      stopReading()
      return conversation.readAloud(messageId)
    },
    playSpeech(conversationId, messageId) {
      const conversation = get(conversationId)
      stopReading()
      return conversation.playSpeech(messageId)
    },
    sendText: (conversationId, text, attachmentIds = []) => inTurn(conversationId, () => sendText(conversationId, text, attachmentIds)),
  }
}
