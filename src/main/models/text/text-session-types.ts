import type { SessionState } from '../../../shared/ipc/schemas'
import type { Clock } from '../../../shared/lib/clock'
import type { FileOf } from '../../storage/attachments/attached-file'
import type { ToolAnswer } from '../live/outgoing'
import type { TextConnector } from './text-connector'
import type { TextHistory } from './text-history'
import type { TextLimits } from './text-limits'
import type { TextSetup } from './text-setup'

/**
 * How a model call left the turn. `calls`: it waits for what comes of its calls. `done`: the answer is whole, or says itself
 * why it is not; calls that are still open are not to be run. `cut`: it broke off and nothing more comes by itself.
 * `stopped`: the user did not want the rest.
 */
export type TextEnd = 'calls' | 'done' | 'cut' | 'stopped'

/** What a text session needs of the world, and what it tells of itself. */
export interface TextSessionOptions {
  readonly connector: TextConnector
  readonly clock: Clock
  /** A number from 0 (included) to 1 (excluded). */
  random(): number
  /** Asked before every request, so that key, model and tools are today's. Throw `LiveSetupError` to say why there is none. */
  setup(): Promise<TextSetup>
  /** The thread as it stands: it is the only memory of the conversation. */
  history(): Omit<TextHistory, 'answerOf'>
  /** The files that addresses in the thread name; without it they are left out. */
  readonly fileOf?: FileOf
  /** One chunk of the answer, in order. */
  onChunk(chunk: object): void
  onEnd(end: TextEnd): void
  onState(state: SessionState): void
  /** A listener threw: what it was told is lost, the session goes on. `detail` is redacted. */
  onFault(detail: string): void
  /** Whether an answer is asked for without tools, because the service refused a field of the request. */
  onToolsOff?(off: boolean): void
  readonly limits?: Partial<TextLimits>
}

/**
 * A conversation's line to a text model: what a Live session is to a Live model, but without a connection. Every model call is
 * a request that carries the conversation. Whatever is to be answered must stand in the thread before the session is told of it.
 */
export interface TextSession {
  /** From off to ready; else does nothing. */
  start(): void
  /** Asks again now: when failed, or waiting for the next try. */
  retry(): void
  /** Ends the answer that is being given, and the session. */
  stop(): Promise<void>
  /** The same, because another server or key is to answer: what was still to be answered is asked there, at a retry. */
  leave(): Promise<void>
  /** Whether that is the case. */
  owesAnswer(): boolean
  /** The user has typed something. An answer that is still being given is stopped. */
  sendText(): void
  /** Gives the last words of the user another answer. False, and nothing happens, where there are none. */
  askAgain(): boolean
  /** Ends of calls, by our ids. When all calls of a step have one, the answer goes on, once. */
  sendToolResponses(responses: readonly ToolAnswer[]): void
  /** Ends the answer that is being given, or that is still to come. False where there is none. */
  interrupt(): boolean
  state(): SessionState
}
