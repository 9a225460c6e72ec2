import { Volume2 } from 'lucide-react'
import { findOutput, listLoudspeakers } from '../audio/loudspeaker'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { useDevices } from './use-devices'

/** Chooses where Parley sounds; the list follows what is plugged in. */
export function LoudspeakerPicker({ labelledBy }: { readonly labelledBy: string }) {
  const words = useWords()
  const { actions } = useServices()
  const loudspeakerId = useApp((state) => state.settings.loudspeakerId)
  const loudspeakerLabel = useApp((state) => state.settings.loudspeakerLabel)
  const outputs = useDevices(listLoudspeakers)
  const found = findOutput(outputs, { loudspeakerId, loudspeakerLabel })
  const gone = loudspeakerLabel === '' ? words.say('loudspeaker.goneUnnamed') : words.say('loudspeaker.gone', { label: loudspeakerLabel })
  const choices = [
    { value: '', label: words.say('loudspeaker.default') },
    ...outputs.map((output, index) => ({
      value: output.loudspeakerId,
      label: output.label === '' ? words.say('loudspeaker.unnamed', { number: index + 1 }) : output.label,
    })),
    ...(found.state === 'there' ? [] : [{ value: loudspeakerId, label: found.state === 'gone' ? gone : loudspeakerLabel || gone }]),
  ]
  return (
    <Select
      value={found.state === 'there' ? found.deviceId : loudspeakerId}
      choices={choices}
      look="edge"
      labelledBy={labelledBy}
      icon={<Volume2 size={14} strokeWidth={2} aria-hidden />}
      onChange={(chosen) => {
        const label = outputs.find((output) => output.loudspeakerId === chosen)?.label ?? ''
        void actions.updateSettings({ loudspeakerId: chosen, loudspeakerLabel: label })
      }}
    />
  )
}
