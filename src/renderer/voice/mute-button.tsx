import { Volume2, VolumeX } from 'lucide-react'
import { useCaps } from '../commands/use-caps'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'

/** Mutes Parley’s voice without ending anything; the answer continues silently and can be read. */
export function MuteButton() {
  const i18n = useI18n()
  const { actions } = useServices()
  const muted = useApp((state) => state.muted)
  const { aria } = useCaps('mute')
  const Icon = muted ? VolumeX : Volume2
  return (
    <IconButton
      label={i18n.t(muted ? 'dock.unmute' : 'dock.mute')}
      pressed={muted}
      aria-keyshortcuts={aria}
      onClick={() => actions.setMuted(!muted)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
