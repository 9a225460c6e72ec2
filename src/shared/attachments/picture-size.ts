import type { ByteReader } from './byte-reader'

/** Width and height in pixels, read from the headers without decoding; null if the image is truncated. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Chunks up to the one that ends the file (PNG specification §5). */
export function pngSize(file: ByteReader): PictureSize | null {
  if (!file.has(12, 'IHDR')) return null
  for (let at = 8; at + 12 <= file.length; at += 12 + file.big(at, 4)) {
    if (file.has(at + 4, 'IEND')) return { width: file.big(16, 4), height: file.big(20, 4) }
  }
  return null
}

/** Segments up to the one that describes the frame; after the scan there must be an end marker (ITU T.81 annex B). */
export function jpegSize(file: ByteReader): PictureSize | null {
  let size: PictureSize | null = null
  for (let at = 2; at + 4 <= file.length; at += 2 + file.big(at + 2, 2)) {
    if (file.byte(at) !== 0xff) return null
    // fill bytes may precede a marker
    while (file.byte(at + 1) === 0xff && at + 4 <= file.length) at += 1
    const marker = file.byte(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) size = { width: file.big(at + 7, 2), height: file.big(at + 5, 2) }
    if (marker === SCAN) return file.find('\u00ff\u00d9', at) < 0 ? null : size
  }
  return null
}

/** Markers that look like frames but are tables. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])
const SCAN = 0xda

/** The screen, or a frame that is larger than it; blocks up to the trailer (GIF89a §17 to §27). */
export function gifSize(file: ByteReader): PictureSize | null {
  let width = file.little(6, 2)
  let height = file.little(8, 2)
  for (let at = 13 + colourTable(file.byte(10)); at < file.length; ) {
    const kind = file.byte(at)
    if (kind === GIF_TRAILER) return { width, height }
    if (kind === GIF_EXTENSION) at = afterBlocks(file, at + 2)
    else if (kind === GIF_IMAGE) {
      width = Math.max(width, file.little(at + 1, 2) + file.little(at + 5, 2))
      height = Math.max(height, file.little(at + 3, 2) + file.little(at + 7, 2))
      at = afterBlocks(file, at + 11 + colourTable(file.byte(at + 9)))
    } else return null
  }
  return null
}

const GIF_TRAILER = 0x3b
const GIF_EXTENSION = 0x21
const GIF_IMAGE = 0x2c

function colourTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function afterBlocks(file: ByteReader, from: number): number {
  let at = from
  while (at < file.length && file.byte(at) !== 0) at += 1 + file.byte(at)
  return at + 1
}

/** The three kinds of WebP: lossy, lossless, extended (RFC 9649 §2). */
export function webpSize(file: ByteReader): PictureSize | null {
  if (file.little(4, 4) + 8 > file.length) return null
  if (file.has(12, 'VP8X')) return { width: file.little(24, 3) + 1, height: file.little(27, 3) + 1 }
  if (file.has(12, 'VP8 '))
    return file.has(23, '\u009d\u0001\u002a') ? { width: file.little(26, 2) & SIZE_BITS, height: file.little(28, 2) & SIZE_BITS } : null
  if (!file.has(12, 'VP8L') || file.byte(20) !== 0x2f) return null
  const sizes = file.little(21, 4)
  return { width: (sizes & SIZE_BITS) + 1, height: ((sizes >>> 14) & SIZE_BITS) + 1 }
}

const SIZE_BITS = 0x3fff
