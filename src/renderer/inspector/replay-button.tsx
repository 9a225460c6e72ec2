import { Popover } from '@base-ui/react/popover'
import { History, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ConversationStatus } from '../../shared/ipc/schemas'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import { useWords } from '../i18n/words'
import { FloatingPanel } from '../ui/floating-panel'
import { FaultLab } from './fault-lab'
import { PlaybackControls } from './playback-controls'
import styles from './replay-button.module.css'

interface ReplayButtonProps {
  readonly conversationId: string
  readonly replay: NonNullable<ConversationStatus['replay']>
  readonly narrow: boolean
}

/** Says that a recording answers, which, and what goes wrong in it; opens the choice of what goes wrong. */
export function ReplayButton({ conversationId, replay, narrow }: ReplayButtonProps) {
  const words = useWords()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const { title, speed, fault } = replay
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger ref={setTrigger} className={styles.opener} title={words.say('faults.opener')}>
        <History size={13} strokeWidth={2} aria-hidden />
        <span>
          {narrow
            ? words.say('bar.replayShort', { speed })
            : words.say('bar.replay', { title: makeDirectionVisible(words.of(title)), speed })}
        </span>
        {fault !== undefined && (
          <span className={styles.fault}>
            <TriangleAlert size={13} strokeWidth={2} aria-hidden />
            {words.say('faults.chosen', { fault })}
          </span>
        )}
      </Popover.Trigger>
      <FloatingPanel
        opener={trigger}
        within="section"
        side="top"
        align="start"
        width="wide"
        title={words.say('faults.title')}
        head={<PlaybackControls conversationId={conversationId} />}
      >
        <FaultLab conversationId={conversationId} chosen={fault ?? null} onChosen={() => setOpen(false)} />
      </FloatingPanel>
    </Popover.Root>
  )
}
