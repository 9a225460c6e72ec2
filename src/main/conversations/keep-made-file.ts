import { attachmentChunk } from '../../shared/attachments/attachment-part'
import type { NewId } from '../../shared/lib/ids'
import type { Chunk } from '../../shared/protocol/chunks'
import { createFileKeeper } from '../attachments/file-keeper'
import { takeInFile } from '../attachments/take-in-file'
import type { AttachmentTable } from '../store/attachment-table'

type FileChunk = Extract<Chunk, { readonly type: 'file' }>

/** How a picture that was made is called, by its type. */
const NAMES: Readonly<Record<string, string>> = {
  'image/png': 'picture.png',
  'image/jpeg': 'picture.jpg',
  'image/webp': 'picture.webp',
  'image/gif': 'picture.gif',
}

/**
 * Keeps the bytes of a file that a model made beside the messages, so that the message only names it. What is no file that
 * can be kept, or what the disk does not take, stays in the message as it came: nothing is lost.
 */
export function keepMadeFile(
  attachments: Pick<AttachmentTable, 'add'>,
  conversationId: string,
  newId: NewId,
): (chunk: FileChunk) => FileChunk {
  const keep = createFileKeeper(attachments, newId)
  return (chunk) => {
    const [, data] = /^data:[^,]*;base64,(.+)$/s.exec(chunk.url) ?? []
    if (data === undefined) return chunk
    const taken = takeInFile('file', Buffer.from(data, 'base64'))
    if (!taken.ok) return chunk
    const { facts, content } = taken.value
    try {
      const made = attachmentChunk(keep(conversationId, { facts: { ...facts, fileName: NAMES[facts.mediaType] ?? 'file' }, content }))
      return { ...made, providerMetadata: { ...chunk.providerMetadata, ...made.providerMetadata } }
    } catch {
      return chunk
    }
  }
}
