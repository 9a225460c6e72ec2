import { Popover } from '@base-ui/react/popover'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { PartNotLoaded } from '../app/not-loaded'
import { useI18n } from '../i18n/i18n-provider'
import { FloatingPanel } from '../ui/floating-panel'
import { whenWanted } from '../ui/when-wanted'
import type { RecordedPart } from './recording-form'
import styles from './recording-form.module.css'

const RecordingForm = whenWanted(async () => (await import('./recording-form')).RecordingForm, { failed: PartNotLoaded })

interface RecordingButtonProps {
  readonly conversationId: string
  readonly parts?: readonly RecordedPart[]
  /** text of the button; without it, it is a small icon button at the bottom of the window */
  readonly name?: string
  /** when the recording that just ended was started */
  readonly since?: number | null
  readonly open?: boolean
  onOpenChange?(open: boolean): void
}

/** Opens the form that saves a conversation as a recording. */
export function RecordingButton({ conversationId, parts = [], name, since = null, ...shown }: RecordingButtonProps) {
  const i18n = useI18n()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const small = name === undefined
  return (
    <Popover.Root {...shown}>
      <Popover.Trigger
        ref={setTrigger}
        className={small ? styles.opener : styles.namedOpener}
        aria-label={name ?? i18n.t('rec.opener')}
        title={small ? i18n.t('rec.opener') : undefined}
      >
        <Download size={small ? 14 : 16} strokeWidth={small ? 2 : 1.75} aria-hidden />
        {name}
      </Popover.Trigger>
      <FloatingPanel opener={trigger} within="section" side={small ? 'top' : 'bottom'} align="end" width="wide" title={i18n.t('rec.title')}>
        <RecordingForm key={since} since={since} conversationId={conversationId} parts={parts} />
      </FloatingPanel>
    </Popover.Root>
  )
}
