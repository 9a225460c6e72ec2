import { attachmentOfPart } from '../../shared/attachments/attachment-part'
import type { UIPart } from '../../shared/protocol/ui-message'
import { ShownFile } from '../attachments/shown-file'
import { useWords } from '../i18n/words'
import { useApp } from '../state/context'
import styles from './answer.module.css'

/** A file of the model or of the user. Pictures the app holds itself are drawn; nothing is fetched from elsewhere. */
export function FilePart({ part }: { readonly part: Extract<UIPart, { readonly type: 'file' }> }) {
  const words = useWords()
  const conversationId = useApp((state) => state.currentConversationId)
  const file = attachmentOfPart(part)
  if (file !== null && conversationId !== null) return <ShownFile conversationId={conversationId} file={file} />
  const own = part.url.startsWith('data:image/') || part.url.startsWith('/')
  if (part.mediaType.startsWith('image/') && own) return <img className={styles.image} src={part.url} alt={words.say('thread.image')} />
  return <p className={styles.note}>{words.say('thread.imageNotLoaded', { name: part.mediaType })}</p>
}
