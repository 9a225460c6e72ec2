import type { PlainKey } from '../../shared/i18n/language-file'
import type { Settings } from '../../shared/ipc/schemas'

/** A setting that is on or off. */
export type SwitchName = { [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never }[keyof Settings]

/** The settings that are on or off, by the names of their rows. */
const switches = {
  'gateway.on': 'gateway',
  'google.store': 'storeAtGoogle',
  'handsFree.atStart': 'handsFreeAtStart',
  'handsFree.headphones': 'headphones',
  'handsFree.interrupts': 'voiceInterrupts',
  'notifications.answer': 'notifyAnswer',
  'notifications.connection': 'notifyConnection',
  'notifications.question': 'notifyQuestion',
  'notifications.timer': 'notifyTimer',
  'notifications.update': 'notifyUpdate',
  'session.compression': 'compression',
  'session.modelTools': 'modelTools',
  'session.proactiveAudio': 'proactiveAudio',
  'settings.autoGainControl': 'autoGainControl',
  'settings.captions': 'captions',
  'settings.developer': 'developer',
  'settings.directCapture': 'directCapture',
  'settings.echoCancellation': 'echoCancellation',
  'settings.errorSound': 'errorSound',
  'settings.microphoneAllowed': 'microphoneAllowed',
  'settings.noiseSuppression': 'noiseSuppression',
  'settings.questionSound': 'questionSound',
  'settings.recordCalls': 'recordCalls',
  'settings.startSound': 'startSound',
  'settings.stopSound': 'stopSound',
  'settings.warmMicrophone': 'warmMicrophone',
  'text.codeExecution': 'codeExecution',
  'text.googleSearch': 'googleSearch',
  'updates.auto': 'updates',
} as const satisfies { readonly [Row in PlainKey]?: SwitchName }

/** Switches with consequences that only their rows explain. */
const explained: readonly SwitchName[] = ['gateway', 'storeAtGoogle']

/** The setting that a row of the settings turns on and off and that can be changed without its page; null if there is none. */
export function switchOf(row: PlainKey): SwitchName | null {
  const isSwitch = (key: PlainKey): key is keyof typeof switches & PlainKey => Object.hasOwn(switches, key)
  if (!isSwitch(row)) return null
  return explained.includes(switches[row]) ? null : switches[row]
}
