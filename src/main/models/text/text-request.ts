import { type Content, type GenerateContentConfig, type GenerateContentParameters, ThinkingLevel, type Tool } from '@google/genai'
import type { SessionChoices } from '../../../shared/ipc/session-choices'
import { declareFunctions } from '../../../shared/tools/declare-functions'
import type { LiveTool } from '../live/live-setup'
import type { WireContent } from './message-contents'

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

/** What a text model understands: decides which options are sent to it. */
export interface TextCapabilities {
  readonly thinkingLevels: readonly ('minimal' | 'low' | 'medium' | 'high')[]
  /** Whether it shows summaries of its thoughts. */
  readonly thoughts: boolean
  /** Whether tools of the service (search, code) can stand beside functions; otherwise functions go first. */
  readonly combinesTools: boolean
}

const third: TextCapabilities = { thinkingLevels: ['low', 'medium', 'high'], thoughts: true, combinesTools: true }
const second: TextCapabilities = { thinkingLevels: [], thoughts: true, combinesTools: false }

/** Capabilities of a model, with or without `models/` before its name: by its generation, as the names of the models tell it. */
export function textCapabilities(model: string): TextCapabilities {
  return /^(models\/)?gemini-[12]\./.test(model) ? second : third
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
 * is missing, Google keeps request and answer (docs/service.md).
 */
export function textRequest(setup: TextSetup, contents: readonly WireContent[], minimal: boolean): GenerateContentParameters {
  return {
    model: setup.model,
    contents: contents.map(({ role, parts }): Content => ({ role, parts: parts.map((part) => ({ ...part })) })),
    config: {
      systemInstruction: { role: 'user', parts: [{ text: setup.systemInstruction }] },
      automaticFunctionCalling: { disable: true },
      automaticContinuation: true,
      store: setup.store,
      ...toolFields(setup, minimal),
      ...(!minimal && thinkingFields(setup)),
    },
  }
}

function toolFields(setup: TextSetup, minimal: boolean): GenerateContentConfig {
  if (minimal) return {}
  const functions = functionTools(setup)
  const combines = textCapabilities(setup.model).combinesTools
  const own = functions.length > 0 && !combines ? [] : serviceTools(setup)
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

function thinkingFields({ model, thinking }: TextSetup): GenerateContentConfig {
  const { thinkingLevels, thoughts } = textCapabilities(model)
  const level = thinking !== 'default' && thinkingLevels.includes(thinking) ? { thinkingLevel: LEVELS[thinking] } : {}
  return { thinkingConfig: { ...(thoughts && { includeThoughts: true }), ...level } }
}
