import { defaultSpeechSettings } from '../audio/speech-rules'
import { defaultAppearance } from './appearance-choices'
import { defaultDesktopChoices } from './desktop-choices'
import { defaultNotificationChoices } from './notification-choices'
import type { Settings } from './schemas'
import { defaultSessionChoices } from './session-choices'
import { defaultStorageChoices } from './storage-choices'
import { defaultTextChoices } from './text-choices'
import { defaultUpdateChoices } from './update-choices'

/** The defaults of all settings. */
export const defaultSettings: Settings = {
  ...defaultAppearance,
  model: 'gemini-3.8-live',
  liveModels: [],
  serviceAddress: '',
  tokenAddress: '',
  ...defaultSessionChoices,
  ...defaultTextChoices,
  ...defaultStorageChoices,
  ...defaultDesktopChoices,
  ...defaultNotificationChoices,
  ...defaultUpdateChoices,
  microphoneAllowed: true,
  microphoneId: '',
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  warmMicrophone: false,
  directCapture: false,
  ...defaultSpeechSettings,
  handsFreeAtStart: false,
  loudspeakerId: '',
  loudspeakerLabel: '',
  approvalSeconds: 120,
  replaySpeed: 1,
  volume: 1,
  speakingSpeed: 1,
  captions: true,
  recordCalls: false,
  gateway: false,
  gatewayPort: 8790,
  questionSound: true,
  startSound: true,
  stopSound: true,
  errorSound: true,
}
