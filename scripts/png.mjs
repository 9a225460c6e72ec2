import { crc32, deflateSync } from 'node:zlib'

/** A PNG of pixels of 8 bits in each channel, RGB or RGBA by the number of `channels`, row by row, without any filter. */
export function writePng(pixels, { width, height, channels }) {
  const length = width * channels
  const rows = Buffer.alloc(height * (length + 1))
  for (let row = 0; row < height; row += 1) rows.set(pixels.subarray(row * length, (row + 1) * length), row * (length + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, channels === 4 ? 6 : 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(body, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
