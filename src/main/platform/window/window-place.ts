import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from '../../../shared/lib/zod'

/** A rectangle of the desktop, in its own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const placeSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximized: z.boolean(),
})
/** The position of a window, and whether it filled its display. */
export type WindowPlace = z.infer<typeof placeSchema>

/** The stored position of the window; null if it is unknown. */
export function readPlace(file: string): WindowPlace | null {
  try {
    const read = placeSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Written synchronously, because the app may be ending. A position that cannot be stored is no loss: the window opens at its default. */
export function writePlace(file: string, place: WindowPlace): void {
  writePlaces(file, place)
}

/** Writes a place, or several. */
export function writePlaces(file: string, places: object): void {
  try {
    writeFileSync(`${file}.tmp`, JSON.stringify(places))
    renameSync(`${file}.tmp`, file)
  } catch {
    // the window opens at its default position next time
  }
}

/**
 * The position on the current displays: on the one that shows most of it, no larger than that, and completely on it. Null if none
 * shows any of it: its display is gone.
 */
export function placeOnDisplays(place: WindowPlace, displays: readonly Area[]): WindowPlace | null {
  const best = displayOf(place, displays, (area) => area)
  return best === null ? null : { ...fitted(place, best), maximized: place.maximized }
}

/** The display that shows most of the area; null where none shows any of it. */
export function displayOf<Display>(area: Area, displays: readonly Display[], areaOf: (display: Display) => Area): Display | null {
  const [best] = [...displays].sort((one, other) => shown(area, areaOf(other)) - shown(area, areaOf(one)))
  return best === undefined || shown(area, areaOf(best)) === 0 ? null : best
}

/** The area moved completely onto the display, and shrunk if it is larger. */
export function fitted(area: Area, display: Area): Area {
  const width = Math.min(area.width, display.width)
  const height = Math.min(area.height, display.height)
  return {
    x: Math.min(Math.max(area.x, display.x), display.x + display.width - width),
    y: Math.min(Math.max(area.y, display.y), display.y + display.height - height),
    width,
    height,
  }
}

/** Number of the window's pixels on the display. */
function shown(place: Area, display: Area): number {
  const width = Math.min(place.x + place.width, display.x + display.width) - Math.max(place.x, display.x)
  const height = Math.min(place.y + place.height, display.y + display.height) - Math.max(place.y, display.y)
  return Math.max(0, width) * Math.max(0, height)
}
