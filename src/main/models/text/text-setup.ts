import type { SessionChoices } from '../../../shared/ipc/session-choices'
import type { LiveTool } from '../live/live-setup'

/** All that a request needs beside the conversation; asked for anew before each one. */
export interface TextSetup {
  /** API key; null: none, and the session fails with `key-missing`. */
  readonly apiKey: string | null
  /** Address of another server that speaks the same protocol (a replay, a proxy); null: Google's. */
  readonly baseUrl: string | null
  readonly model: string
  readonly systemInstruction: string
  readonly tools: readonly Pick<LiveTool, 'name' | 'description' | 'parameters'>[]
  readonly thinking: SessionChoices['thinking']
  /** Tools that the service runs itself. */
  readonly googleSearch: boolean
  readonly codeExecution: boolean
  /** Whether Google may keep the request and its answer, to look at in AI Studio. */
  readonly store: boolean
}
