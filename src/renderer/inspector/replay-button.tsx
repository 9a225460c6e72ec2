import { Popover } from '@base-ui/react/popover'
import { History, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ConversationStatus } from '../../shared/ipc/schemas'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { FloatingPanel } from '../ui/floating-panel'
import { FaultLab } from './fault-lab'
import { PlaybackControls } from './playback-controls'
import styles from './replay-button.module.css'

interface ReplayButtonProps {
  readonly conversationId: string
  readonly replay: NonNullable<ConversationStatus['replay']>
  readonly narrow: boolean
}

/** Shows which recording answers, and its fault; opens the choice of faults. */
export function ReplayButton({ conversationId, replay, narrow }: ReplayButtonProps) {
  const i18n = useI18n()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const { title, speed, fault } = replay
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger ref={setTrigger} className={styles.opener} title={i18n.t('faults.opener')}>
        <History size={13} strokeWidth={2} aria-hidden />
        <span>
          {narrow ? i18n.t('bar.replayShort', { speed }) : i18n.t('bar.replay', { title: makeDirectionVisible(i18n.of(title)), speed })}
        </span>
        {fault !== undefined && (
          <span className={styles.fault}>
            <TriangleAlert size={13} strokeWidth={2} aria-hidden />
            {i18n.t('faults.chosen', { fault })}
          </span>
        )}
      </Popover.Trigger>
      <FloatingPanel
        opener={trigger}
        within="section"
        side="top"
        align="start"
        width="wide"
        title={i18n.t('faults.title')}
        head={<PlaybackControls conversationId={conversationId} />}
      >
        <FaultLab conversationId={conversationId} chosen={fault ?? null} onChosen={() => setOpen(false)} />
      </FloatingPanel>
    </Popover.Root>
  )
}
