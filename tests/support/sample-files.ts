import { crc32, deflateSync } from 'node:zlib'
import type { Attachment } from '../../src/shared/attachments/attachment'
import { PIECE_BYTES } from '../../src/shared/ipc/limits'
import type { InProcessApp } from './app-in-process'

/** An image of one colour that every decoder accepts. `claims`: false values for its header. */
export function pngFile(width: number, height: number, claims = { width, height }): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claims.width, 0)
  header.writeUInt32BE(claims.height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + 3 * width), 0x60)
  for (let row = 0; row < height; row += 1) rows[row * (1 + 3 * width)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A document of one empty page. `extra` is added to its trailer. */
export function pdfFile(extra = '', padding = 0): Uint8Array {
  const text = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj',
    `%${' '.repeat(padding)}`,
    `trailer<</Root 1 0 R${extra}>>`,
    '%%EOF',
    '',
  ].join('\n')
  return Buffer.from(text, 'latin1')
}

/** A tenth of a second of silence, 16 bit mono. */
export function wavFile(): Uint8Array {
  const file = Buffer.alloc(44 + 3200)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(16_000, 24)
  file.writeUInt32LE(32_000, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(3200, 40)
  return file
}

/** Attaches a file to the draft of a conversation, as the page does. */
export async function attach(
  app: Pick<InProcessApp, 'call'>,
  conversationId: string,
  fileName: string,
  bytes: Uint8Array,
  stillBytes?: Uint8Array,
): Promise<Attachment> {
  const { uploadId } = await app.call('attachment.begin', { conversationId, fileName, bytes: bytes.byteLength })
  for (const [content, still] of [[bytes, false] as const, ...(stillBytes === undefined ? [] : [[stillBytes, true] as const])]) {
    for (let from = 0; from < content.byteLength; from += PIECE_BYTES)
      await app.call('attachment.piece', { uploadId, bytes: new Uint8Array(content.subarray(from, from + PIECE_BYTES)), still })
  }
  return app.call('attachment.finish', { uploadId })
}

const ofBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

/** Red images of three by two pixels, as common programs write them. */
export const redJpeg = ofBase64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAACAAMDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAACP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAHCf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ADoDFU3/2Q==',
)
export const redGif = ofBase64('R0lGODlhAwACAPAAAP8AAAAAACH5BAAAAAAALAAAAAADAAIAAAIChF8AOw==')
export const redWebp = ofBase64('UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoDAAIAAgA0JaACdLoB+AADsAD+8MQL/yC5YXXI1/8gP+QH/ID/+PIAAAA=')
export const redLosslessWebp = ofBase64('UklGRhwAAABXRUJQVlA4TA8AAAAvAkAAAAcQ/Y/+ByKi/wEA')
