import {
  EndSensitivity,
  type LiveConnectConfig,
  MediaResolution,
  type RealtimeInputConfig,
  StartSensitivity,
  ThinkingLevel,
  TurnCoverage,
} from '@google/genai'
import type { SessionChoices } from '../../../shared/ipc/session-choices'
import type { LiveCapabilities } from './capabilities'

const START = { high: StartSensitivity.START_SENSITIVITY_HIGH, low: StartSensitivity.START_SENSITIVITY_LOW } as const
const END = { high: EndSensitivity.END_SENSITIVITY_HIGH, low: EndSensitivity.END_SENSITIVITY_LOW } as const
const COVERAGE = {
  speech: TurnCoverage.TURN_INCLUDES_ONLY_ACTIVITY,
  // frames count also outside of speech
  speechAndVideo: TurnCoverage.TURN_INCLUDES_AUDIO_ACTIVITY_AND_ALL_VIDEO,
  everything: TurnCoverage.TURN_INCLUDES_ALL_INPUT,
} as const
const LEVELS = {
  minimal: ThinkingLevel.MINIMAL,
  low: ThinkingLevel.LOW,
  medium: ThinkingLevel.MEDIUM,
  high: ThinkingLevel.HIGH,
} as const
const RESOLUTIONS = {
  low: MediaResolution.MEDIA_RESOLUTION_LOW,
  medium: MediaResolution.MEDIA_RESOLUTION_MEDIUM,
  high: MediaResolution.MEDIA_RESOLUTION_HIGH,
} as const

/**
 * The user's choices as setup fields (live-spec §2). A choice that the model does not support is omitted, because the service closes a
 * session for an unsupported field.
 */
export function chosenFields(choices: SessionChoices, capabilities: LiveCapabilities): LiveConnectConfig {
  const { thinking, mediaResolution } = choices
  return {
    realtimeInputConfig: realtimeInput(choices, capabilities),
    ...(capabilities.speechConfig && { speechConfig: speech(choices, capabilities) }),
    ...(thinking !== 'default' &&
      capabilities.thinkingLevels.includes(thinking) && { thinkingConfig: { thinkingLevel: LEVELS[thinking] } }),
    ...(choices.compression && capabilities.contextWindowCompression && { contextWindowCompression: { slidingWindow: {} } }),
    ...(choices.proactiveAudio && capabilities.proactiveAudio && { proactivity: { proactiveAudio: true } }),
    ...(mediaResolution !== 'default' && capabilities.mediaResolution && { mediaResolution: RESOLUTIONS[mediaResolution] }),
  }
}

function speech({ voice, speechLanguage }: SessionChoices, { speechLanguage: takesLanguage }: LiveCapabilities) {
  return {
    voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } },
    ...(speechLanguage !== '' && takesLanguage && { languageCode: speechLanguage }),
  }
}

function realtimeInput(
  { endOfSpeech, startSensitivity, endSensitivity, turnCoverage }: SessionChoices,
  { videoCoverage }: LiveCapabilities,
): RealtimeInputConfig {
  const chosen = turnCoverage === 'speech' && videoCoverage ? 'speechAndVideo' : turnCoverage
  const coverage = chosen === 'default' ? {} : { turnCoverage: COVERAGE[chosen] }
  if (endOfSpeech === 'key') return { automaticActivityDetection: { disabled: true }, ...coverage }
  return {
    automaticActivityDetection: {
      ...(startSensitivity !== 'default' && { startOfSpeechSensitivity: START[startSensitivity] }),
      ...(endSensitivity !== 'default' && { endOfSpeechSensitivity: END[endSensitivity] }),
    },
    ...coverage,
  }
}
