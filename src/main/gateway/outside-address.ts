import { attachmentIdOf } from '../../shared/attachments/attachment'
import type { AttachmentTable } from '../storage/database/attachment-table'

/**
 * A kept file as a data URL, which every client can show without a token of its own; another address as it is. Null where the file is
 * gone.
 */
export function outsideAddress(
  attachments: Pick<AttachmentTable, 'content'>,
  conversationId: string,
  { url, mediaType }: { readonly url: string; readonly mediaType: string },
): string | null {
  const attachmentId = attachmentIdOf(url)
  if (attachmentId === null) return url
  const content = attachments.content(conversationId, attachmentId)
  return content === null ? null : `data:${mediaType};base64,${Buffer.from(content).toString('base64')}`
}
