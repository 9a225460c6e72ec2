import { readFileSync } from 'node:fs'
import { z } from '../../../shared/lib/zod'
import type { Display } from '../../platform/window/popup-windows'
import { type Area, displayOf, fitted, writePlaces } from '../../platform/window/window-place'

const placesSchema = z.record(z.string(), z.object({ x: z.number().int(), y: z.number().int() }))

/** Distance of an overlay that was never moved from the bottom of its display, in pixels. */
const above = 24

/** The overlay's position: on each display where the user left it. */
export interface OverlayPlace {
  /** Its position on this display. */
  on(display: Display, width: number, height: number): Area
  /** The user has moved it here. */
  left(area: Area, displays: readonly Display[]): void
}

/** Reads the stored positions from this file, and stores new ones in it. */
export function overlayPlace(file: string): OverlayPlace {
  let places = readPlaces(file)
  return {
    on({ id, area }, width, height) {
      const saved = places[id]
      const x = saved === undefined ? Math.round((area.width - width) / 2) : saved.x
      const y = saved === undefined ? area.height - height - above : saved.y
      return fitted({ x: area.x + x, y: area.y + y, width, height }, area)
    },
    left(area, displays) {
      const display = displayOf(area, displays, (one) => one.area)
      if (display === null) return
      places = { ...places, [display.id]: { x: area.x - display.area.x, y: area.y - display.area.y } }
      writePlaces(file, places)
    },
  }
}

function readPlaces(file: string): z.infer<typeof placesSchema> {
  try {
    const read = placesSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return read.success ? read.data : {}
  } catch {
    return {}
  }
}
