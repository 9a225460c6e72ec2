import { Paperclip } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useI18n } from '../i18n/i18n-provider'
import styles from './drop-mark.module.css'

/** Says, over the whole window, that dragged files will be attached when dropped. */
export function DropMark() {
  const i18n = useI18n()
  return createPortal(
    <div className={styles.mark} data-drop-mark aria-hidden>
      <p className={styles.words}>
        <Paperclip size={18} strokeWidth={2} aria-hidden />
        {i18n.t('attach.drop')}
      </p>
    </div>,
    document.body,
  )
}
