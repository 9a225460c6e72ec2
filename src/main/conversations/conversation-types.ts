import type { Approval } from '../../shared/approvals/approval'
import type { ApprovalOutcome } from '../../shared/approvals/approval-outcome'
import type { Attachment } from '../../shared/attachments/attachment'
import type { ConversationStatus } from '../../shared/ipc/schemas'
import type { ReplyModality } from '../../shared/ipc/text-choices'
import type { CallOutcome } from '../../shared/protocol/converter-input'
import type { UIMessage } from '../../shared/protocol/ui-message'
import type { Shown } from '../models/live/live-connector'
import type { AnsweredExecution } from '../storage/database/execution-table'
import type { LatestMessages } from '../storage/database/message-table'
import type { ModelNames } from './conversation-status'

/** One thread with its model connection: takes input; emits messages, sound and approvals. */
export interface Conversation {
  readonly conversationId: string
  status(): ConversationStatus
  messages(): readonly UIMessage[]
  /** The last messages, at most so many, and how many come before them. */
  newest(most: number): LatestMessages
  nextSeq(): number
  /** The user is about to speak: stops playback and opens the model connection. */
  prepareSpeech(): void
  beginSpeech(): void
  /** s16le mono 16 kHz */
  audio(pcm: Uint8Array): void
  endSpeech(): void
  /** The user discards the utterance; the model's answer to it is ignored. */
  cancelSpeech(): void
  /** Opens the connection to the Live model, if there is none. */
  connect(): void
  /** See `LiveSession.show`. */
  show(shown: Shown): boolean
  /** Sends a picture that the user shows while speaking. */
  showPicture(picture: Attachment): void
  sendText(text: string, files?: readonly Attachment[]): void
  /** Reads this answer aloud, in place of whatever sounds. False where there is no such answer. */
  readAloud(messageId: string): boolean
  /** Plays what the user said, where a message shows only its sound, in place of whatever sounds. False where it has none. */
  playSpeech(messageId: string): boolean
  stopReading(): void
  /** Shows the sound of what was said and has no words. */
  showSpeech(): void
  /** Ends what Parley does now: the answer that sounds (what was not heard is marked), is worked on, or waits for a connection. */
  interrupt(): void
  /** The page has played `samples` samples of this turn. */
  played(turnId: string, samples: number, done: boolean): void
  /** Connects again and repeats speech that no session received. */
  retry(): void
  /** Erases speech that waits for `retry`. */
  dropSpeech(): void
  /** Repeats the user's last input, whose answer was empty or was cut off. */
  askAgain(): void
  /** The setup changed: the session adopts it as soon as nobody speaks. */
  renewSession(): void
  /** The user stops a call. False where it is not open. */
  stopCall(toolCallId: string): boolean
  /** All answers of a client's request were taken: what is open now waits for others. */
  answersTaken(): void
  updateModel(models: ModelNames, replay: ConversationStatus['replay'], replyModality: ReplyModality | null, pictures: boolean | null): void
  /** Settles a call in the thread that ended while the app was closed. */
  settleStored(approval: Approval, outcome: CallOutcome): void
  /** A question of an earlier run of the app was answered, or its time is over: its turn goes on, in the same message. */
  resumeStored(approval: Approval, outcome: ApprovalOutcome): void
  /** Waits again for a call that a program outside was given before a restart; its turn goes on with what comes of it. */
  takeUp(given: AnsweredExecution): void
  /**
   * The key, model or address changed: ends the model connection and keeps unanswered input. True if input must be sent to the new
   * source now, by `retry`; otherwise the next input connects.
   */
  leaveSource(): Promise<boolean>
  /** Stores what was said last and is not stored yet. */
  save(): void
  /** Ends the line to the model. What is stored stays; open questions are taken back unless they are to wait for the next start. */
  stopSession(questions: 'withdraw' | 'keep'): Promise<void>
  /** The same for good: what is said afterwards is dropped, and nothing connects it again. */
  end(approvals: 'withdraw' | 'keep'): Promise<void>
}
