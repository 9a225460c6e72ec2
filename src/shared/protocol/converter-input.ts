import type { SpeechSketch } from '../audio/speech-sketch'
import type { JsonObject, JsonValue } from '../lib/json'
import type { DisplayText } from '../messages/message'
import type { Chunk } from './chunks'
import type { ModelContent } from './model-contents'

/** A kept result, as the thread shows it. */
export interface ShownArtifact {
  readonly artifactId: string
  readonly title: string
  readonly rows: number
  readonly columns: number
}

/** How one call of the model ended. Denied and expired are never errors; withdrawn is (the caller took it back). */
export type CallOutcome =
  | { readonly kind: 'result'; readonly output: JsonValue; readonly artifacts?: readonly ShownArtifact[] }
  | { readonly kind: 'error'; readonly errorText: DisplayText }
  | { readonly kind: 'denied'; readonly reason?: DisplayText }
  | { readonly kind: 'expired' }
  | { readonly kind: 'withdrawn'; readonly reason: DisplayText }

/** A call of an earlier run of the app that goes on: its message paused for it, at the end of the thread. */
export interface TakenUpCall {
  readonly toolCallId: string
  readonly turnId: string
  readonly messageId: string
  readonly name: string
  readonly input: JsonObject
  /** The question about it; null where none was asked. */
  readonly approvalId: string | null
  /** The question was answered with yes. */
  readonly approved: boolean
  /** Steps of the message so far. */
  readonly steps: number
  /** What the model said in the message so far. */
  readonly contents: readonly ModelContent[]
}

/** The sound of what the user said in one turn, as it is kept; `attachmentId` is null where it could not be kept. */
export interface UserSound {
  readonly attachmentId: string | null
  readonly voice: SpeechSketch
}

/** A message of an earlier turn that holds nothing but the sound of what was said. */
export interface SoundMessage {
  readonly turnId: string
  readonly messageId: string
  readonly durationMs: number
}

/** A file that the user sends, as the chunk that shows it. */
export type UserFile = Extract<Chunk, { readonly type: 'file' }>

/**
 * All that the converter is told. `frame`, `chunk` and `event` are parsed JSON of unknown shape: whatever stands in
 * them is checked inside and never thrown on.
 */
export type ConverterInput =
  /** one Live server message (live-spec §1.4) */
  | { readonly type: 'live'; readonly frame: unknown }
  /** one chunk of streamed `generateContent` */
  | { readonly type: 'text'; readonly chunk: unknown }
  /** a request for streamed text is over: its calls are whole, and what the model says next answers another request */
  | {
      readonly type: 'request-ended'
      /** It broke off in the middle: a finish reason that came early is not how it ended. */
      readonly broken?: boolean
    }
  /** one ADK event, camel or snake case */
  | { readonly type: 'adk'; readonly event: unknown }
  /** a line that was not JSON: counted, nothing else */
  | { readonly type: 'malformed' }
  /** the user typed this, with these files: a user message and a new turn */
  | { readonly type: 'user-text'; readonly text: string; readonly files?: readonly UserFile[] }
  /** the user shows this while they speak: it stands in the message of these words. Without speech nothing comes of it */
  | { readonly type: 'user-file'; readonly file: UserFile }
  /** the user begins to speak (push-to-talk or voice activity): words that follow are new, even if they are the same */
  | { readonly type: 'user-speech-start' }
  /** the user has finished speaking: what the model says from now on can be the answer */
  | { readonly type: 'user-speech-end' }
  /** the user takes back what was just said: no word of it is shown, whenever its transcript comes */
  | { readonly type: 'user-speech-taken-back' }
  /**
   * what the user said and nobody answered is said again to a new connection, where its transcript may come a second time;
   * or several questions that had to wait are said together. One entry for each question, in order: the turn that it was
   * spoken in, null for one that was typed
   */
  | { readonly type: 'user-speech-repeats'; readonly turnIds: readonly (string | null)[] }
  /** what is said in this turn stands in the thread already, as far as it was heard in an earlier run */
  | { readonly type: 'user-speech-heard'; readonly turnId: string; readonly text: string }
  /**
   * the session is gone or frozen, and no word was heard of what was said in this turn: its message shows the sound, until
   * words come. Nothing comes of it where words stand already
   */
  | { readonly type: 'user-speech-unheard'; readonly turnId: string; readonly sound: UserSound }
  /** what is said in this turn is the sound that an earlier message shows: the words come into that message */
  | { readonly type: 'user-speech-resent'; readonly turnId: string; readonly shownIn: SoundMessage }
  /** the approval queue asks about a call that is already available in the open step */
  | { readonly type: 'approval-requested'; readonly toolCallId: string; readonly approvalId: string }
  /** all questions of the open step are asked: the response pauses with `tool-calls` */
  | { readonly type: 'pause' }
  /** before anything else is said: this call is open, and the model goes on with its message */
  | { readonly type: 'call-taken-up'; readonly call: TakenUpCall }
  | { readonly type: 'call-settled'; readonly toolCallId: string; readonly outcome: CallOutcome }
  /** the loudspeaker has played `samples` samples of the audio of this turn so far */
  | { readonly type: 'played'; readonly turnId: string; readonly samples: number }
  /** the user cut in here, before the server says so: handled like the server's `interrupted`, which then adds nothing */
  | { readonly type: 'interrupted' }
  /** nothing more will come: everything open is closed. `forgets`: what was not heard yet is not said again either */
  | { readonly type: 'end'; readonly forgets?: boolean }
