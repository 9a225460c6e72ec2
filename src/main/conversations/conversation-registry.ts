import { type Attachment, attachmentKind } from '../../shared/attachments/attachment'
import type { Fixture } from '../../shared/fixtures/fixture'
import { CallError } from '../../shared/ipc/router'
import type { ConversationSummary, SessionState, Settings } from '../../shared/ipc/schemas'
import type { ReplyModality } from '../../shared/ipc/text-choices'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { messageOf } from '../../shared/messages/message'
import type { ConversionTrace } from '../diagnostics/inspector/conversion-trace'
import type { FlightRecorder } from '../diagnostics/recording/flight-recorder'
import type { Emit } from '../lib/emit'
import { asFact, type Logger } from '../lib/log/logger'
import type { NoticeService } from '../lib/notices'
import { createLeftovers } from '../lib/task-queue'
import type { Credentials } from '../models/live/credentials'
import type { LiveConnector } from '../models/live/live-connector'
import { makeReader } from '../models/read-aloud/make-reader'
import type { TextConnector } from '../models/text/text-connector'
import { beginWithText, createUnansweredReport } from '../replay/choose-recording'
import { type ConversationReplay, createConversationReplay, type ReplayAnswers, showSource } from '../replay/conversation-replay'
import type { FaultChoice } from '../replay/simulator/faults/fault-choice'
import type { AttachmentTable } from '../storage/database/attachment-table'
import type { StoredConversation } from '../storage/database/conversation-table'
import type { Store } from '../storage/database/store'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { CallSummaries } from '../tool-calls/call-summaries'
import type { CallJudge } from '../tool-calls/policy/policy-decision'
import type { PolicyStore } from '../tool-calls/policy/policy-store'
import type { ToolRunner } from '../tool-calls/tool-runner'
import { createConversation } from './conversation'
import type { ConversationRegistry } from './conversation-registry-types'
import type { Conversation } from './conversation-types'
import { createModelConnection, type ModelConnection } from './model-connection'
import { recordUserActions } from './record-user-actions'
import { resumeStoredApprovals } from './resumed-calls'
import type { ThreadObserver } from './thread-writer'
import type { SpeechFiles } from './unanswered-speech/speech-files'

/** Reports session problems of one conversation to the user and the log. */
export interface SessionNotices {
  onSessionState(state: SessionState): void
  onMalformed(): void
}

/** Shows a failure until the session's next state. */
export function createSessionNotices(conversationId: string, notices: NoticeService, log: Logger): SessionNotices {
  return {
    onSessionState(state) {
      log.info('session', { phase: state.phase, cause: state.phase === 'failed' ? state.cause : undefined })
      if (state.phase === 'failed') notices.show({ conversationId, kind: 'session-failed', cause: state.cause, detail: state.detail })
      else if (state.phase !== 'off') notices.clear('session-failed', conversationId)
    },
    onMalformed() {
      const detail = messageOf('frame-unreadable')
      notices.show({ conversationId, kind: 'malformed-frames', cause: null, detail })
    },
  }
}

/** The user's speech, directed to the conversation that was on screen when they began. */
export interface CurrentSpeech {
  readonly calls: Pick<ConversationRegistry, 'prepareSpeech' | 'beginSpeech' | 'audio' | 'endSpeech' | 'cancelSpeech'>
  belongsTo(conversation: Conversation): boolean
  /** The conversation is gone: the rest of the speech is discarded. */
  leave(conversation: Conversation): void
}

export interface CurrentSpeechOptions {
  current(): Conversation
  /** The talk key was pressed for this conversation. */
  onPrepare(conversationId: string): void
  /** An utterance has ended. */
  onEnd(conversationId: string): void
}

/** Creates the router; no speech is in progress. */
export function createCurrentSpeech({ current, onPrepare, onEnd }: CurrentSpeechOptions): CurrentSpeech {
  let speaking: Conversation | null = null
  return {
    calls: {
      prepareSpeech() {
        speaking = current()
        onPrepare(speaking.conversationId)
        speaking.prepareSpeech()
      },
      beginSpeech: () => speaking?.beginSpeech(),
      audio: (pcm) => speaking?.audio(pcm),
      endSpeech() {
        speaking?.endSpeech()
        if (speaking !== null) onEnd(speaking.conversationId)
      },
      cancelSpeech: () => speaking?.cancelSpeech(),
    },
    belongsTo: (conversation) => speaking === conversation,
    leave(conversation) {
      if (speaking === conversation) speaking = null
    },
  }
}

/** The largest file sent over a Live connection, which takes it as one frame. */
const LARGEST_IN_VOICE = 7 * 1024 * 1024

/** The files of a message, in their order. Throws `CallError` if one is gone or its model cannot receive it. */
export function filesToSend(
  attachments: Pick<AttachmentTable, 'get'>,
  conversationId: string,
  attachmentIds: readonly string[],
  answeredBy: ReplyModality | 'pictures',
): readonly Attachment[] {
  return attachmentIds.map((attachmentId) => {
    const found = attachments.get(conversationId, attachmentId)
    if (found === null)
      throw new CallError('attachment-gone', 'A file of this message does not exist any more. Remove it, then send again.')
    if (answeredBy === 'voice') refuseInVoice(found)
    if (answeredBy === 'pictures') refuseWithPictures(found)
    const { isDraft: _, createdAt: __, ...attachment } = found
    return attachment
  })
}

/** Live models accept pictures and text; documents and sound files are for text models. */
function refuseInVoice({ mediaType, fileName, bytes }: Attachment): void {
  const kind = attachmentKind(mediaType)
  if (kind === 'document' || kind === 'sound')
    throw new CallError(
      'attachment-not-in-voice',
      `The voice model can't be given ${fileName}: it takes pictures and text alone. Choose answers in writing for this conversation, then send again.`,
    )
  if (bytes > LARGEST_IN_VOICE)
    throw new CallError(
      'attachment-too-large-for-voice',
      `${fileName} is too large for the voice model, which takes files up to ${LARGEST_IN_VOICE / 1024 / 1024} MB. Choose answers in writing for this conversation, or attach a smaller file.`,
    )
}

/** Image models accept pictures and documents; none accepts sound. */
function refuseWithPictures({ mediaType, fileName }: Attachment): void {
  if (attachmentKind(mediaType) !== 'sound') return
  throw new CallError(
    'attachment-not-with-pictures',
    `The picture model can't be given ${fileName}: it takes no sound. Switch pictures off beside the message field, then send again.`,
  )
}

/** The summary of a stored conversation for the page's list. */
export function summarize(stored: StoredConversation, queue: Pick<ApprovalQueue, 'open'>): ConversationSummary {
  const { conversationId, title, updatedAt, hasVoice, pinnedAt, archivedAt, isPrivate } = stored
  const openApprovals = queue.open().filter((approval) => approval.conversationId === conversationId).length
  return {
    conversationId,
    title,
    updatedAt,
    hasVoice,
    openApprovals,
    pinned: pinnedAt !== null,
    archived: archivedAt !== null,
    ...(isPrivate === true && { isPrivate }),
  }
}

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
  /** Records wire traffic. */
  readonly flight: Pick<FlightRecorder, 'add' | 'onEvent'>
  /** Records converter input. */
  readonly trace: Pick<ConversionTrace, 'converter' | 'hearing' | 'mark'>
  readonly clock: Clock
  readonly newId: NewId
  readonly emit: Emit
  readonly notices: NoticeService
  /** Gateway clients that follow a conversation. */
  outside?(conversationId: string): ThreadObserver
  /** Recordings that can stand in for Gemini; the first one is played where none was chosen. */
  readonly fixtures: readonly Fixture[]
  /** Whether a recording was opened from a file; those that come with Parley were not. */
  fromFile(fixture: Fixture): boolean
  /** Who answers the questions of a recording that is watched in a run of its own; null in the app, where no recording answers any. */
  readonly replayAnswers: ReplayAnswers | null
  /** What goes wrong where recordings stand in. */
  readonly replayFaults: readonly FaultChoice[]
  readonly log: Logger
  settings(): Settings
  /** Names of the data sources the user may ask about. */
  sourceNames(): readonly string[]
  readonly credentials: Credentials
  /** Recorded gaps are divided by this factor. */
  replaySpeed(): number
  random(): number
}

export type { ConversationRegistry } from './conversation-registry-types'

interface Entry {
  readonly conversation: Conversation
  readonly replay: ConversationReplay | null
  readonly connection: ModelConnection
  /** Opens its connections. */
  readonly credentials: Credentials
}

async function end({ conversation, replay }: Entry, questions: 'withdraw' | 'keep'): Promise<void> {
  await conversation.stopSession(questions)
  await replay?.close()
}

/** Creates the registry over the store. */
export function createConversationRegistry(options: ConversationRegistryOptions): ConversationRegistry {
  const { store, queue, emit, settings, notices } = options
  const entries = new Map<string, Entry>()
  /** Conversations whose typed text is answered with pictures, until the user turns it off or Parley quits. */
  const withPictures = new Set<string>()
  let currentId: string | null = null
  const leaving = createLeftovers((error) => options.log.error('conversation not ended', { error: asFact(error) }))

  function announce(): void {
    emit('conversation.list', {
      conversations: store.conversations.list().map((one) => summarize(one, queue)),
      currentConversationId: currentId,
    })
  }

  const tellOfCall = (toolCallId: string): void => {
    const summary = options.summaries.of(toolCallId)
    if (summary !== null) emit('call.decided', summary)
  }

  function stored(conversationId: string): StoredConversation {
    const found = store.conversations.get(conversationId)
    if (found === null) throw new CallError('conversation-unknown', 'This conversation does not exist any more. Choose another one.')
    return found
  }

  function get(conversationId: string): Conversation {
    return entry(conversationId).conversation
  }

  function entry(conversationId: string): Entry {
    const known = entries.get(conversationId)
    if (known !== undefined) return known
    stored(conversationId)
    const [firstFixture] = options.fixtures
    const replay = firstFixture === undefined ? null : createConversationReplay(conversationId, firstFixture, get, options)
    const credentials = replay?.credentials(options.credentials) ?? options.credentials
    const connection = createModelConnection(conversationId, replay, { ...options, credentials }, () => withPictures.has(conversationId))
    const conversation = recordUserActions(
      options.flight,
      createConversation({
        conversationId,
        store,
        judge: options.judge,
        queue,
        tools: options.tools,
        speechFiles: options.speechFiles,
        clock: options.clock,
        newId: options.newId,
        newConverter: () => options.trace.converter(conversationId, options.newId),
        emit,
        outside: options.outside?.(conversationId),
        createSession: (events) => connection.createSession(options.trace.hearing(conversationId, events)),
        createReader: (events) => makeReader(options, events),
        approvalSeconds: () => settings().approvalSeconds,
        isLive: credentials.present,
        isSilent: () => settings().answers === 'text',
        isNonBlocking: (session, toolName) => connection.isNonBlocking(session, toolName),
        writtenBy: connection.writtenBy,
        onStatus: (status) => emit('conversation.status', status),
        onChanged: announce,
        onCallDecided: tellOfCall,
        ...createSessionNotices(conversationId, notices, options.log),
        report: (error) => options.log.error('call not stored', { error: asFact(error) }),
      }),
    )
    const made = { conversation, replay, connection, credentials }
    entries.set(conversationId, made)
    showSource(made, options)
    return made
  }

  /** A conversation answered by a recording. */
  function replayed(conversationId: string): Entry & { readonly replay: ConversationReplay } {
    const { replay, ...rest } = entry(conversationId)
    if (replay !== null && !rest.credentials.present()) return { ...rest, replay }
    throw new CallError('replay-off', 'No recording answers here: Gemini itself does.')
  }

  async function play(one: Entry, fixture: Fixture): Promise<void> {
    if (one.replay === null || one.replay.fixture() === fixture) return
    await one.conversation.stopSession('withdraw')
    await one.replay.choose(fixture)
    showSource(one, options)
  }

  function create(): ConversationSummary {
    const made = store.conversations.create(options.newId('conversation'), '')
    currentId = made.conversationId
    announce()
    return summarize(made, queue)
  }

  function createOutside(): ConversationSummary {
    const made = store.conversations.create(options.newId('conversation'), '')
    announce()
    return summarize(made, queue)
  }

  /** Stops reading aloud in every conversation. */
  function stopReading(): void {
    for (const { conversation } of entries.values()) conversation.stopReading()
  }

  const current = (): Conversation => get(currentId ?? create().conversationId)
  const tellUnheard = createUnansweredReport(options)
  const speech = createCurrentSpeech({
    current,
    onPrepare(conversationId) {
      stopReading()
      options.trace.mark(conversationId, 'key-down')
    },
    onEnd: (conversationId) => tellUnheard(conversationId, entries.get(conversationId)?.replay?.fixture() ?? null),
  })
  return {
    summaries: () => store.conversations.list().map((one) => summarize(one, queue)),
    statuses: () => [...entries.values()].map(({ conversation }) => conversation.status()),
    currentId: () => currentId,
    create,
    createOutside,
    open(conversationId) {
      const conversation = get(conversationId)
      currentId = conversationId
      announce()
      return conversation
    },
    get,
    current,
    ...speech.calls,
    tellOfCall,
    resumeQuestions(recovered) {
      resumeStoredApprovals({ recovered, queue, executions: store.executions, conversation: get })
    },
    summary: (conversationId) => summarize(stored(conversationId), queue),
    async chooseReplay(conversationId, fixtureId) {
      const fixture = options.fixtures.find((candidate) => candidate.fixtureId === fixtureId)
      if (fixture === undefined) throw new CallError('fixture-unknown', 'This recording does not exist any more. Choose another one.')
      const one = entry(conversationId)
      await one.conversation.stopSession('withdraw')
      await one.replay?.take(fixture)
      showSource(one, options)
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
    director: (conversationId) => replayed(conversationId).replay.director,
    recorded({ conversationId, toolName, input }) {
      const one = entries.get(conversationId)
      return one?.credentials.present() === false ? (one.replay?.director.recorded(toolName, input) ?? null) : null
    },
    played({ conversationId, toolName, input }) {
      const one = entries.get(conversationId)
      if (one?.replay == null || one.credentials.present()) return null
      const played = one.replay.director.played(toolName, input)
      return played === null ? null : { ...played, fixtureId: one.replay.fixture().fixtureId }
    },
    isFromFile(conversationId) {
      const one = entries.get(conversationId)
      return one?.replay != null && !one.credentials.present() && one.replay.isFromFile()
    },
    async misbehave(conversationId, fault) {
      const { replay, ...one } = replayed(conversationId)
      await one.conversation.stopSession('withdraw')
      await replay.misbehave(fault)
      showSource({ ...one, replay }, options)
    },
    async sendText(conversationId, text, attachmentIds = []) {
      const one = entry(conversationId)
      const { conversation, replay, connection } = one
      const files = filesToSend(
        store.attachments,
        conversationId,
        attachmentIds,
        connection.pictures() === true ? 'pictures' : connection.typedWords(),
      )
      const words = { conversationId, text, chosen: replay?.fixture() ?? null, fixtures: options.fixtures, notices }
      const hasKey = options.credentials.present()
      const prompted = conversation.messages().length === 0 ? beginWithText({ ...words, hasKey }) : undefined
      if (prompted !== undefined) await play(one, prompted)
      conversation.sendText(text, files)
      store.attachments.sent(conversationId, attachmentIds)
    },
    async sourceChanged() {
      for (const [conversationId, one] of entries) {
        for (const kind of ['not-recorded', 'not-heard'] as const) notices.clear(kind, conversationId)
        const failed = one.conversation.status().session.phase === 'failed'
        const saysMore = await one.conversation.leaveSource()
        await one.replay?.close()
        showSource(one, options)
        if (failed || saysMore) one.conversation.retry()
      }
    },
    rulesChanged() {
      for (const { conversation, connection } of entries.values()) if (connection.toolsDiffer()) conversation.renewSession()
    },
    setupChanged() {
      for (const { conversation } of entries.values()) conversation.renewSession()
    },
    setTypedWords(conversationId, typedWords) {
      store.conversations.setTypedWords(stored(conversationId).conversationId, typedWords)
      showSource(entry(conversationId), options)
    },
    setPictures(conversationId, on) {
      stored(conversationId)
      if (on) withPictures.add(conversationId)
      else withPictures.delete(conversationId)
      showSource(entry(conversationId), options)
    },
    showSources() {
      for (const one of entries.values()) showSource(one, options)
    },
    announce,
    async renew(conversationId, change) {
      const before = entry(conversationId)
      const recording = before.replay?.fixture()
      await end(before, 'withdraw')
      entries.delete(conversationId)
      speech.leave(before.conversation)
      store.sessionHandles.remove(conversationId)
      change()
      const anew = entry(conversationId)
      if (recording !== undefined) await play(anew, recording)
      announce()
    },
    async forget(conversationId) {
      const known = entries.get(conversationId)
      entries.delete(conversationId)
      withPictures.delete(conversationId)
      if (currentId === conversationId) currentId = null
      if (known === undefined) return
      speech.leave(known.conversation)
      await end(known, 'withdraw')
    },
    release(conversationId) {
      const known = entries.get(conversationId)
      if (known === undefined) return true
      const { activity } = known.conversation.status()
      if (conversationId === currentId || speech.belongsTo(known.conversation) || activity !== 'idle') return false
      entries.delete(conversationId)
      leaving.add(end(known, 'keep'))
      return true
    },
    save() {
      for (const { conversation } of entries.values()) conversation.save()
    },
    async close() {
      await Promise.all([...entries.values()].map((one) => end(one, 'keep')))
      await leaving.settled()
    },
  }
}
