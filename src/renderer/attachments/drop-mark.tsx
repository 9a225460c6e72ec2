import { Paperclip } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useWords } from '../i18n/words'
import styles from './drop-mark.module.css'

/** Says, over the whole window, that the files which are dragged will be attached where they are let go. */
export function DropMark() {
  const words = useWords()
  return createPortal(
    <div className={styles.mark} data-drop-mark aria-hidden>
      <p className={styles.words}>
        <Paperclip size={18} strokeWidth={2} aria-hidden />
        {words.say('attach.drop')}
      </p>
    </div>,
    document.body,
  )
}
