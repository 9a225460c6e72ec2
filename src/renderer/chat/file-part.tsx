import type { UIPart } from '../../shared/protocol/ui-message'
import { useWords } from '../i18n/words'
import styles from './answer.module.css'

/** A file of the model or of the user. Pictures the app holds itself are drawn; nothing is fetched from elsewhere. */
export function FilePart({ part }: { readonly part: Extract<UIPart, { readonly type: 'file' }> }) {
  const words = useWords()
  const own = part.url.startsWith('data:image/') || part.url.startsWith('/')
  if (part.mediaType.startsWith('image/') && own) return <img className={styles.image} src={part.url} alt={words.say('thread.image')} />
  return <p className={styles.note}>{words.say('thread.imageNotLoaded', { name: part.mediaType })}</p>
}
