import { attachmentIdOf } from '../../src/shared/attachments/attachment'
import type { InProcessApp } from './app-in-process'

/** The smallest PNG: one pixel. Base64. */
export const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The same pixel under a header that claims 50,000 by 50,000 of them. Base64. */
export const pictureBomb = (() => {
  const bytes = Buffer.from(onePixel, 'base64')
  bytes.writeUInt32BE(50_000, 16)
  bytes.writeUInt32BE(50_000, 20)
  return bytes.toString('base64')
})()

/** The bytes of an image that a message of this conversation shows, as the window reads them. Base64. */
export async function shownPicture(app: InProcessApp, conversationId: string, url: unknown): Promise<string> {
  const attachmentId = attachmentIdOf(String(url)) ?? ''
  const { bytes } = await app.call('attachment.read', { conversationId, attachmentId, from: 0 })
  return Buffer.from(bytes).toString('base64')
}
