/** A value of a file whose values have types of their own. */
export type TypedValue = string | number | bigint | boolean | null

/** A row, and where it stands in the file (from 1). */
export interface TypedRow {
  readonly values: readonly TypedValue[]
  readonly line: number
}

/** One table of a file. Its rows can be read more than once, each time from the first. `most`: no more of them are needed. */
export interface TypedTable {
  /** a sheet's name; null where the file has but one table, which gets the file's name */
  readonly name: string | null
  /** names of columns where the kind of file has them; null where the first row may be a header */
  readonly names: readonly string[] | null
  rows(most?: number): AsyncIterable<TypedRow>
}

/** A file that is not read, and why. */
export type TableProblem =
  | { readonly kind: 'damaged' }
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'too-large'; readonly bytes: number; readonly most: number }
  | { readonly kind: 'nested'; readonly line: number; readonly column: string }
  | { readonly kind: 'no-records'; readonly line: number }

export class TableError extends Error {
  override readonly name = 'TableError'
  readonly problem: TableProblem

  constructor(problem: TableProblem) {
    super(`the table can't be read: ${problem.kind}`)
    this.problem = problem
  }
}

/** The largest file that is read whole into memory, and the most that is unpacked of it, in bytes. */
export const mostPackedBytes = 256_000_000
