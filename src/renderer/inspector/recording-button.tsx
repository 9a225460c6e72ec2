import { Popover } from '@base-ui/react/popover'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../i18n/words'
import { RecordingForm } from './recording-form'
import styles from './recording-form.module.css'
import popup from './replay-button.module.css'

/** Opens what of a conversation can be saved as a recording. */
export function RecordingButton({ conversationId }: { readonly conversationId: string }) {
  const words = useWords()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  return (
    <Popover.Root>
      <Popover.Trigger ref={setTrigger} className={styles.opener} aria-label={words.say('rec.opener')} title={words.say('rec.opener')}>
        <Download size={14} strokeWidth={2} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal container={trigger?.closest<HTMLElement>('section') ?? undefined}>
        <Popover.Positioner className={popup.positioner} positionMethod="fixed" side="top" align="end" sideOffset={8} collisionPadding={8}>
          <Popover.Popup className={popup.popup}>
            <Popover.Title className={popup.title}>{words.say('rec.title')}</Popover.Title>
            <RecordingForm conversationId={conversationId} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
