import { createHash } from 'node:crypto'
import { attachmentChunk } from '../../shared/attachments/attachment-part'
import type { NewId } from '../../shared/lib/ids'
import type { Chunk } from '../../shared/protocol/chunks'
import { createFileKeeper } from '../storage/attachments/file-keeper'
import { takeInFile } from '../storage/attachments/take-in-file'
import type { AttachmentTable } from '../storage/database/attachment-table'

type FileChunk = Extract<Chunk, { readonly type: 'file' }>

/** How a picture that was made is called, by its type. */
const NAMES: Readonly<Record<string, string>> = {
  'image/png': 'picture.png',
  'image/jpeg': 'picture.jpg',
  'image/webp': 'picture.webp',
  'image/gif': 'picture.gif',
}

/** The files that models made in a conversation. */
export interface MadeFiles {
  /**
   * Keeps the bytes of a file beside the messages, so that the message only names it. What is no file that can be kept, or
   * what the disk does not take, stays in the message as it came: nothing is lost.
   */
  keep(chunk: FileChunk): FileChunk
  /** The address of a file that was kept since the start, by the very type and base64 it came with; undefined for any other. */
  addressOf(mimeType: string, data: string): string | undefined
}

export function createMadeFiles(attachments: Pick<AttachmentTable, 'add'>, conversationId: string, newId: NewId): MadeFiles {
  const keep = createFileKeeper(attachments, newId)
  const addresses = new Map<string, string>()
  return {
    keep(chunk) {
      const [, data] = /^data:[^,]*;base64,(.+)$/s.exec(chunk.url) ?? []
      if (data === undefined) return chunk
      const bytes = Buffer.from(data, 'base64')
      const taken = takeInFile('file', bytes)
      if (!taken.ok) return chunk
      const { facts, content } = taken.value
      try {
        const made = attachmentChunk(keep(conversationId, { facts: { ...facts, fileName: NAMES[facts.mediaType] ?? 'file' }, content }))
        // only what comes out of the kept bytes again, letter for letter, may stand for what came
        if (facts.mediaType === chunk.mediaType && bytes.toString('base64') === data) addresses.set(keyOf(chunk.mediaType, data), made.url)
        return { ...made, providerMetadata: { ...chunk.providerMetadata, ...made.providerMetadata } }
      } catch {
        return chunk
      }
    },
    addressOf: (mimeType, data) => addresses.get(keyOf(mimeType, data)),
  }
}

function keyOf(mimeType: string, data: string): string {
  return `${mimeType} ${createHash('sha256').update(data).digest('base64')}`
}
