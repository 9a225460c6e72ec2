import {
  Behavior,
  type FunctionDeclaration,
  type LiveClientContextUpdate,
  type LiveConnectConfig,
  Modality,
  type Tool,
} from '@google/genai'
import { declareFunctions } from '../../../shared/tools/declare-functions'
import type { LiveCapabilities } from './capabilities'
import { chosenFields } from './chosen-fields'
import { inputTranscription } from './input-transcription'
import type { LiveContext, LiveSetup, LiveTool } from './live-setup'
import { toolBehavior } from './tool-behavior'
import { type HistoryTurn, historyAsInstruction } from './trim-history'

/**
 * The client library's config for one connection: audio output, transcripts of both speakers, and the user's choices that the model
 * supports.
 */
export function liveConnectConfig(
  setup: LiveSetup,
  capabilities: LiveCapabilities,
  handle: string | null,
  history: readonly HistoryTurn[] = [],
): LiveConnectConfig {
  const historyText = history.length > 0 && capabilities.history === 'instruction' ? `\n\n${historyAsInstruction(history)}` : ''
  const tools = declaredTools(setup, capabilities)
  return {
    responseModalities: [Modality.AUDIO],
    inputAudioTranscription: inputTranscription(setup, capabilities),
    outputAudioTranscription: {},
    systemInstruction: { role: 'user', parts: [{ text: setup.systemInstruction + historyText }] },
    ...(tools.length > 0 && { tools }),
    ...(capabilities.sessionResumption && { sessionResumption: handle === null ? {} : { handle } }),
    ...chosenFields(setup.choices, capabilities),
  }
}

/** The replacement for instruction and tools of a running session. An empty list removes all tools. */
export function contextUpdate(context: LiveContext, capabilities: LiveCapabilities): LiveClientContextUpdate {
  return {
    systemInstruction: { role: 'user', parts: [{ text: context.systemInstruction }] },
    tools: { tools: [...declaredTools(context, capabilities)] },
  }
}

function declaredTools({ tools, googleSearch }: Pick<LiveContext, 'tools' | 'googleSearch'>, capabilities: LiveCapabilities): Tool[] {
  const functions = functionDeclarations(tools, capabilities)
  return [
    ...(functions.length > 0 ? [{ functionDeclarations: functions }] : []),
    ...(googleSearch && capabilities.googleSearch ? [{ googleSearch: {} }] : []),
  ]
}

/** Copies, because the client library modifies its arguments. */
function functionDeclarations(tools: readonly LiveTool[], capabilities: LiveCapabilities): FunctionDeclaration[] {
  return declareFunctions(tools).declared.map(({ name, description, parameters }) => {
    const tool = tools.find((one) => one.name === name)
    const behavior = tool === undefined ? null : toolBehavior(tool, capabilities)
    return {
      name,
      description,
      ...(parameters !== null && { parameters: structuredClone(parameters) }),
      ...(behavior !== null && { behavior: Behavior[behavior] }),
    }
  })
}
