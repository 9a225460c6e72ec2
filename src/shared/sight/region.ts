/** A part of a picture: its corner and size as shares of the whole, from 0 to 1. */
export interface Region {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A point as shares of the picture. */
export interface RegionPoint {
  readonly x: number
  readonly y: number
}

/** A smaller side, as a share of the picture, is a click and no region. */
const SMALLEST = 0.01

const within = (share: number): number => Math.min(1, Math.max(0, share))

/** The region between two points, whichever comes first and however far outside they are; null: it is too small to be meant. */
export function regionBetween(one: RegionPoint, other: RegionPoint): Region | null {
  const [left, right] = [within(Math.min(one.x, other.x)), within(Math.max(one.x, other.x))]
  const [top, bottom] = [within(Math.min(one.y, other.y)), within(Math.max(one.y, other.y))]
  const [width, height] = [right - left, bottom - top]
  return width < SMALLEST || height < SMALLEST ? null : { x: left, y: top, width, height }
}

/** The region in whole pixels of a picture of this size, at least one each way and never outside. */
export function regionPixels(region: Region, width: number, height: number): Region {
  const x = Math.min(width - 1, Math.floor(region.x * width))
  const y = Math.min(height - 1, Math.floor(region.y * height))
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.ceil(region.width * width))),
    height: Math.max(1, Math.min(height - y, Math.ceil(region.height * height))),
  }
}
