import type { Fixture } from '../../shared/fixtures/fixture'
import type { ConversationStatus } from '../../shared/ipc/schemas'
import type { Credentials } from '../models/live/credentials'
import type { Conversation } from './conversation-types'

/** The server that answers one conversation in place of Gemini: it plays a recording. */
export interface StandIn {
  /** The recording that answers typed text. */
  fixture(): Fixture
  /** The recording that answers speech. */
  spoken(): Fixture
  /** Whether typed text is answered in writing; speech is then answered by the recording of before. */
  isWritten(): boolean
  /** Address of the server; started at the first call and after each change. */
  baseUrl(): Promise<string>
  /** What opens this conversation's connections: nothing from the moment on that a recording was wanted. */
  readonly credentials: Credentials
  /** The recording, as the page shows it. */
  shown(): NonNullable<ConversationStatus['replay']>
  /** Plays this recording from its beginning. Nothing changes if it is the current one. */
  play(fixture: Fixture): Promise<void>
  /** A text is about to be sent: the recording that answers it is chosen. */
  typed(text: string, isFirst: boolean): Promise<void>
  /** Ends the server. The next connection starts another. */
  close(): Promise<void>
  /** Ends the server for good: the conversation is closed. */
  dispose(): Promise<void>
}

/** Creates the stand-in of a conversation; null where nothing can stand in. `conversation` opens it, or returns the open one. */
export type CreateStandIn = (conversationId: string, conversation: () => Conversation) => StandIn | null
