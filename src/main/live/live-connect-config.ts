import { Behavior, type FunctionDeclaration, type LiveConnectConfig, Modality, type Schema } from '@google/genai'
import type { JsonObject } from '../../shared/lib/json'
import type { LiveCapabilities } from './capabilities'
import { chosenFields } from './chosen-fields'
import { type HistoryTurn, historyAsInstruction } from './history'
import type { LiveSetup, LiveTool } from './live-setup'
import { toolBehavior } from './tool-behavior'

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

function functionDeclaration(tool: LiveTool, capabilities: LiveCapabilities): FunctionDeclaration {
  const behavior = toolBehavior(tool, capabilities)
  return {
    name: tool.name,
    description: tool.description,
    parameters: openApiParameters(tool.parameters),
    ...(behavior !== null && { behavior: Behavior[behavior] }),
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
