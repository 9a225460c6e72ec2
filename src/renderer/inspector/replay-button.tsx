import { Popover } from '@base-ui/react/popover'
import { History, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ConversationStatus } from '../../shared/ipc/schemas'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import { PartNotLoaded } from '../app/not-loaded'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { FloatingPanel } from '../ui/floating-panel'
import { whenWanted } from '../ui/when-wanted'
import { PlaybackControls } from './playback-controls'
import styles from './replay-button.module.css'

const FaultLab = whenWanted(async () => (await import('./fault-lab')).FaultLab, { failed: PartNotLoaded })

interface ReplayButtonProps {
  readonly conversationId: string
  readonly replay: NonNullable<ConversationStatus['replay']>
  readonly narrow: boolean
}

/** Shows which recording answers, and its fault; says what a demo is, or opens its playback and the choice of faults for developers. */
export function ReplayButton({ conversationId, replay, narrow }: ReplayButtonProps) {
  const i18n = useI18n()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const { title, speed, fault } = replay
  const developer = useApp((state) => state.settings.developer)
  const shownTitle = makeDirectionVisible(i18n.of(title))
  const playing = narrow ? i18n.t('bar.replayShort', { speed }) : i18n.t('bar.replay', { title: shownTitle, speed })
  const demo = narrow ? i18n.t('bar.demoShort') : i18n.t('bar.demo', { title: shownTitle })
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger ref={setTrigger} className={styles.opener} title={i18n.t(developer ? 'faults.opener' : 'demo.about.opener')}>
        <History size={13} strokeWidth={2} aria-hidden />
        <span>{developer ? playing : speed === 1 ? demo : `${demo} · ${speed}×`}</span>
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
        width={developer ? 'wide' : 'middle'}
        title={i18n.t(developer ? 'faults.title' : 'demo.about.title')}
        {...(developer && { head: <PlaybackControls conversationId={conversationId} /> })}
      >
        {developer ? (
          <FaultLab conversationId={conversationId} chosen={fault ?? null} onChosen={() => setOpen(false)} />
        ) : (
          <AboutDemo onLeave={() => setOpen(false)} />
        )}
      </FloatingPanel>
    </Popover.Root>
  )
}

/** What a demo is, and the ways on from it. */
function AboutDemo({ onLeave }: { onLeave(): void }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const go = (act: () => void) => () => {
    onLeave()
    act()
  }
  return (
    <>
      <p className={styles.about}>{i18n.t('demo.about.line')}</p>
      <div className={styles.ways}>
        <Button small look="ink" onClick={go(actions.showDemos)}>
          {i18n.t('demo.about.choose')}
        </Button>
        <Button small onClick={go(() => actions.showSettings('key'))}>
          {i18n.t('demo.about.addKey')}
        </Button>
      </div>
    </>
  )
}
