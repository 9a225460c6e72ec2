import { Mic } from 'lucide-react'
import { listMicrophones } from '../audio/microphone'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { useDevices } from './use-devices'

/** Chooses the microphone; the list follows what is plugged in. */
export function MicrophonePicker({ look, labelledBy }: { readonly look: 'plain' | 'edge'; readonly labelledBy?: string }) {
  const words = useWords()
  const { actions } = useServices()
  const chosen = useApp((state) => state.settings.microphoneId)
  const microphones = useDevices(listMicrophones)
  const known = chosen === '' || microphones.some((microphone) => microphone.microphoneId === chosen)
  const choices = [
    { value: '', label: words.say('microphone.default') },
    ...microphones.map((microphone, index) => ({
      value: microphone.microphoneId,
      label: microphone.label === '' ? words.say('microphone.unnamed', { number: index + 1 }) : microphone.label,
    })),
    ...(known ? [] : [{ value: chosen, label: words.say('microphone.gone') }]),
  ]
  return (
    <Select
      value={chosen}
      choices={choices}
      look={look}
      {...(labelledBy === undefined ? { label: words.say('dock.microphone') } : { labelledBy })}
      icon={<Mic size={14} strokeWidth={2} aria-hidden />}
      onChange={(microphoneId) => void actions.updateSettings({ microphoneId })}
    />
  )
}
