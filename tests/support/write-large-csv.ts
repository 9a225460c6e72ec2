import { writeFileSync } from 'node:fs'

const COLUMNS = 100
const ROWS = 30_000

/**
 * Writes a file of 6 MB that takes a while to read, because it has three million values. Returns its number of rows.
 */
export function writeLargeCsv(file: string): number {
  const header = Array.from({ length: COLUMNS }, (_, index) => `c${index}`).join(',')
  const row = Array.from({ length: COLUMNS }, (_, index) => index % 10).join(',')
  writeFileSync(file, `${header}\n${`${row}\n`.repeat(ROWS)}`)
  return ROWS
}
