import { isAscii, isUtf8, transcode } from 'node:buffer'
import { type StreamDecoder, utf8StreamDecoder } from '../../shared/lib/utf8'

/**
 * `utf8StreamDecoder` for Node.js, where a `TextDecoder` decodes non-ASCII text at a third of the speed: pure ASCII is
 * passed through, other text is decoded through UTF-16.
 */
export function nodeUtf8StreamDecoder(): StreamDecoder {
  return utf8StreamDecoder(decodeValid)
}

function decodeValid(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isAscii(buffer)) return buffer.toString('latin1')
  return isUtf8(buffer) ? transcode(buffer, 'utf8', 'utf16le').toString('utf16le') : null
}
