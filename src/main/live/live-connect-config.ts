import { Behavior, type FunctionDeclaration, type LiveConnectConfig, Modality } from '@google/genai'
import { declareFunctions } from '../../shared/tools/declare-functions'
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
  const functions = functionDeclarations(setup.tools, capabilities)
  return {
    responseModalities: [Modality.AUDIO],
    inputAudioTranscription: {},
    outputAudioTranscription: {},
    systemInstruction: { role: 'user', parts: [{ text: setup.systemInstruction + told }] },
    ...(functions.length > 0 && { tools: [{ functionDeclarations: functions }] }),
    ...(capabilities.sessionResumption && { sessionResumption: handle === null ? {} : { handle } }),
    ...chosenFields(setup.choices, capabilities),
  }
}

/** The client library writes into what it is given, hence the copies. */
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
