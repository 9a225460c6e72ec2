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

/** Dependencies of one conversation. */
export interface ConversationOptions {
  readonly conversationId: string
  readonly store: Store
  readonly judge: CallJudge
  readonly queue: ApprovalQueue
  readonly tools: ToolRunner
  readonly clock: Clock
  readonly newId: NewId
  /** Creates the converter of the model's output into chunks; called once. */
  newConverter(): Converter
  readonly emit: Emit
  /** Gateway clients that follow this conversation; undefined without a gateway. */
  readonly outside?: ThreadObserver | undefined
  /** Stores speech until it is answered. */
  readonly speechFiles: SpeechFiles
  /** Creates the connection to the model; called once. */
  createSession(events: SessionEvents): SwitchedSession
  /** Creates the reader of written answers; called once. */
  createReader(events: ReadAloudEvents): ReadAloud
  /** Whether Gemini itself answers. A conversation with Gemini can continue after a restart; one with a recording cannot. */
  isLive(): boolean
  /** Answers are shown but not played. */
  isSilent(): boolean
  approvalSeconds(): number
  /** Whether the model continues while a call of this tool is open. */
  isNonBlocking(session: LiveSession, toolName: string): boolean
  /** The model last asked for a written answer; null before the first. */
  writtenBy(): string | null
  onStatus(status: ConversationStatus): void
  /** The title or the time of the last change may have changed. */
  onChanged(): void
  /** A rule has decided about a call of this conversation. */
  onCallDecided(toolCallId: string): void
  onSessionState(state: SessionState): void
  onMalformed(): void
  /** Hears of a call that was not run because it could not be written down. */
  report?(error: unknown): void
}
