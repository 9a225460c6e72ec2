import type { SessionState } from '../../../shared/ipc/schemas'
import type { Clock } from '../../../shared/lib/clock'
import type { FileOf } from '../../storage/attachments/attached-file'
import type { TextConnector } from './text-connector'
import type { TextHistory } from './text-history'
import type { TextLimits } from './text-limits'
import type { TextSetup } from './text-request'

/**
 * How a request left the turn. `calls`: it waits for results. `done`: the answer is complete, or contains the reason why not; calls
 * that are still open must not run. `cut`: it broke off and nothing more follows. `stopped`: the user did not want the rest.
 */
export type TextEnd = 'calls' | 'done' | 'cut' | 'stopped'

/** Dependencies and listeners of a text session. */
export interface TextSessionOptions {
  readonly connector: TextConnector
  readonly clock: Clock
  /** A number from 0 (included) to 1 (excluded). */
  random(): number
  /** Called before every request, for the current key, model and tools. Throws `LiveSetupError` to say why there is none. */
  setup(): Promise<TextSetup>
  /** The current thread: the only memory of the conversation. */
  history(): Omit<TextHistory, 'answerOf'>
  /** Finds the files named by addresses in the thread; without it they are left out. */
  readonly fileOf?: FileOf
  /** One chunk of the answer, in order. */
  onChunk(chunk: object): void
  /** What an answer took that was stopped: a chunk with its counts alone, around its end. */
  onCounts?(chunk: object): void
  onEnd(end: TextEnd): void
  onState(state: SessionState): void
  /** A listener threw: its event is lost, the session continues. `detail` is redacted. */
  onFault(detail: string): void
  /** Whether an answer is requested without tools, because the service refused a field of the request. */
  onToolsOff?(off: boolean): void
  readonly limits?: Partial<TextLimits>
}
