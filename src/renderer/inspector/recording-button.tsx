import { Popover } from '@base-ui/react/popover'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../i18n/words'
import { FloatingPanel } from '../ui/floating-panel'
import { RecordingForm } from './recording-form'
import styles from './recording-form.module.css'

/** Opens what of a conversation can be saved as a recording. */
export function RecordingButton({ conversationId }: { readonly conversationId: string }) {
  const words = useWords()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  return (
    <Popover.Root>
      <Popover.Trigger ref={setTrigger} className={styles.opener} aria-label={words.say('rec.opener')} title={words.say('rec.opener')}>
        <Download size={14} strokeWidth={2} aria-hidden />
      </Popover.Trigger>
      <FloatingPanel opener={trigger} within="section" side="top" align="end" width="wide" title={words.say('rec.title')}>
        <RecordingForm conversationId={conversationId} />
      </FloatingPanel>
    </Popover.Root>
  )
}
