import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { trayPictures } from '../../../scripts/tray/pictures.mjs'
import { trayWords } from '../../../src/main/approvals/tray-words'
import { trayImage } from '../../../src/main/tray-image'

const folder = 'resources/tray'

/** The pixels of a PNG that has one chunk of data and no filters. */
function pixelsOf(file: string): { readonly width: number; readonly pixels: Uint8Array } {
  const bytes = readFileSync(join(folder, file))
  const width = bytes.readUInt32BE(16)
  const at = bytes.indexOf('IDAT')
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))
  const pixels = new Uint8Array(width * width * 4)
  for (let row = 0; row < width; row++) {
    pixels.set(rows.subarray(row * (width * 4 + 1) + 1, (row + 1) * (width * 4 + 1)), row * width * 4)
  }
  return { width, pixels }
}

describe('the pictures of the tray', () => {
  it('are those that the script makes', () => {
    for (const { file, size, pixels } of trayPictures()) expect(pixelsOf(file), file).toEqual({ width: size, pixels })
  })

  it('are there for every count, for every system, and for sharp screens', () => {
    for (const system of ['linux', 'win32', 'darwin']) {
      for (const count of [...Array(10).keys(), 10, 1000]) {
        const file = trayImage(count, system)
        expect(existsSync(join(folder, file)), file).toBe(true)
        expect(existsSync(join(folder, file.replace('.png', '@2x.png'))), file).toBe(true)
      }
    }
  })

  it('differ from count to count', () => {
    const tiles = [...Array(11).keys()].map((count) => Buffer.from(pixelsOf(trayImage(count, 'linux')).pixels).toString('base64'))
    expect(new Set(tiles).size).toBe(11)
  })
})

it('the words of the tray say the count in both languages', () => {
  expect([0, 1, 3].map((count) => trayWords(count, 'en-GB'))).toEqual([
    'Parley',
    'Parley: 1 question waits for you',
    'Parley: 3 questions wait for you',
  ])
  expect([0, 3].map((count) => trayWords(count, 'ja'))).toEqual(['Parley', 'Parley：3件の確認が待っています'])
})
