import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { trayPictures } from '../../../scripts/tray/pictures.mjs'
import { trayTooltip } from '../../../src/main/desktop/tray-controller'
import { type TrayPicture, trayImage } from '../../../src/main/platform/tray/tray-image'

const folder = 'resources/tray'
const states = ['idle', 'listening', 'thinking', 'speaking', 'muted', 'offline'] as const
const counts: readonly TrayPicture[] = [...Array(9).keys()].map((less) => ({ questions: less + 1 }))

/** The pixels of a PNG with one data chunk and no filters. */
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

describe('the tray icons', () => {
  it('are those that the script makes', () => {
    const differing = trayPictures().filter(({ file, size, pixels }) => {
      const kept = pixelsOf(file)
      return kept.width !== size || !Buffer.from(pixels).equals(kept.pixels)
    })
    expect(differing.map(({ file }) => file)).toEqual([])
    // every pixel of every icon is drawn: seconds, on a busy computer more
  }, 60_000)

  it('exist for every state and count, for every system, and for high-density screens', () => {
    for (const system of ['linux', 'win32', 'darwin']) {
      for (const picture of [...states, ...counts, { questions: 10 }, { questions: 1000 }]) {
        const file = trayImage(picture, system)
        expect(existsSync(join(folder, file)), file).toBe(true)
        expect(existsSync(join(folder, file.replace('.png', '@2x.png'))), file).toBe(true)
      }
    }
  })

  it.each(['linux', 'darwin'])('differ from state to state and from count to count on %s', (system) => {
    const pictures = [...states, ...counts, { questions: 10 }]
    const drawn = pictures.map((picture) => Buffer.from(pixelsOf(trayImage(picture, system)).pixels).toString('base64'))
    expect(new Set(drawn).size).toBe(pictures.length)
  })
})

it('the texts of the tray have the state and the count in both languages', () => {
  const wordsOf = (locale: string) => [...states, { questions: 1 }, { questions: 3 }].map((picture) => trayTooltip(picture, locale))
  expect(wordsOf('en-GB')).toEqual([
    'Parley',
    'Parley is listening',
    'Parley is thinking',
    'Parley is speaking',
    'Parley: voice muted',
    'Parley: no connection',
    'Parley: 1 question waiting for you',
    'Parley: 3 questions waiting for you',
  ])
  expect(wordsOf('ja').every((words) => /^Parley(：.+)?$/.test(words))).toBe(true)
  expect(new Set(wordsOf('ja')).size).toBe(8)
})
