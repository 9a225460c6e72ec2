import { Mic, MicOff } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'

/** Mutes the microphone of hands-free: it is closed, and Parley keeps speaking. */
export function MicrophoneMuteButton() {
  const i18n = useI18n()
  const { actions } = useServices()
  const muted = useApp((state) => state.microphoneMuted)
  const Icon = muted ? MicOff : Mic
  return (
    <IconButton
      label={i18n.t(muted ? 'dock.unmuteMicrophone' : 'dock.muteMicrophone')}
      pressed={muted}
      onClick={() => actions.muteMicrophone(!muted)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
