import { Music } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { IconButton } from '../ui/button'

/** Stops the music; visible only while music plays. */
export function MusicButton() {
  const i18n = useI18n()
  const { music } = useServices()
  const playing = useSyncExternalStore(music.onChange, music.playing)
  if (playing === null) return null
  return (
    <IconButton label={i18n.t('dock.stopMusic', { title: i18n.t(`music.${playing}`) })} onClick={music.stop}>
      <Music size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
