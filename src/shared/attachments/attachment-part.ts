import type { Chunk } from '../protocol/chunks'
import type { UIPart } from '../protocol/ui-message'
import { type Attachment, attachmentIdOf, attachmentSchema, attachmentUrl } from './attachment'

type FileChunk = Extract<Chunk, { readonly type: 'file' }>
type FilePart = Extract<UIPart, { readonly type: 'file' }>

/** The message part of an attachment: its address, name and size, without its bytes. */
export function attachmentChunk({ attachmentId, mediaType, fileName, bytes, width, height }: Attachment): FileChunk {
  const facts = { fileName, bytes, ...(width !== null && { width }), ...(height !== null && { height }) }
  return { type: 'file', url: attachmentUrl(attachmentId), mediaType, providerMetadata: { parley: facts } }
}

/** The attachment of a part; null if the part has none. */
export function attachmentOfPart({ url, mediaType, providerMetadata }: FilePart): Attachment | null {
  const attachmentId = attachmentIdOf(url)
  if (attachmentId === null) return null
  const read = attachmentSchema.safeParse({ width: null, height: null, ...providerMetadata?.parley, attachmentId, mediaType })
  return read.success ? read.data : null
}

/** The attachments of a message, in order. */
export function attachmentsOf(parts: readonly UIPart[]): readonly Attachment[] {
  return parts.flatMap((part) => (part.type === 'file' ? (attachmentOfPart(part) ?? []) : []))
}
