import { pictureOfUrl, type UserPicture } from '../../shared/protocol/user-picture'

/** More are not decoded by anybody who draws the message: a small file can claim any size. */
const MOST_PIXELS = 40_000_000

/** The picture in a data URL; null where it is none, or says that it is larger than anything a screen shows. */
export function checkedPicture(url: string): UserPicture | null {
  const picture = pictureOfUrl(url)
  if (picture === null) return null
  const bytes = Buffer.from(picture.data, 'base64')
  const size = picture.mediaType === 'image/png' ? sizeOfPng(bytes) : sizeOfJpeg(bytes)
  return size !== null && size.width > 0 && size.height > 0 && size.width * size.height <= MOST_PIXELS ? picture : null
}

interface Size {
  readonly width: number
  readonly height: number
}

function sizeOfPng(bytes: Buffer): Size | null {
  const isHeader = bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
  return isHeader ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null
}

/** Walks over the segments up to the frame header (SOF0 to SOF15 without DHT, JPG and DAC). */
function sizeOfJpeg(bytes: Buffer): Size | null {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // a fill byte stands for itself
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
