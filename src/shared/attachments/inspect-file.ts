import { failure, type Result, success } from '../lib/result'
import { type AttachmentType, largestAttachment, mostPixels } from './attachment'
import { type ByteReader, byteReader } from './byte-reader'
import { gifSize, jpegSize, type PictureSize, pngSize, webpSize } from './picture-size'
import { soundType } from './sound-type'

/** What a file is, according to its first bytes, and the size of its image. */
export interface FileFacts {
  readonly mediaType: AttachmentType
  readonly width: number | null
  readonly height: number | null
}

/**
 * Finds out what a file is from its content, whatever its name says; `text`: text in some encoding. Nothing is decoded:
 * sizes are read from headers. The failure's message is for the user: what is wrong with `name`, and what to do.
 */
export function inspectFile(bytes: Uint8Array, name: string): Result<FileFacts | 'text'> {
  if (bytes.byteLength === 0) return failure('attachment-empty', `${name} is empty, so it was not attached.`)
  if (bytes.byteLength > largestAttachment) return tooLarge(name)
  const file = byteReader(bytes)
  const picture = PICTURES.find(({ begins }) => begins(file))
  if (picture !== undefined) return pictureFacts(picture.mediaType, picture.size(file), name)
  if (isPdf(file)) return pdfFacts(file, name)
  const sound = soundType(file)
  if (sound !== null) return success({ mediaType: sound, width: null, height: null })
  if (mayBeText(bytes)) return success('text')
  return failure(
    'attachment-kind',
    `${name} can't be attached: Parley takes pictures (PNG, JPEG, WebP, GIF), PDF, text, and sound (WAV, MP3, AIFF, AAC, Ogg, FLAC). Save it as one of these.`,
  )
}

/** The refusal of a file that is too large. */
export function tooLarge(name: string) {
  return failure(
    'attachment-too-large',
    `${name} is larger than ${largestAttachment / 1024 / 1024} MB, so it was not attached. Attach a smaller one.`,
  )
}

interface PictureFormat {
  readonly mediaType: AttachmentType
  begins(file: ByteReader): boolean
  size(file: ByteReader): PictureSize | null
}

const PICTURES: readonly PictureFormat[] = [
  { mediaType: 'image/png', begins: (file) => file.has(0, '\u0089PNG\r\n\u001a\n'), size: pngSize },
  { mediaType: 'image/jpeg', begins: (file) => file.has(0, '\u00ff\u00d8\u00ff'), size: jpegSize },
  { mediaType: 'image/gif', begins: (file) => file.has(0, 'GIF87a') || file.has(0, 'GIF89a'), size: gifSize },
  { mediaType: 'image/webp', begins: (file) => file.has(0, 'RIFF') && file.has(8, 'WEBP'), size: webpSize },
]

function pictureFacts(mediaType: AttachmentType, size: PictureSize | null, name: string): Result<FileFacts> {
  if (size === null || size.width === 0 || size.height === 0) return broken(name)
  if (size.width * size.height <= mostPixels) return success({ mediaType, ...size })
  return failure(
    'attachment-too-many-pixels',
    `${name} would be ${size.width} × ${size.height} pixels large, more than the ${mostPixels / 1_000_000} million that are taken, so it was not opened. Attach a smaller one.`,
  )
}

/** The refusal of a file that is damaged or truncated. */
export function broken(name: string) {
  return failure('attachment-broken', `${name} is damaged or was cut off, so it was not attached. Get it once more, or save it anew.`)
}

/** The signature may be anywhere in the first kilobyte, and the end marker in the last one (ISO 32000 annex H). */
const PDF_MARGIN = 1024

function isPdf(file: ByteReader): boolean {
  const at = file.find('%PDF-', 0)
  return at >= 0 && at < PDF_MARGIN
}

function pdfFacts(file: ByteReader, name: string): Result<FileFacts> {
  if (file.find('%%EOF', file.length - PDF_MARGIN) < 0) return broken(name)
  // the trailer that declares encryption is at the end of the file
  if (file.find('/Encrypt', 0) >= 0)
    return failure(
      'attachment-locked',
      `${name} is protected with a password, so the model could not read it. Save it without, then attach it.`,
    )
  return success({ mediaType: 'application/pdf', width: null, height: null })
}

/**
 * UTF-16 begins with a byte order mark; in every other encoding of text the only control characters are those of lines.
 */
function mayBeText(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return bytes.byteLength % 2 === 0
  return bytes.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b)
}
