import type { Approval } from '../../shared/approvals/approval'
import type { ConversationPage, ListPosition } from '../../shared/ipc/conversation-list'
import type { ConversationStatus, ConversationSummary } from '../../shared/ipc/schemas'
import type { ReplyModality } from '../../shared/ipc/text-choices'
import type { Conversation } from './conversation-types'

/** All conversations: stored ones as summaries, opened ones with their model connections. */
export interface ConversationRegistry {
  /** Stored conversations, the latest change first: those that follow this place in the list, at most `LONGEST_PAGE`. */
  page(after: ListPosition | null): ConversationPage
  statuses(): readonly ConversationStatus[]
  currentId(): string | null
  create(): ConversationSummary
  /** Creates a conversation for a gateway client; the window does not switch to it. */
  createOutside(): ConversationSummary
  /** Opens a stored conversation and makes it current. Throws `CallError` if there is none. */
  open(conversationId: string): Conversation
  get(conversationId: string): Conversation
  /** The current conversation, created if there is none. */
  current(): Conversation
  summary(conversationId: string): ConversationSummary
  /**
   * Sends typed text to a conversation. The prompt of another recording, typed into an empty conversation, selects that recording.
   * Attachments come from the draft or from an earlier message. Throws `CallError` if one is gone or the model cannot receive it.
   */
  sendText(conversationId: string, text: string, attachmentIds?: readonly string[]): Promise<void>
  /** Reads an answer aloud, and nothing else any more. False where there is no such answer. */
  readAloud(conversationId: string, messageId: string): boolean
  /** Plays the sound of a message that has no words, and nothing else any more. False where it has none. */
  playSpeech(conversationId: string, messageId: string): boolean
  /**
   * Key, model or recordings changed: what is connected is ended; what was not answered is said to the new one, else the next word connects.
   * A conversation that fails keeps it from no other; each failure is logged, and the first one rejects at the end.
   */
  sourceChanged(): Promise<void>
  /** A part of the session setup changed. Connected sessions adopt it as soon as nobody speaks. */
  setupChanged(): void
  /** A tool may have been hidden from the model or shown to it. Sessions whose tools changed adopt them the same way. */
  rulesChanged(): void
  /** Sets who answers typed text in this conversation, from the next message on. */
  setReplyModality(conversationId: string, replyModality: ReplyModality): void
  /** Sets whether typed text in this conversation is answered with pictures, from the next message on. */
  setPictures(conversationId: string, on: boolean): void
  /** The settings changed: sends the page who answers now. */
  showSources(): void
  /** Sends the page who answers in this conversation now. */
  showSource(conversationId: string): void
  /** Sends the page that these conversations were changed, made or removed, or that all may have been; and which one is current. */
  announce(conversationIds: readonly string[] | 'all'): void
  /**
   * Stops everything in a conversation, applies `change`, and restarts over what is stored, with the same recording. Text that is sent
   * meanwhile is sent afterwards. If `change` throws, the next input restarts over the previous state, and it is rethrown.
   */
  renew(conversationId: string, change: () => void): Promise<void>
  /** Stops everything in a conversation, releases it, and applies `change`, which removes what is stored. Nothing reopens it in between. */
  forget(conversationId: string, change: () => void): Promise<void>
  /**
   * Releases an idle conversation that nobody looks at; the next input reopens it from the store. Returns false and does nothing if it
   * is current or busy.
   */
  release(conversationId: string): boolean
  /** Directs the talk key to the conversation that was current when it was pressed, until it is released. */
  prepareSpeech(): void
  beginSpeech(): void
  audio(pcm: Uint8Array): void
  endSpeech(): void
  cancelSpeech(): void
  /** A client's answers to calls of this conversation were taken; nothing happens where it is not open, because it was deleted. */
  answersTaken(conversationId: string): void
  /** Sends the page what decided about a call and how long it ran. */
  showCall(toolCallId: string): void
  /** Takes up the questions of an earlier run: what ended meanwhile is settled in its thread, what is open waits. */
  resumeApprovals(recovered: readonly Approval[]): void
  /** Runs a change that takes a while after the earlier ones of the conversation. Typed text waits for it. */
  inTurn(conversationId: string, change: () => Promise<void>): Promise<void>
  /** Stores what was said last in each conversation and is not stored yet. */
  save(): void
  /** Ends everything; open questions wait for the next start. */
  close(): Promise<void>
}
