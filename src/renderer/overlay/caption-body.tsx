import type { VoiceFacts } from '../../shared/ipc/small-window-calls'
import { useWords } from '../i18n/words'
import styles from './overlay.module.css'

/** What was heard and what is being said: the spoken words dark, the coming ones grey. */
export function CaptionBody({ caption }: { readonly caption: NonNullable<VoiceFacts['caption']> }) {
  const words = useWords()
  return (
    <div className={styles.captions}>
      {caption.said !== '' && <p className={styles.said}>{words.say('overlay.said', { words: caption.said })}</p>}
      {caption.spoken + caption.coming !== '' && (
        <p className={styles.caption}>
          <span>{caption.spoken}</span>
          <span className={styles.coming}>{caption.coming}</span>
        </p>
      )}
    </div>
  )
}
