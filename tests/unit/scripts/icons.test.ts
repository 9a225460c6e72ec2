import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { linuxSizes, macSizes, windowsSizes } from '../../../scripts/icons/icon-files.mjs'

const folder = 'resources/package'
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The size of a square PNG image. */
function edgeOf(png: Buffer): number {
  expect(png.subarray(0, 8)).toEqual(pngHead)
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect(width).toBe(height)
  return width
}

describe("the app's icons", () => {
  it('are there in every size that Linux desktops look for', () => {
    const edges = readdirSync(join(folder, 'icons')).map((name) => {
      const edge = edgeOf(readFileSync(join(folder, 'icons', name)))
      expect(name).toBe(`${edge}x${edge}.png`)
      return edge
    })
    expect(edges.sort((one, other) => one - other)).toEqual(linuxSizes)
  })

  it('are one file for Windows with every size', () => {
    const icon = readFileSync(join(folder, 'icon.ico'))
    const edges = windowsSizes.map((_, index) => {
      const entry = icon.subarray(6 + 16 * index)
      const edge = edgeOf(icon.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8)))
      expect(entry.readUInt8(0)).toBe(edge % 256)
      return edge
    })
    expect(icon.readUInt16LE(4)).toBe(windowsSizes.length)
    expect(edges).toEqual(windowsSizes)
  })

  it('are one file for macOS with every size under its name', () => {
    const icon = readFileSync(join(folder, 'icon.icns'))
    expect([icon.toString('latin1', 0, 4), icon.readUInt32BE(4)]).toEqual(['icns', icon.length])
    const found: [string, number][] = []
    for (let at = 8; at < icon.length; at += icon.readUInt32BE(at + 4)) {
      found.push([icon.toString('latin1', at, at + 4), edgeOf(icon.subarray(at + 8, at + icon.readUInt32BE(at + 4)))])
    }
    expect(found).toEqual(macSizes)
  })
})
