import { z } from '../lib/zod'

/** The file types that are accepted, by their content; the names are those that Gemini accepts. */
export const attachmentTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'application/pdf',
  'text/plain',
  'audio/wav',
  'audio/mp3',
  'audio/aiff',
  'audio/aac',
  'audio/ogg',
  'audio/flac',
] as const
export type AttachmentType = (typeof attachmentTypes)[number]

/** The largest accepted file, in bytes, and how many files one message may have. */
export const largestAttachment = 50 * 1024 * 1024
export const mostAttachments = 10
export const longestFileName = 120

/** The largest accepted image, in pixels: decoded, it takes four bytes for each. */
export const mostPixels = 50_000_000

/** Metadata of a file that the user attached or a model made. Its bytes are stored separately from the messages. */
export const attachmentSchema = z.strictObject({
  attachmentId: z.string().min(1).max(200),
  fileName: z.string().min(1).max(longestFileName),
  mediaType: z.enum(attachmentTypes),
  bytes: z.number().int().min(0),
  /** of an image, in pixels; null for everything else */
  width: z.number().int().min(1).nullable(),
  height: z.number().int().min(1).nullable(),
})
export type Attachment = Readonly<z.infer<typeof attachmentSchema>>

const SCHEME = 'parley-attachment:'

/** The address by which a message part names an attachment of its conversation. */
export function attachmentUrl(attachmentId: string): string {
  return `${SCHEME}${attachmentId}`
}

/** The attachment that a part's address names; null for every other address. */
export function attachmentIdOf(url: string): string | null {
  return url.startsWith(SCHEME) && url.length > SCHEME.length ? url.slice(SCHEME.length) : null
}

/** What kind of content a file has: an image, sound, or text. */
export function attachmentKind(mediaType: string): 'picture' | 'sound' | 'document' | 'text' {
  if (mediaType.startsWith('image/')) return 'picture'
  if (mediaType.startsWith('audio/')) return 'sound'
  return mediaType === 'application/pdf' ? 'document' : 'text'
}
