import { Popover } from '@base-ui/react/popover'
import { Volume2, VolumeX } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'
import styles from './volume-button.module.css'
import { VolumeSlider } from './volume-slider'

/** Opens a slider for the volume of Parley's voice; zero is silence. */
export function VolumeButton() {
  const i18n = useI18n()
  const { actions } = useServices()
  const saved = useApp((state) => state.settings.volume)
  return (
    <Popover.Root>
      <Popover.Trigger render={<IconButton label={i18n.t(saved === 0 ? 'dock.volumeMuted' : 'dock.volume')} />}>
        {saved === 0 ? <VolumeX size={16} strokeWidth={1.75} aria-hidden /> : <Volume2 size={16} strokeWidth={1.75} aria-hidden />}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" sideOffset={8}>
          <Popover.Popup className={styles.popup} aria-label={i18n.t('dock.volume')}>
            <VolumeSlider volume={saved} onChange={(volume) => void actions.updateSettings({ volume })} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
