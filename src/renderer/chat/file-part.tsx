import { useMemo } from 'react'
import { attachmentOfPart } from '../../shared/attachments/attachment-part'
import { inspectFile } from '../../shared/attachments/inspect-file'
import { isJsonObject } from '../../shared/lib/json-value'
import type { UIPart } from '../../shared/protocol/ui-message'
import { ShownFile } from '../attachments/shown-file'
import { useI18n } from '../i18n/i18n-provider'
import { useApp } from '../state/context'
import styles from './answer.module.css'

/**
 * A file of the model or of the user. Only images stored by the app are rendered; nothing is fetched from elsewhere.
 */
export function FilePart({ part }: { readonly part: Extract<UIPart, { readonly type: 'file' }> }) {
  const i18n = useI18n()
  const conversationId = useApp((state) => state.currentConversationId)
  const file = attachmentOfPart(part)
  const drawn = useMemo(() => mayBeDrawn(part.url), [part.url])
  if (isDraft(part)) return null
  if (file !== null && conversationId !== null)
    return (
      <div className={styles.file}>
        <ShownFile conversationId={conversationId} file={file} />
      </div>
    )
  if (part.mediaType.startsWith('image/') && drawn) return <img className={styles.image} src={part.url} alt={i18n.t('thread.image')} />
  return <p className={styles.note}>{i18n.t('thread.imageNotLoaded', { name: part.mediaType })}</p>
}

/** An image that the model made while thinking; the final one follows. */
function isDraft({ providerMetadata }: Extract<UIPart, { readonly type: 'file' }>): boolean {
  return isJsonObject(providerMetadata?.google) && providerMetadata.google.thought === true
}

/** An image in a data URL is only rendered if its headers show that it is complete and of acceptable size. */
function mayBeDrawn(url: string): boolean {
  const [, data] = /^data:image\/[^,]*;base64,(.+)$/s.exec(url) ?? []
  if (data === undefined) return false
  try {
    const found = inspectFile(
      Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)),
      '',
    )
    return found.ok && found.value !== 'text' && found.value.width !== null
  } catch {
    return false
  }
}
