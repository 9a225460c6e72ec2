import { Ear, EarOff } from 'lucide-react'
import type { Client } from '../../shared/ipc/client'
import type { OverlayView, SoundChoice } from '../../shared/ipc/small-window-calls'
import { useWords } from '../i18n/words'
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

/** The microphones; or how loud and where Parley sounds. What is chosen holds at once, and everywhere in Parley. */
export function SoundList({ list, view: { sound, voice, muted }, client }: SoundListProps) {
  const words = useWords()
  const choose = (change: Partial<SoundChoice>) => void client.call('overlay.choose', change)
  if (list === 'microphone') {
    return (
      <ChoiceList
        name={words.say('dock.microphone')}
        {...microphoneChoices(voice.microphones, sound, words)}
        onChoose={(microphoneId) => choose({ microphoneId })}
      />
    )
  }
  const Icon = muted ? EarOff : Ear
  return (
    <div>
      <div className={styles.loudness}>
        <IconButton
          label={words.say(muted ? 'overlay.unmute' : 'overlay.mute')}
          pressed={muted}
          onClick={() => void client.call('overlay.mute', { muted: !muted })}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <VolumeSlider volume={sound.volume} onChange={(volume) => choose({ volume })} />
      </div>
      <ChoiceList
        name={words.say('settings.loudspeaker')}
        {...loudspeakerChoices(voice.loudspeakers, sound, words)}
        onChoose={(chosen) => choose(chosenLoudspeaker(voice.loudspeakers, chosen))}
      />
    </div>
  )
}
