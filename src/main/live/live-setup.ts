import { Behavior, type FunctionDeclaration, type LiveConnectConfig, Modality, type Schema } from '@google/genai'
import type { LiveModel } from '../../shared/ipc/live-models'
import type { SessionFailureCause } from '../../shared/ipc/schemas'
import type { SessionChoices } from '../../shared/ipc/session-choices'
import type { JsonObject } from '../../shared/lib/json'
import type { LiveCapabilities } from './capabilities'
import { chosenFields } from './chosen-fields'
import { type HistoryTurn, historyAsInstruction } from './history'

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
}

/** Thrown by the `setup` function of a session when it knows why there is nothing to connect to. */
export class LiveSetupError extends Error {
  readonly failureCause: SessionFailureCause
  constructor(failureCause: SessionFailureCause, message: string) {
    super(message)
    this.name = 'LiveSetupError'
    this.failureCause = failureCause
  }
}

/** Names of the tools that a model with these capabilities is told not to wait for. */
export function nonBlockingTools(tools: readonly LiveTool[], capabilities: LiveCapabilities): readonly string[] {
  return tools.filter((tool) => behaviorOf(tool, capabilities) === Behavior.NON_BLOCKING).map((tool) => tool.name)
}

/** The client library's config for one connection: audio out, transcripts of both sides, what the user chose and the model allows. */
export function liveConnectConfig(
  setup: LiveSetup,
  capabilities: LiveCapabilities,
  handle: string | null,
  history: readonly HistoryTurn[] = [],
): LiveConnectConfig {
  const told = history.length > 0 && capabilities.history === 'instruction' ? `\n\n${historyAsInstruction(history)}` : ''
  return {
    responseModalities: [Modality.AUDIO],
    inputAudioTranscription: {},
    outputAudioTranscription: {},
    systemInstruction: { role: 'user', parts: [{ text: setup.systemInstruction + told }] },
    ...(setup.tools.length > 0 && {
      tools: [{ functionDeclarations: setup.tools.map((tool) => functionDeclaration(tool, capabilities)) }],
    }),
    ...(capabilities.sessionResumption && { sessionResumption: handle === null ? {} : { handle } }),
    ...chosenFields(setup.choices, capabilities),
  }
}

function behaviorOf(tool: LiveTool, { behaviors }: LiveCapabilities): Behavior | null {
  const wanted = tool.blocking ? Behavior.BLOCKING : Behavior.NON_BLOCKING
  if (behaviors.includes(wanted)) return wanted
  return behaviors.includes('NON_BLOCKING') ? Behavior.NON_BLOCKING : null
}

function functionDeclaration(tool: LiveTool, capabilities: LiveCapabilities): FunctionDeclaration {
  const behavior = behaviorOf(tool, capabilities)
  return {
    name: tool.name,
    description: tool.description,
    parameters: openApiParameters(tool.parameters),
    ...(behavior !== null && { behavior }),
  }
}

/**
 * The client library turns a JSON schema into the OpenAPI form that every Live model takes, but only without `$schema`
 * (with it, the schema goes out as `parametersJsonSchema`). It also writes into what it is given, hence the copy.
 */
function openApiParameters(schema: JsonObject): Schema {
  const { $schema: _, ...parameters } = structuredClone(schema)
  return parameters
}
