import { type Content, type GenerateContentConfig, type GenerateContentParameters, Modality, ThinkingLevel, type Tool } from '@google/genai'
import type { SessionChoices } from '../../../shared/ipc/session-choices'
import { declareFunctions } from '../../../shared/tools/declare-functions'
import type { LiveTool } from '../live/live-setup'
import type { WireContent } from './message-contents'
import { type TextCapabilities, textCapabilities } from './text-capabilities'

/** The setup of a request, besides the conversation; read again before each one. */
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
  /** Whether Google may store the request and its answer for viewing in AI Studio. */
  readonly store: boolean
  /** Whether the answer should contain pictures; `model` is then an image model. */
  readonly pictures: boolean
}

const LEVELS = {
  minimal: ThinkingLevel.MINIMAL,
  low: ThinkingLevel.LOW,
  medium: ThinkingLevel.MEDIUM,
  high: ThinkingLevel.HIGH,
} as const

/**
 * The parameters for the client library. Functions are plain declarations and automatic function calling is off: every call goes
 * through the approval queue. Automatic continuation is on: only the library has the token that continues an answer longer than one
 * response, and Parley's timer and stop button cover all its requests. `minimal`: without optional fields and tools. `store` is in
 * every request: if it is missing, Google stores request and answer (docs/service.md). An image model is asked for text and pictures,
 * without anything that it refuses.
 */
export function textRequest(setup: TextSetup, contents: readonly WireContent[], minimal: boolean): GenerateContentParameters {
  const capabilities = textCapabilities(setup.model, setup.pictures)
  return {
    model: setup.model,
    contents: contents.map(({ role, parts }): Content => ({ role, parts: parts.map((part) => ({ ...part })) })),
    config: {
      ...(capabilities.instruction && { systemInstruction: { role: 'user', parts: [{ text: setup.systemInstruction }] } }),
      automaticFunctionCalling: { disable: true },
      automaticContinuation: true,
      store: setup.store,
      ...(capabilities.pictures && { responseModalities: [Modality.TEXT, Modality.IMAGE] }),
      ...(!minimal && capabilities.tools && toolFields(setup, capabilities)),
      ...(!minimal && thinkingFields(setup, capabilities)),
    },
  }
}

function toolFields(setup: TextSetup, { combinesTools }: TextCapabilities): GenerateContentConfig {
  const functions = functionTools(setup)
  const own = functions.length > 0 && !combinesTools ? [] : serviceTools(setup)
  if (functions.length === 0 && own.length === 0) return {}
  return {
    tools: [...functions, ...own],
    ...(functions.length > 0 && own.length > 0 && { toolConfig: { includeServerSideToolInvocations: true } }),
  }
}

/** Copies, because the client library modifies its arguments. */
function functionTools({ tools }: TextSetup): readonly Tool[] {
  const functionDeclarations = declareFunctions(tools).declared.map(({ name, description, parameters }) => ({
    name,
    description,
    ...(parameters !== null && { parameters: structuredClone(parameters) }),
  }))
  return functionDeclarations.length === 0 ? [] : [{ functionDeclarations }]
}

function serviceTools({ googleSearch, codeExecution }: TextSetup): readonly Tool[] {
  return [...(googleSearch ? [{ googleSearch: {} }] : []), ...(codeExecution ? [{ codeExecution: {} }] : [])]
}

function thinkingFields({ thinking }: TextSetup, { thinkingLevels, thoughts }: TextCapabilities): GenerateContentConfig {
  const level = thinking !== 'default' && thinkingLevels.includes(thinking) ? { thinkingLevel: LEVELS[thinking] } : {}
  const thinkingConfig = { ...(thoughts && { includeThoughts: true }), ...level }
  return Object.keys(thinkingConfig).length === 0 ? {} : { thinkingConfig }
}
