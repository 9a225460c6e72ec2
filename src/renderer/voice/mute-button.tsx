import { Ear, EarOff } from 'lucide-react'
import { useCaps } from '../commands/use-caps'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'

/** Silences Parley’s voice without ending anything; the answer goes on, unheard, and can be read. */
export function MuteButton() {
  const words = useWords()
  const { actions } = useServices()
  const muted = useApp((state) => state.muted)
  const { aria } = useCaps('mute')
  const Icon = muted ? EarOff : Ear
  return (
    <IconButton
      label={words.say(muted ? 'dock.unmute' : 'dock.mute')}
      pressed={muted}
      aria-keyshortcuts={aria}
      onClick={() => actions.setMuted(!muted)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
