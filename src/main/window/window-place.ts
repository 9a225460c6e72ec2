import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from '../../shared/lib/zod'

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
/** Where a window was, and whether it filled its display. */
export type WindowPlace = z.infer<typeof placeSchema>

/** Where the window was when the file was written; null where that is not known. */
export function readPlace(file: string): WindowPlace | null {
  try {
    const read = placeSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Writes it at once, as the app may be ending. A place that can't be kept is no loss. */
export function keepPlace(file: string, place: WindowPlace): void {
  try {
    writeFileSync(`${file}.tmp`, JSON.stringify(place))
    renameSync(`${file}.tmp`, file)
  } catch {
    // the window opens at its usual place the next time
  }
}

/**
 * The place on the displays there are now: on the one that shows most of it, no larger than that, and wholly on it. Null where none
 * shows any of it: its display is gone.
 */
export function placeOnDisplays(place: WindowPlace, displays: readonly Area[]): WindowPlace | null {
  const [best] = [...displays].sort((one, other) => shown(place, other) - shown(place, one))
  if (best === undefined || shown(place, best) === 0) return null
  const width = Math.min(place.width, best.width)
  const height = Math.min(place.height, best.height)
  return {
    x: Math.min(Math.max(place.x, best.x), best.x + best.width - width),
    y: Math.min(Math.max(place.y, best.y), best.y + best.height - height),
    width,
    height,
    maximized: place.maximized,
  }
}

/** How many pixels of the window lie on the display. */
function shown(place: Area, display: Area): number {
  const width = Math.min(place.x + place.width, display.x + display.width) - Math.max(place.x, display.x)
  const height = Math.min(place.y + place.height, display.y + display.height) - Math.max(place.y, display.y)
  return Math.max(0, width) * Math.max(0, height)
}
