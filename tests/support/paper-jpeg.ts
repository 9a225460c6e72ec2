/** A JPEG of this size, in pixels, as far as its headers go. */
export function paperJpeg(width: number, height: number): Uint8Array {
  const jfif = [0xff, 0xe0, 0, 4, 0x4a, 0x46]
  const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]
  return Uint8Array.from([0xff, 0xd8, ...jfif, ...frame, 0xff, 0xd9])
}
