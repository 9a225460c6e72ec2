import type { Approval } from '../../shared/approvals/approval'
import type { ConversationStatus, ConversationSummary } from '../../shared/ipc/schemas'
import type { ReplyModality } from '../../shared/ipc/text-choices'
import type { RecordedResult } from '../replay/recorded-results'
import type { ReplayDirector } from '../replay/replay-director'
import type { FaultName } from '../replay/simulator/faults/catalogue'
import type { PlayedCall } from '../tool-calls/policy/policy-decision'
import type { ToolCall } from '../tool-calls/tool-runner'
import type { Conversation } from './conversation-types'

/** All conversations: the stored ones by their summaries, the opened ones with their lines to the model. */
export interface ConversationRegistry {
  summaries(): readonly ConversationSummary[]
  statuses(): readonly ConversationStatus[]
  currentId(): string | null
  create(): ConversationSummary
  /** One for a client of the gateway: the window stays where it is. */
  createOutside(): ConversationSummary
  /** Opens a stored conversation and makes it the current one. Throws `CallError` where there is none. */
  open(conversationId: string): Conversation
  get(conversationId: string): Conversation
  /** The current conversation, made if there is none. */
  current(): Conversation
  summary(conversationId: string): ConversationSummary
  chooseReplay(conversationId: string, fixtureId: string): Promise<void>
  /** The recording that answers in this conversation begins again, and this goes wrong; null: nothing. Throws `CallError` where none answers. */
  misbehave(conversationId: string, fault: FaultName | null): Promise<void>
  /**
   * Typed words for a conversation. The prompt of another recording, typed into an empty conversation, chooses that recording. Files
   * of the draft or of an earlier message go with them. Throws `CallError` where one is gone, or the model can't be given it.
   */
  sendText(conversationId: string, text: string, attachmentIds?: readonly string[]): Promise<void>
  /** Reads an answer aloud, and nothing else any more. False where there is no such answer. */
  readAloud(conversationId: string, messageId: string): boolean
  /** Plays the sound of a message that has no words, and nothing else any more. False where it has none. */
  playSpeech(conversationId: string, messageId: string): boolean
  /** Key, model or recordings changed: what is connected is ended; what was not answered is said to the new one, else the next word connects. */
  sourceChanged(): Promise<void>
  /** Something that a session is set up with has changed: what is connected goes on with it as soon as nobody speaks. */
  setupChanged(): void
  /** A tool may be hidden from the model, or shown to it: a session that was told of others goes on with these, in the same way. */
  rulesChanged(): void
  /** Who answers what is typed in this conversation, from the next typed words on. */
  setTypedWords(conversationId: string, typedWords: ReplyModality): void
  /** Whether typed words of this conversation are answered with pictures, from the next ones on. */
  setPictures(conversationId: string, on: boolean): void
  /** The settings have changed: the page is told anew who answers. */
  showSources(): void
  /** The recording that answers here, for whoever watches it. Throws `CallError` where none does. */
  director(conversationId: string): ReplayDirector
  /** How a call ended when it was recorded, where a recording answers that says so. */
  recorded(call: Pick<ToolCall, 'conversationId' | 'toolName' | 'input'>): Promise<RecordedResult> | null
  /** How a call ends that a recording from a file makes while it plays its own user; null for every other call. */
  played(call: Pick<ToolCall, 'conversationId' | 'toolName' | 'input'>): PlayedCall | null
  /** Whether a recording from a file answers here. */
  isFromFile(conversationId: string): boolean
  announce(): void
  /**
   * Ends what runs in a conversation and begins it anew over what is stored after `change`, with the recording that it had.
   * What `change` throws comes out here; then it begins anew over what was stored before.
   */
  renew(conversationId: string, change: () => void): Promise<void>
  /** Ends what runs in a conversation and lets go of it; what is stored stays. */
  forget(conversationId: string): Promise<void>
  /**
   * Lets go of a conversation in which nothing happens and that nobody looks at; the next word finds it over what is stored.
   * False, and nothing happens, where it is the current one or something goes on in it.
   */
  release(conversationId: string): boolean
  /** The talk key speaks to the conversation that was current when it went down, until it is up again. */
  prepareSpeech(): void
  beginSpeech(): void
  audio(pcm: Uint8Array): void
  endSpeech(): void
  cancelSpeech(): void
  /** Tells the page what decided about a call and how long it ran. */
  tellOfCall(toolCallId: string): void
  /** Takes up the questions of an earlier run: what ended meanwhile is settled in its thread, what is open waits. */
  resumeQuestions(recovered: readonly Approval[]): void
  /** Stores what was said last in each conversation and is not stored yet. */
  save(): void
  /** Ends everything; open questions wait for the next start. */
  close(): Promise<void>
}
