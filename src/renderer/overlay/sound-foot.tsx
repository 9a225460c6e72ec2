import { ArrowUpRight, Captions, Mic, Volume2, VolumeX, X } from 'lucide-react'
import { useId } from 'react'
import type { Client } from '../../shared/ipc/client'
import type { OverlayView } from '../../shared/ipc/popup-window-calls'
import { useI18n } from '../i18n/i18n-provider'
import { Button, IconButton } from '../ui/button'
import styles from './overlay.module.css'
import { SoundList } from './sound-list'

/** The open part of the overlay: one of its lists, or only the row of buttons. */
export type OpenedPart = 'foot' | 'microphone' | 'loudspeaker'

interface SoundFootProps {
  readonly view: OverlayView
  readonly client: Client
  readonly opened: OpenedPart | null
  onOpen(part: OpenedPart | null): void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Microphone, captions, loudspeaker, and the buttons to leave; the open list is above them. */
export function SoundFoot({ view, client, opened, onOpen }: SoundFootProps) {
  const i18n = useI18n()
  const listId = useId()
  const { captions, volume } = view.sound
  const silent = view.muted || volume === 0
  const opens = (part: 'microphone' | 'loudspeaker') => ({
    'aria-expanded': opened === part,
    'aria-controls': listId,
    ...(opened === part && { className: styles.opened }),
    onClick: () => onOpen(opened === part ? 'foot' : part),
  })
  return (
    <>
      <div id={listId} hidden={opened === null || opened === 'foot'}>
        {opened !== null && opened !== 'foot' && <SoundList list={opened} view={view} client={client} />}
      </div>
      <div className={styles.foot}>
        <IconButton label={i18n.t('dock.microphone')} {...opens('microphone')}>
          <Mic {...icon} />
        </IconButton>
        <IconButton
          label={i18n.t('dock.captions')}
          pressed={captions}
          onClick={() => {
            // without captions the row would disappear under the pointer
            onOpen(opened ?? 'foot')
            void client.call('overlay.choose', { captions: !captions })
          }}
        >
          <Captions {...icon} />
        </IconButton>
        <IconButton label={i18n.t(silent ? 'dock.volumeMuted' : 'dock.volume')} {...opens('loudspeaker')}>
          {silent ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
        </IconButton>
        <IconButton label={i18n.t('overlay.dismiss')} onClick={() => void client.call('overlay.dismiss', null)}>
          <X {...icon} />
        </IconButton>
        <Button look="plain" className={styles.open} onClick={() => void client.call('overlay.showParley', { approvalId: null })}>
          {i18n.t('overlay.open')}
          <ArrowUpRight size={14} strokeWidth={2} aria-hidden />
        </Button>
      </div>
    </>
  )
}
