import type { SessionState } from '../../shared/ipc/schemas'
import { messageOf } from '../../shared/messages/message'
import { asFact, type Logger } from '../lib/log/logger'
import type { NoticeService } from '../lib/notices'
import type { Credentials } from '../models/live/credentials'
import { makeReader } from '../models/read-aloud/make-reader'
import { createConversation } from './conversation'
import type { ConversationRegistryOptions } from './conversation-registry'
import type { Conversation } from './conversation-types'
import { createModelConnection, type ModelConnection } from './model-connection'
import type { StandIn } from './stand-in'

/** An open conversation, and who answers it. */
export interface OpenConversation {
  readonly conversation: Conversation
  readonly standIn: StandIn | null
  readonly connection: ModelConnection
  /** Opens its connections. */
  readonly credentials: Credentials
  /** Shows the page who answers: the chosen model with a key, without one the recording that stands in. */
  showSource(): void
  /** Ends its connection and its stand-in for good. Open approvals are withdrawn, or kept for the next start of the app. */
  end(approvals: 'withdraw' | 'keep'): Promise<void>
}

/** What an open conversation reaches of the others. */
export interface OpenConversationOptions {
  readonly conversationId: string
  /** Whether its typed text is answered with pictures. */
  wantsPictures(): boolean
  /** The title or the time of the last change may have changed. */
  onChanged(): void
  /** A rule has decided about a call. */
  onCallDecided(toolCallId: string): void
}

/** Opens a stored conversation. */
export function openConversation(
  { conversationId, wantsPictures, onChanged, onCallDecided }: OpenConversationOptions,
  app: ConversationRegistryOptions,
): OpenConversation {
  const { diagnostics, emit, settings, log } = app
  const standIn = app.standIn(conversationId, () => conversation)
  const credentials = standIn?.credentials ?? app.credentials
  const connection = createModelConnection(conversationId, standIn, { ...app, credentials }, wantsPictures)
  const conversation: Conversation = diagnostics.userActions(
    createConversation({
      conversationId,
      store: app.store,
      judge: app.judge,
      queue: app.queue,
      tools: app.tools,
      speechFiles: app.speechFiles,
      clock: app.clock,
      newId: app.newId,
      newConverter: () => diagnostics.converter(conversationId, app.newId),
      emit,
      outside: app.outside?.(conversationId),
      createSession: (events) => connection.createSession(diagnostics.sessionEvents(conversationId, events)),
      createReader: (events) => makeReader(app, events),
      approvalSeconds: () => settings().approvalSeconds,
      isLive: credentials.present,
      isSilent: () => settings().answers === 'text',
      isNonBlocking: connection.isNonBlocking,
      writtenBy: connection.writtenBy,
      onStatus: (status) => emit('conversation.status', status),
      onChanged,
      onCallDecided,
      ...createSessionNotices(conversationId, app.notices, log),
      report: (error) => log.error('call not stored', { error: asFact(error) }),
    }),
  )
  const opened: OpenConversation = {
    conversation,
    standIn,
    connection,
    credentials,
    showSource: () => showSource(opened, settings()),
    async end(approvals) {
      try {
        await conversation.end(approvals)
      } finally {
        await standIn?.dispose()
      }
    },
  }
  return opened
}

type ModelChoices = Pick<ReturnType<ConversationRegistryOptions['settings']>, 'model' | 'textModel' | 'imageModel'>

function showSource({ conversation, standIn, connection, credentials }: OpenConversation, choices: ModelChoices): void {
  if (credentials.present() || standIn === null) {
    const [replyModality, pictures] = [connection.replyModality(), connection.pictures()]
    const names = { spoken: choices.model, written: pictures === true ? choices.imageModel : choices.textModel }
    conversation.updateModel(names, null, credentials.key() === null ? null : replyModality, pictures)
    return
  }
  const { model } = standIn.fixture()
  conversation.updateModel({ spoken: model, written: model }, standIn.shown(), null, null)
}

/** Reports session problems of one conversation to the user and the log. */
interface SessionNotices {
  onSessionState(state: SessionState): void
  onMalformed(): void
}

/** Shows a failure until the session's next state. */
function createSessionNotices(conversationId: string, notices: NoticeService, log: Logger): SessionNotices {
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
