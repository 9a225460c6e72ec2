import type { LiveModel } from '../../../shared/ipc/live-models'
import type { SessionFailureCause } from '../../../shared/ipc/schemas'
import type { SessionChoices } from '../../../shared/ipc/session-choices'
import type { JsonObject } from '../../../shared/lib/json'

/** One function that the model may call. `blocking: false` requests NON_BLOCKING: the conversation continues while the call is open. */
export interface LiveTool {
  readonly name: string
  readonly description: string
  /** JSON schema of the arguments: an object. */
  readonly parameters: JsonObject
  readonly blocking: boolean
}

/** The setup of a new connection; read again before each one. */
export interface LiveSetup {
  /** API key or ephemeral token; null: none, and the session fails with `key-missing`. */
  readonly apiKey: string | null
  /** Address of another server that speaks the same protocol (a replay, a proxy); null: Google's. */
  readonly baseUrl: string | null
  readonly model: string
  /** The models of the user's list; for others, the table of capabilities applies. */
  readonly described?: readonly LiveModel[]
  readonly choices: SessionChoices
  readonly systemInstruction: string
  readonly tools: readonly LiveTool[]
  /** Whether the model may search the web. */
  readonly googleSearch: boolean
  /** Names from the user's data and the like that may be spoken. */
  readonly names: readonly string[]
}

/** The part of the setup that can change in a running session, if its model supports that. */
export type LiveContext = Pick<LiveSetup, 'systemInstruction' | 'tools' | 'googleSearch' | 'choices'>

/** Thrown by the `setup` function of a session that knows why it cannot connect. */
export class LiveSetupError extends Error {
  readonly failureCause: SessionFailureCause
  constructor(failureCause: SessionFailureCause, message: string) {
    super(message)
    this.name = 'LiveSetupError'
    this.failureCause = failureCause
  }
}
