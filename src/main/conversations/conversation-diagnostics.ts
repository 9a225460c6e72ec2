import type { TalkMark } from '../../shared/inspector/conversion-step'
import type { NewId } from '../../shared/lib/ids'
import type { Converter } from '../../shared/protocol/from-gemini'
import type { LiveConnector } from '../models/live/live-connector'
import type { TextConnector } from '../models/text/text-connector'
import type { Conversation } from './conversation-types'
import type { SessionEvents } from './model-connection'

/** Records the traffic of one conversation's connections. */
export interface ConnectionTap {
  live(connector: LiveConnector): LiveConnector
  text(connector: TextConnector): TextConnector
}

/** Records what happens in conversations. Each function returns what it is given, or its equal, with recording added. */
export interface ConversationDiagnostics {
  tap(conversationId: string): ConnectionTap
  converter(conversationId: string, newId: NewId): Converter
  sessionEvents(conversationId: string, events: SessionEvents): SessionEvents
  /** The conversation, whose user actions are recorded. */
  userActions(conversation: Conversation): Conversation
  /** Records this moment of a conversation. */
  mark(conversationId: string, mark: TalkMark): void
}
