import { AudioLines } from 'lucide-react'
import { isHandsFree } from '../../shared/talk/talk-facts'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'

/** Toggles hands-free mode; pressed while it is on. */
export function HandsFreeButton() {
  const i18n = useI18n()
  const { actions } = useServices()
  const on = useApp((state) => isHandsFree(state.talk))
  return (
    <IconButton label={i18n.t(on ? 'handsFree.off' : 'handsFree.on')} pressed={on} onClick={() => actions.setHandsFree(!on)}>
      <AudioLines size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
