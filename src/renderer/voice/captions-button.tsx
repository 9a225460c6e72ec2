import { Captions } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'

/** Turns captions on and off. */
export function CaptionsButton() {
  const i18n = useI18n()
  const { actions } = useServices()
  const captions = useApp((state) => state.settings.captions)
  return (
    <IconButton label={i18n.t('dock.captions')} pressed={captions} onClick={() => void actions.updateSettings({ captions: !captions })}>
      <Captions size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
