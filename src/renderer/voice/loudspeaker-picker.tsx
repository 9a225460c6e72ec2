import { Volume2 } from 'lucide-react'
import { listLoudspeakers } from '../audio/loudspeaker'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { chosenLoudspeaker, loudspeakerChoices } from './device-choices'
import { useDevices } from './use-devices'

/** Chooses the output device; the list follows device changes. */
export function LoudspeakerPicker({ labelledBy }: { readonly labelledBy: string }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const loudspeakerId = useApp((state) => state.settings.loudspeakerId)
  const loudspeakerLabel = useApp((state) => state.settings.loudspeakerLabel)
  const outputs = useDevices(listLoudspeakers)
  const { chosen, choices } = loudspeakerChoices(outputs, { loudspeakerId, loudspeakerLabel }, i18n)
  return (
    <Select
      value={chosen}
      choices={choices}
      look="edge"
      labelledBy={labelledBy}
      icon={<Volume2 size={14} strokeWidth={2} aria-hidden />}
      onChange={(other) => void actions.updateSettings(chosenLoudspeaker(outputs, other))}
    />
  )
}
