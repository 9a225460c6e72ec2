import { Mic } from 'lucide-react'
import { listMicrophones } from '../audio/microphone'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { microphoneChoices } from './device-choices'
import { useDevices } from './use-devices'

/** Chooses the microphone; the list follows device changes. */
export function MicrophonePicker({ look, labelledBy }: { readonly look: 'plain' | 'edge'; readonly labelledBy?: string }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const microphoneId = useApp((state) => state.settings.microphoneId)
  const { chosen, choices } = microphoneChoices(useDevices(listMicrophones), { microphoneId }, i18n)
  return (
    <Select
      value={chosen}
      choices={choices}
      look={look}
      {...(labelledBy === undefined ? { label: i18n.t('dock.microphone') } : { labelledBy })}
      icon={<Mic size={14} strokeWidth={2} aria-hidden />}
      onChange={(other) => void actions.updateSettings({ microphoneId: other })}
    />
  )
}
