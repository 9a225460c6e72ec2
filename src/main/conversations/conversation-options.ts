import type { ConversationStatus, SessionState } from '../../shared/ipc/schemas'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { Converter } from '../../shared/protocol/from-gemini'
import type { Emit } from '../lib/emit'
import type { LiveSession } from '../models/live/live-session'
import type { ReadAloudEvents } from '../models/read-aloud/make-reader'
import type { ReadAloud } from '../models/read-aloud/read-aloud'
import type { Store } from '../storage/database/store'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { CallJudge } from '../tool-calls/policy/policy-decision'
import type { ToolRunner } from '../tool-calls/tool-runner'
import type { SessionEvents } from './model-connection'
import type { SwitchedSession } from './model-switch'
import type { ThreadObserver } from './thread-writer'
import type { SpeechFiles } from './unanswered-speech/speech-files'

/** What one conversation needs of the world. */
export interface ConversationOptions {
  readonly conversationId: string
  readonly store: Store
  readonly judge: CallJudge
  readonly queue: ApprovalQueue
  readonly tools: ToolRunner
  readonly clock: Clock
  readonly newId: NewId
  /** What turns the model's words into chunks; called once. */
  newConverter(): Converter
  readonly emit: Emit
  /** Clients of the gateway that follow this conversation; left out where there is no gateway. */
  readonly outside?: ThreadObserver | undefined
  /** Keeps speech until it is answered. */
  readonly speechFiles: SpeechFiles
  /** Makes the line to the model; called once. */
  createSession(events: SessionEvents): SwitchedSession
  /** Makes what reads written answers aloud; called once. */
  createReader(events: ReadAloudEvents): ReadAloud
  /** Gemini itself is on the line, which a conversation can go on with after a restart; a recording can't be. */
  isLive(): boolean
  /** Answers are shown and not heard. */
  isSilent(): boolean
  approvalSeconds(): number
  /** Whether the model goes on while a call of this tool is open. */
  isNonBlocking(session: LiveSession, toolName: string): boolean
  /** The model that was asked last for a written answer; null before. */
  writtenBy(): string | null
  onStatus(status: ConversationStatus): void
  /** The title or the time of the last change may be another. */
  onChanged(): void
  /** A rule has decided about a call of this conversation. */
  onCallDecided(toolCallId: string): void
  onSessionState(state: SessionState): void
  onMalformed(): void
  /** Hears of a call that was not run because it could not be written down. */
  report?(error: unknown): void
}
