import { Ear, EarOff } from 'lucide-react'
import type { Client } from '../../shared/ipc/client'
import type { OverlayView, SoundChoice } from '../../shared/ipc/popup-window-calls'
import { useI18n } from '../i18n/i18n-provider'
import { IconButton } from '../ui/button'
import { chosenLoudspeaker, loudspeakerChoices, microphoneChoices } from '../voice/device-choices'
import { VolumeSlider } from '../voice/volume-slider'
import { ChoiceList } from './choice-list'
import styles from './list.module.css'

interface SoundListProps {
  readonly list: 'microphone' | 'loudspeaker'
  readonly view: OverlayView
  readonly client: Client
}

/** The microphones; or Parley's volume and output devices. A choice applies at once, everywhere in Parley. */
export function SoundList({ list, view: { sound, voice, muted }, client }: SoundListProps) {
  const i18n = useI18n()
  const choose = (change: Partial<SoundChoice>) => void client.call('overlay.choose', change)
  if (list === 'microphone') {
    return (
      <ChoiceList
        name={i18n.t('dock.microphone')}
        {...microphoneChoices(voice.microphones, sound, i18n)}
        onChoose={(microphoneId) => choose({ microphoneId })}
      />
    )
  }
  const Icon = muted ? EarOff : Ear
  return (
    <div>
      <div className={styles.loudness}>
        <IconButton
          label={i18n.t(muted ? 'overlay.unmute' : 'overlay.mute')}
          pressed={muted}
          onClick={() => void client.call('overlay.mute', { muted: !muted })}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <VolumeSlider volume={sound.volume} onChange={(volume) => choose({ volume })} />
      </div>
      <ChoiceList
        name={i18n.t('settings.loudspeaker')}
        {...loudspeakerChoices(voice.loudspeakers, sound, i18n)}
        onChoose={(chosen) => choose(chosenLoudspeaker(voice.loudspeakers, chosen))}
      />
    </div>
  )
}
