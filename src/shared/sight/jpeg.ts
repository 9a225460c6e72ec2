/** The size of a picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

const MARKER = 0xff
const START_OF_IMAGE = 0xd8
const START_OF_SCAN = 0xda

/** The size of a JPEG, from its frame header; null: these bytes are no JPEG. Never throws. */
export function jpegSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 4 || view.getUint8(0) !== MARKER || view.getUint8(1) !== START_OF_IMAGE) return null
  let at = 2
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== MARKER) return null
    const marker = view.getUint8(at + 1)
    if (marker === MARKER) at += 1
    else if (marker === START_OF_SCAN) return null
    else if (isFrameHeader(marker)) return sizeOf(view, at)
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}

/** SOF0 to SOF15, without the three other markers among them (ITU T.81, table B.1). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function sizeOf(view: DataView, at: number): PictureSize | null {
  const size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
  return size.width > 0 && size.height > 0 ? size : null
}
