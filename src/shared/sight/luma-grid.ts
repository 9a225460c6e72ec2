/** Cells on each side of a luma grid. */
export const gridSide = 16

/** Brightness (0 to 255) of the cells of a picture, row by row: the mean of the pixels in each. */
export type LumaGrid = readonly number[]

/** Cells whose mean brightness differs by more than this have changed; a blinking text cursor changes less. */
const CHANGE = 2

/** Brightness within which a picture counts as one colour. */
const FLAT = 2

/** The luma grid of a picture. `rgba`: four bytes a pixel, row by row, at least one pixel for each cell. */
export function lumaGrid(rgba: Uint8ClampedArray | Uint8Array, width: number, height: number): LumaGrid {
  const sums = new Array<number>(gridSide * gridSide).fill(0)
  const counts = new Array<number>(gridSide * gridSide).fill(0)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * gridSide) / height) * gridSide
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor((x * gridSide) / width)
      const at = (y * width + x) * 4
      // Rec. 601
      const luma = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0)
      sums[cell] = (sums[cell] ?? 0) + luma
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
  return sums.map((sum, cell) => sum / Math.max(1, counts[cell] ?? 0))
}

/** Whether a cell of the picture has visibly changed. */
export function gridsDiffer(one: LumaGrid, other: LumaGrid): boolean {
  return one.some((value, cell) => Math.abs(value - (other[cell] ?? 0)) > CHANGE)
}

/** Whether the picture has one colour: the system gives such a picture of what it does not let be seen. */
export function isFlat(grid: LumaGrid): boolean {
  return Math.max(...grid) - Math.min(...grid) <= FLAT
}
