import type { ArtifactColumn, Cell } from '../../shared/data/artifact'
import { cellText } from './cell-text'

/** Narrowest and widest column, in rem. */
export const NARROWEST = 4.5
export const WIDEST = 60
const WIDEST_AT_FIRST = 20
/** A long name does not make a column wider than this: it is shown completely when the pointer is over it. */
const WIDEST_FOR_NAME = 13

/** The approximate width of a letter, and of what surrounds the text: padding, sort mark, filter. */
const LETTER = 0.47
const BESIDE_NAME = 4.5
const BESIDE_CELL = 1.75

/** Widths in rem that fit the names and the loaded rows. East Asian letters are twice as wide. */
export function fittedWidths(columns: readonly ArtifactColumn[], rows: readonly (readonly Cell[])[]): readonly number[] {
  return columns.map(({ name }, column) => {
    const cells = rows.map((row) => lettersOf(cellText(row[column] ?? null)) * LETTER + BESIDE_CELL)
    const wanted = Math.max(Math.min(WIDEST_FOR_NAME, lettersOf(name) * LETTER + BESIDE_NAME), ...cells)
    return Math.min(WIDEST_AT_FIRST, Math.max(NARROWEST, wanted))
  })
}

function lettersOf(text: string): number {
  let count = 0
  for (const letter of text) count += (letter.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1
  return count
}
