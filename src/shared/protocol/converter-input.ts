import type { SpeechSketch } from '../audio/speech-sketch'
import type { JsonObject, JsonValue } from '../lib/json'
import type { DisplayText } from '../messages/message'
import type { Chunk } from './chunks'
import type { ModelContent } from './model-contents'

/** A stored result, as the thread shows it. */
export interface ShownArtifact {
  readonly artifactId: string
  readonly title: string
  readonly rows: number
  readonly columns: number
}

/** How one call of the model ended. Denied and expired are never errors; withdrawn is (the caller withdrew it). */
export type CallOutcome =
  | { readonly kind: 'result'; readonly output: JsonValue; readonly artifacts?: readonly ShownArtifact[] }
  | { readonly kind: 'error'; readonly errorText: DisplayText }
  | { readonly kind: 'denied'; readonly reason?: DisplayText }
  | { readonly kind: 'expired' }
  | { readonly kind: 'withdrawn'; readonly reason: DisplayText }

/** A call from an earlier run of the app that continues: its message paused for it, at the end of the thread. */
export interface TakenUpCall {
  readonly toolCallId: string
  readonly turnId: string
  readonly messageId: string
  readonly name: string
  readonly input: JsonObject
  /** Its approval; null if none was requested. */
  readonly approvalId: string | null
  /** The approval was granted. */
  readonly approved: boolean
  /** Steps of the message so far. */
  readonly steps: number
  /** The model's contents of the message so far. */
  readonly contents: readonly ModelContent[]
}

/** The stored sound of the user's speech in one turn; `attachmentId` is null if it could not be stored. */
export interface UserSound {
  readonly attachmentId: string | null
  readonly voice: SpeechSketch
}

/** A message of an earlier turn with nothing but the sound of speech. */
export interface SoundMessage {
  readonly turnId: string
  readonly messageId: string
  readonly durationMs: number
}

/** A file from the user, as the chunk that shows it. */
export type UserFile = Extract<Chunk, { readonly type: 'file' }>

/**
 * All inputs of the converter. `frame`, `chunk` and `event` are parsed JSON of unknown shape: the converter checks
 * their content and never throws on it.
 */
export type ConverterInput =
  /** one Live server message (live-spec §1.4) */
  | { readonly type: 'live'; readonly frame: unknown }
  /** one chunk of streamed `generateContent` */
  | { readonly type: 'text'; readonly chunk: unknown }
  /**
   * a request for streamed text has ended: its calls are complete, and the model's next output belongs to another
   * request
   */
  | {
      readonly type: 'request-ended'
      /** The connection broke: an early finish reason is not the real ending. */
      readonly broken?: boolean
    }
  /** one ADK event, camel or snake case */
  | { readonly type: 'adk'; readonly event: unknown }
  /** a line that was not JSON: it is only counted */
  | { readonly type: 'malformed' }
  /** the user typed this, with these files: a user message and a new turn */
  | { readonly type: 'user-text'; readonly text: string; readonly files?: readonly UserFile[] }
  /**
   * the user shows this while they speak: it becomes part of the message of this speech. Without speech it has no
   * effect
   */
  | { readonly type: 'user-file'; readonly file: UserFile }
  /** the user begins to speak (push-to-talk or voice activity): following words are new, even if they are the same */
  | { readonly type: 'user-speech-start' }
  /** the user has finished speaking: output of the model from now on can be the answer */
  | { readonly type: 'user-speech-end' }
  /** the user withdraws the last speech: none of it is shown, whenever its transcript comes */
  | { readonly type: 'user-speech-taken-back' }
  /**
   * unanswered speech of the user is sent again to a new connection, where its transcript may come a second time; or
   * several questions that had to wait are sent together. One entry for each question, in order: the turn in which it was
   * spoken, null for a typed one
   */
  | { readonly type: 'user-speech-repeats'; readonly turnIds: readonly (string | null)[] }
  /** the thread already has the transcript of this turn, as far as it came in an earlier run */
  | { readonly type: 'user-speech-heard'; readonly turnId: string; readonly text: string }
  /**
   * the session is gone or frozen, and no transcript of this turn came: its message shows the sound until one does.
   * Without effect if there is a transcript
   */
  | { readonly type: 'user-speech-unheard'; readonly turnId: string; readonly sound: UserSound }
  /** the speech of this turn is the sound that an earlier message shows: the transcript goes into that message */
  | { readonly type: 'user-speech-resent'; readonly turnId: string; readonly shownIn: SoundMessage }
  /** the approval queue requests approval for a call that is available in the open step */
  | { readonly type: 'approval-requested'; readonly toolCallId: string; readonly approvalId: string }
  /** all approvals of the open step are requested: the response pauses with `tool-calls` */
  | { readonly type: 'pause' }
  /** before any other output: this call is open, and the model continues its message */
  | { readonly type: 'call-taken-up'; readonly call: TakenUpCall }
  | { readonly type: 'call-settled'; readonly toolCallId: string; readonly outcome: CallOutcome }
  /** the loudspeaker has played `samples` samples of the audio of this turn so far */
  | { readonly type: 'played'; readonly turnId: string; readonly samples: number }
  /**
   * the user interrupted here, before the server says so: handled like the server's `interrupted`, which then adds
   * nothing
   */
  | { readonly type: 'interrupted' }
  /** no more input follows: everything open is closed. `forgets`: unplayed speech is not sent again either */
  | { readonly type: 'end'; readonly forgets?: boolean }
