import type { Attachment } from '../../shared/attachments/attachment'
import type { NewId } from '../../shared/lib/ids'
import type { AttachmentTable } from '../store/attachment-table'
import type { TakenFile } from './take-in-file'

/** Keeps a file of a conversation that goes into a message at once, never into its draft. Throws where the disk does not take it. */
export type KeepFile = (conversationId: string, file: TakenFile) => Attachment

export function createFileKeeper(attachments: Pick<AttachmentTable, 'add'>, newId: NewId): KeepFile {
  return (conversationId, { facts, content }) => {
    const attachment = { attachmentId: newId('attachment'), ...facts, bytes: content.byteLength }
    attachments.add(conversationId, { ...attachment, isDraft: false }, content)
    return attachment
  }
}
