import type { VoiceFacts } from '../../shared/ipc/popup-window-calls'
import { useI18n } from '../i18n/i18n-provider'
import styles from './overlay.module.css'

/** The user's speech and the current answer: spoken words dark, coming ones grey. */
export function CaptionBody({ caption }: { readonly caption: NonNullable<VoiceFacts['caption']> }) {
  const i18n = useI18n()
  return (
    <div className={styles.captions}>
      {caption.said !== '' && <p className={styles.said}>{i18n.t('overlay.said', { words: caption.said })}</p>}
      {caption.spoken + caption.coming !== '' && (
        <p className={styles.caption}>
          <span>{caption.spoken}</span>
          <span className={styles.coming}>{caption.coming}</span>
        </p>
      )}
    </div>
  )
}
