import { defaultSpeechSettings } from '../../shared/audio/speech-rules'
import { defaultDesktopChoices } from '../../shared/ipc/desktop-choices'
import type { Settings } from '../../shared/ipc/schemas'
import { defaultSessionChoices } from '../../shared/ipc/session-choices'
import { defaultStorageChoices } from '../../shared/ipc/storage-choices'
import { defaultTextChoices } from '../../shared/ipc/text-choices'
import { defaultUpdateChoices } from '../../shared/ipc/update-choices'

/** What holds until the user chooses otherwise. */
export const defaultSettings: Settings = {
  theme: 'system',
  language: 'system',
  model: 'gemini-3.8-live',
  liveModels: [],
  serviceAddress: '',
  tokenAddress: '',
  ...defaultSessionChoices,
  ...defaultTextChoices,
  ...defaultStorageChoices,
  ...defaultDesktopChoices,
  ...defaultUpdateChoices,
  microphoneId: '',
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  warmMicrophone: false,
  directCapture: false,
  ...defaultSpeechSettings,
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
