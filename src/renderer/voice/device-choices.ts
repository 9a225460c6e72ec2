import type { Settings } from '../../shared/ipc/schemas'
import { findOutput, type OutputDevice } from '../audio/loudspeaker'
import type { Translator } from '../i18n/translate'

/** A choice of devices: each with its name, the one in use, and the chosen one. */
export interface DeviceChoices {
  readonly chosen: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** The available microphones, including a chosen one that is gone. */
export function microphoneChoices(
  microphones: readonly { readonly microphoneId: string; readonly label: string }[],
  { microphoneId }: Pick<Settings, 'microphoneId'>,
  i18n: Translator,
): DeviceChoices {
  const known = microphoneId === '' || microphones.some((microphone) => microphone.microphoneId === microphoneId)
  const choices = [
    { value: '', label: i18n.t('microphone.default') },
    ...microphones.map((microphone, index) => ({
      value: microphone.microphoneId,
      label: microphone.label === '' ? i18n.t('microphone.unnamed', { number: index + 1 }) : microphone.label,
    })),
    ...(known ? [] : [{ value: microphoneId, label: i18n.t('microphone.gone') }]),
  ]
  return { chosen: microphoneId, choices }
}

/** The available outputs, including a chosen one that is gone. */
export function loudspeakerChoices(
  outputs: readonly OutputDevice[],
  { loudspeakerId, loudspeakerLabel }: Pick<Settings, 'loudspeakerId' | 'loudspeakerLabel'>,
  i18n: Translator,
): DeviceChoices {
  const found = findOutput(outputs, { loudspeakerId, loudspeakerLabel })
  const gone = loudspeakerLabel === '' ? i18n.t('loudspeaker.goneUnnamed') : i18n.t('loudspeaker.gone', { label: loudspeakerLabel })
  const choices = [
    { value: '', label: i18n.t('loudspeaker.default') },
    ...outputs.map((output, index) => ({
      value: output.loudspeakerId,
      label: output.label === '' ? i18n.t('loudspeaker.unnamed', { number: index + 1 }) : output.label,
    })),
    ...(found.state === 'there' ? [] : [{ value: loudspeakerId, label: found.state === 'gone' ? gone : loudspeakerLabel || gone }]),
  ]
  return { chosen: found.state === 'there' ? found.deviceId : loudspeakerId, choices }
}

/** The settings that choose this output: it is found by its label if its id has changed. */
export function chosenLoudspeaker(outputs: readonly OutputDevice[], chosen: string): Pick<Settings, 'loudspeakerId' | 'loudspeakerLabel'> {
  return { loudspeakerId: chosen, loudspeakerLabel: outputs.find(({ loudspeakerId }) => loudspeakerId === chosen)?.label ?? '' }
}
