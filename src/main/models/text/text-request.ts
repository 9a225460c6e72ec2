import { type Content, type GenerateContentConfig, type GenerateContentParameters, Modality, ThinkingLevel, type Tool } from '@google/genai'
import type { SessionChoices } from '../../../shared/ipc/session-choices'
import { declareFunctions } from '../../../shared/tools/declare-functions'
import type { LiveTool } from '../live/live-setup'
import type { WireContent } from './message-contents'
import { type TextCapabilities, textCapabilities } from './text-capabilities'

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
  /** Whether the answer is to hold pictures, for which `model` is an image model. */
  readonly pictures: boolean
}

const LEVELS = {
  minimal: ThinkingLevel.MINIMAL,
  low: ThinkingLevel.LOW,
  medium: ThinkingLevel.MEDIUM,
  high: ThinkingLevel.HIGH,
} as const

/**
 * The parameters for the client library. Functions are plain declarations and its own calling of functions is off: every
 * call goes through the approval queue. Its automatic continuation is on: only the library holds the token with which an
 * answer that is longer than one response goes on, and our timer and stop button reach over all its requests.
 * `minimal`: without every option that a request can do without, and without tools. `store` is in every request: where it
 * is missing, Google keeps request and answer (docs/service.md). An image model is asked for text and pictures, and sent
 * nothing of what it refuses.
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

/** The client library writes into what it is given, hence the copies. */
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
