import { attachmentIdOf } from '../../../shared/attachments/attachment'
import type { AttachmentTable } from '../database/attachment-table'

/** A file in the form that a model receives. */
export interface AttachedFile {
  readonly fileName: string
  /** the type of `content`; for a picture in a format that models do not accept, the type of its still */
  readonly mediaType: string
  readonly content: Uint8Array
}

/** The file at an address of a part; null if it no longer exists. */
export type FileOf = (url: string) => AttachedFile | null

/** Picture types that every model accepts; for others it receives a still. */
const TAKEN_AS_THEY_ARE = ['image/png', 'image/jpeg']

/** Reads the files of one conversation for a model. */
export function filesFor(attachments: Pick<AttachmentTable, 'get' | 'content' | 'still'>, conversationId: string): FileOf {
  return (url) => {
    const attachmentId = attachmentIdOf(url)
    const facts = attachmentId === null ? null : attachments.get(conversationId, attachmentId)
    if (attachmentId === null || facts === null) return null
    const { fileName, mediaType } = facts
    const isPicture = mediaType.startsWith('image/')
    const still = isPicture && !TAKEN_AS_THEY_ARE.includes(mediaType) ? attachments.still(conversationId, attachmentId) : null
    if (still !== null) return { fileName, mediaType: 'image/png', content: still }
    const content = attachments.content(conversationId, attachmentId)
    return content === null ? null : { fileName, mediaType, content }
  }
}
