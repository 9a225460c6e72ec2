/** Sizes in pixels of the icons for Linux, Windows and macOS. */
export const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512]
export const windowsSizes = [16, 24, 32, 48, 64, 128, 256]
/** With macOS's names; those ending in `@2x` are for high-density screens. */
export const macSizes = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]

/** A Windows icon from PNG images by size. */
export function icoFile(pictureOf) {
  const pictures = windowsSizes.map((size) => ({ size, png: pictureOf(size) }))
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let place = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index
    // a byte can't hold 256, so 0 means 256
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(place, at + 12)
    place += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/** A macOS icon from PNG images by size. */
export function icnsFile(pictureOf) {
  const entries = macSizes.map(([name, size]) => entry(name, pictureOf(size)))
  return entry('icns', Buffer.concat(entries))
}

function entry(name, body) {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32BE(body.length + 8, 4)
  return Buffer.concat([head, body])
}
