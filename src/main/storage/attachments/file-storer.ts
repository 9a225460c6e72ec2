import type { Attachment } from '../../../shared/attachments/attachment'
import type { NewId } from '../../../shared/lib/ids'
import type { AttachmentTable } from '../database/attachment-table'
import type { TakenFile } from './take-in-file'

/** Stores a file of a conversation, for an existing message or for the next one. Throws if the disk does not accept it. */
export type StoreFile = (conversationId: string, file: TakenFile, stands?: 'message' | 'draft') => Attachment

export function createFileStorer(attachments: Pick<AttachmentTable, 'add'>, newId: NewId): StoreFile {
  return (conversationId, { facts, content }, stands = 'message') => {
    const attachment = { attachmentId: newId('attachment'), ...facts, bytes: content.byteLength }
    attachments.add(conversationId, { ...attachment, isDraft: stands === 'draft' }, content)
    return attachment
  }
}
