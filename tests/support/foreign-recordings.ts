import { delimiter, resolve } from 'node:path'

/**
 * Folders with recordings of other programs: those of this repository, and those that PARLEY_FOREIGN_RECORDINGS lists
 * like a PATH.
 */
export const foreignRecordings: readonly string[] = [
  resolve('tests/fixtures/foreign'),
  ...(process.env.PARLEY_FOREIGN_RECORDINGS ?? '').split(delimiter).filter((folder) => folder !== ''),
]
