import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Area, placeOnDisplays, readPlace, writePlace } from '../../../src/main/platform/window/window-place'
import { tempFolder } from '../../support/temp-folder'

const left: Area = { x: 0, y: 0, width: 1920, height: 1040 }
const right: Area = { x: 1920, y: -200, width: 1280, height: 984 }
const place = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height, maximized: false })

describe('the place of the window', () => {
  it.each([
    ['stays where it was', place(200, 100), place(200, 100)],
    ['stays on the second display', place(2000, -100), place(2000, -100)],
    ['comes back wholly onto the display that shows most of it', place(-400, 900), place(0, 340)],
    ['shrinks to its display', place(0, 0, 4000, 3000), place(0, 0, 1920, 1040)],
  ])('%s', (_name, before, after) => {
    expect(placeOnDisplays(before, [left, right])).toEqual(after)
  })

  it('is forgotten when its display is gone', () => {
    expect(placeOnDisplays(place(2000, -100), [left])).toBeNull()
    expect(placeOnDisplays(place(0, 0), [])).toBeNull()
  })

  it('is always completely on one of the displays', () => {
    const number = fc.integer({ min: -5000, max: 5000 })
    const size = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(number, number, size, size, (x, y, width, height) => {
        const found = placeOnDisplays(place(x, y, width, height), [left, right])
        if (found === null) return
        const inside = [left, right].some(
          (area) =>
            found.x >= area.x &&
            found.y >= area.y &&
            found.x + found.width <= area.x + area.width &&
            found.y + found.height <= area.y + area.height,
        )
        expect(inside).toBe(true)
      }),
    )
  })

  it('is stored from run to run; an invalid file is ignored', async () => {
    const file = join(await tempFolder(), 'window.json')
    expect(readPlace(file)).toBeNull()
    writePlace(file, { ...place(10, 20), maximized: true })
    expect(readPlace(file)).toEqual({ ...place(10, 20), maximized: true })
    await writeFile(file, '{"x":"left"}')
    expect(readPlace(file)).toBeNull()
    writePlace(join(file, 'no-folder', 'window.json'), place(0, 0))
  })
})
