import { Music } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useWords } from '../i18n/words'
import { useServices } from '../state/context'
import { IconButton } from '../ui/button'

/** Stops the music; it is there only while music plays. */
export function MusicButton() {
  const words = useWords()
  const { music } = useServices()
  const playing = useSyncExternalStore(music.onChange, music.playing)
  if (playing === null) return null
  return (
    <IconButton label={words.say('dock.stopMusic', { title: words.say(`music.${playing}`) })} onClick={music.stop}>
      <Music size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
