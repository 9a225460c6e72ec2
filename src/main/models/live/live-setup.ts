import type { LiveModel } from '../../../shared/ipc/live-models'
import type { SessionFailureCause } from '../../../shared/ipc/schemas'
import type { SessionChoices } from '../../../shared/ipc/session-choices'
import type { JsonObject } from '../../../shared/lib/json'

/** One function the model may call. `blocking: false` asks for NON_BLOCKING: the conversation goes on while it is open. */
export interface LiveTool {
  readonly name: string
  readonly description: string
  /** JSON schema of the arguments: an object. */
  readonly parameters: JsonObject
  readonly blocking: boolean
}

/** All that a new connection needs; asked for anew before each one. */
export interface LiveSetup {
  /** API key or ephemeral token; null: none, and the session fails with `key-missing`. */
  readonly apiKey: string | null
  /** Address of another server that speaks the same protocol (a replay, a proxy); null: Google's. */
  readonly baseUrl: string | null
  readonly model: string
  /** What the user's list of models says; for a model that stands in no list, the table of capabilities holds. */
  readonly described?: readonly LiveModel[]
  readonly choices: SessionChoices
  readonly systemInstruction: string
  readonly tools: readonly LiveTool[]
  /** Whether the model may search the web. */
  readonly googleSearch: boolean
  /** Names of the user's own that may be spoken, such as those of their data. */
  readonly names: readonly string[]
}

/** What a running session can be told anew, where its model takes that. */
export type LiveContext = Pick<LiveSetup, 'systemInstruction' | 'tools' | 'googleSearch' | 'choices'>

/** Thrown by the `setup` function of a session when it knows why there is nothing to connect to. */
export class LiveSetupError extends Error {
  readonly failureCause: SessionFailureCause
  constructor(failureCause: SessionFailureCause, message: string) {
    super(message)
    this.name = 'LiveSetupError'
    this.failureCause = failureCause
  }
}
