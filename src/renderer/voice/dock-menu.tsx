import { Popover } from '@base-ui/react/popover'
import { AudioLines, Captions, Ellipsis, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { isHandsFree } from '../../shared/talk/talk-facts'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'
import { FloatingPanel } from '../ui/floating-panel'
import { Switch } from '../ui/switch'
import styles from './dock-menu.module.css'
import { MicrophonePicker } from './microphone-picker'
import { VolumeSlider } from './volume-slider'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The ⋯ button of the dock: hands-free, captions, the microphone, and how Parley's voice is played. */
export function DockMenu() {
  const i18n = useI18n()
  const { actions } = useServices()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const muted = useApp((state) => state.muted)
  const volume = useApp((state) => state.settings.volume)
  const captions = useApp((state) => state.settings.captions)
  const handsFree = useApp((state) => isHandsFree(state.talk) || state.microphoneMuted)
  return (
    <Popover.Root>
      <Popover.Trigger ref={setTrigger} render={<IconButton label={i18n.t('dock.more')} />}>
        <Ellipsis {...icon} />
      </Popover.Trigger>
      <FloatingPanel opener={trigger} within="[data-region]" side="top" align="end" width="middle" title={i18n.t('dock.moreTitle')}>
        <div className={styles.rows}>
          <Row icon={<AudioLines {...icon} />} name={i18n.t('dock.menu.handsFree')} on={handsFree} onChange={actions.setHandsFree} />
          <Row
            icon={<Captions {...icon} />}
            name={i18n.t('dock.menu.captions')}
            on={captions}
            onChange={(on) => void actions.updateSettings({ captions: on })}
          />
          <Row icon={<VolumeX {...icon} />} name={i18n.t('dock.menu.mute')} on={muted} onChange={actions.setMuted} />
          <div className={styles.row}>
            {volume === 0 ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
            <VolumeSlider volume={volume} onChange={(value) => void actions.updateSettings({ volume: value })} />
          </div>
          <MicrophonePicker look="edge" />
        </div>
      </FloatingPanel>
    </Popover.Root>
  )
}

interface RowProps {
  readonly icon: ReactNode
  readonly name: string
  readonly on: boolean
  onChange(on: boolean): void
}

function Row({ icon: face, name, on, onChange }: RowProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      {face}
      <span id={id} className={styles.name}>
        {name}
      </span>
      <Switch checked={on} labelledBy={id} onChange={onChange} />
    </div>
  )
}
