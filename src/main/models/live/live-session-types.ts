import type { SessionState } from '../../../shared/ipc/schemas'
import type { Clock } from '../../../shared/lib/clock'
import type { FileOf } from '../../storage/attachments/attached-file'
import type { LiveLimits } from './backoff'
import type { LiveCapabilities } from './capabilities'
import type { HistoryTurn } from './history'
import type { LiveConnector } from './live-connector'
import type { LiveContext, LiveSetup } from './live-setup'
import type { ToolAnswer } from './outgoing'
import type { ResumptionHandle } from './session-state'

/** What a live session needs of the world, and what it tells of itself. */
export interface LiveSessionOptions {
  readonly connector: LiveConnector
  readonly clock: Clock
  /** A number from 0 (included) to 1 (excluded). */
  random(): number
  /** Asked before every connection, so that key and model are today's. Throw `LiveSetupError` to say why there is none. */
  setup(): Promise<LiveSetup>
  /**
   * What the model would be told now, to change a running session where its model takes that; null: a new connection must take
   * it over. Calling it means that the session will be told.
   */
  context?(): LiveContext | null
  /** One server message of the current connection, in order. */
  onFrame(frame: unknown): void
  /** A frame was skipped because it couldn't be read. */
  onMalformed(): void
  onState(state: SessionState): void
  /** `onFrame` threw: the message is lost, the session goes on. `detail` is redacted. */
  onFrameFault?(detail: string): void
  /** A handle of an earlier run, to go on from there. */
  readonly handle?: ResumptionHandle | null
  /**
   * What was said before, oldest first, for a session that has no memory of it, without the words of the user in the turns
   * of `without`: those are still to be said.
   */
  history?(without: ReadonlySet<string>): readonly HistoryTurn[]
  /** The files that addresses in the history and in what is sent name; without it they are left out. */
  readonly fileOf?: FileOf
  /** The user went over to this session from another model: that it begins anew is no loss, and is not told. */
  readonly chosen?: boolean
  /** What arrived last of the answer that was cut off, for the note that asks the model to go on with it. */
  lastWords?(): string
  /** A newer way to resume, or none any more. */
  onHandle?(handle: ResumptionHandle | null): void
  /**
   * What the user said last, and the model hadn't begun to answer when the connection was lost, is now said again, or
   * several questions that had to wait are said together. One entry for each: the turn of the thread that it was spoken in;
   * null where it was not spoken.
   */
  onRepeat?(turnIds: readonly (string | null)[]): void
  /** Whether a connection is made without tools, because the service refused a field of the setup: told before each that has any. */
  onToolsOff?(off: boolean): void
  readonly limits?: Partial<LiveLimits>
}

/** One conversation's line to the model, over as many connections as it takes. */
export interface LiveSession {
  /** Connects when off; else does nothing. */
  start(): void
  /** Connects now: when off, failed, or waiting for the next try. */
  retry(): void
  /** Ends the session and forgets what wasn't sent; resolves when the last socket is gone. */
  stop(): Promise<void>
  /**
   * Another server, or another key, is to be spoken to: ends the connection and keeps what was not answered for `retry` or
   * `start`. Resolves when the last socket is gone.
   */
  leave(): Promise<void>
  /** Something was said that is not answered yet, or is being said. */
  owesAnswer(): boolean
  /** Speech of this turn is still to be sent, or to be answered. */
  owesTurn(turnId: string): boolean
  /**
   * The setup has changed. Where only instruction and tools differ and the model takes it, the session is told at once; else
   * what is connected goes on with the new one, by resuming, as soon as nobody speaks.
   */
  renew(): void
  /** The user begins to speak. May be called in any state: what is said before the connection is there is sent after. */
  activityStart(turnId?: string): void
  /** s16le mono 16 kHz. Outside an activity it is dropped. */
  sendAudio(pcm: Uint8Array): void
  activityEnd(): void
  /** The user takes back what is being said: it is ended, and never said again. */
  takeBack(): void
  /** Typed text: a user turn that the model answers at once. `files`: addresses of those that go with it. */
  sendText(text: string, turnId?: string, files?: readonly string[]): void
  /** What the user shows while they speak, by its address. */
  sendPicture(url: string): void
  /** The user does not want the rest of the answer that runs, or that was cut off: the model is not asked to go on with it. */
  giveUpAnswer(): void
  /** Says once more what the user said last and the model has taken. False, and nothing happens, where it knows of nothing. */
  askAgain(): boolean
  /** Answers of calls; those the server has cancelled are dropped, those the model forgot in a new session go as words. */
  sendToolResponses(responses: readonly ToolAnswer[]): void
  state(): SessionState
  /** What the model of the newest connection can do; null before the first. */
  capabilities(): LiveCapabilities | null
}
