import type { TypedRow, TypedValue } from './typed-table'

/** The type of a column whose values have types. */
export type TypedColumn = 'INTEGER' | 'REAL' | 'BOOLEAN' | 'TEXT'

/** Columns turned out to hold texts: by their numbers, with those that were known before. */
export class OtherColumns extends Error {
  readonly texts: ReadonlySet<number>

  constructor(texts: ReadonlySet<number>) {
    super('a column is text')
    this.texts = texts
  }
}

/** The types of a table's columns. */
export interface TypedColumns {
  types(): readonly TypedColumn[]
  /** A column that only later rows have: texts, which spoil nothing. */
  add(): TypedColumn
  /** Throws `OtherColumns` where the column's type would spoil the value. */
  check(column: number, value: TypedValue): void
}

/** Tells types by the first rows. `texts`: columns that an earlier reading found to be texts. */
export function createTypedColumns(width: number, sample: readonly TypedRow[], texts: ReadonlySet<number>): TypedColumns {
  const types = Array.from({ length: width }, (_, column): TypedColumn => (texts.has(column) ? 'TEXT' : typeOf(sample, column)))
  return {
    types: () => types,
    add() {
      types.push('TEXT')
      return 'TEXT'
    },
    check(column, value) {
      if (value === null) return
      const type = types[column] ?? 'TEXT'
      if (type === 'TEXT' || fits(type, value)) return
      throw new OtherColumns(new Set([...texts, column]))
    },
  }
}

function typeOf(sample: readonly TypedRow[], column: number): TypedColumn {
  const values = sample.flatMap(({ values: row }) => {
    const value = row[column] ?? null
    return value === null ? [] : [value]
  })
  if (values.length === 0) return 'TEXT'
  return (['BOOLEAN', 'INTEGER', 'REAL'] as const).find((type) => values.every((value) => fits(type, value) && isOf(type, value))) ?? 'TEXT'
}

/** Whether a value keeps what it says in a column of this type: the engine keeps a fraction in one of whole numbers. */
function fits(type: TypedColumn, value: TypedValue): boolean {
  switch (type) {
    case 'BOOLEAN':
      return typeof value === 'boolean'
    case 'INTEGER':
    case 'REAL':
      return typeof value === 'number' || (typeof value === 'bigint' && (type === 'INTEGER' || Number.isSafeInteger(Number(value))))
    case 'TEXT':
      return true
  }
}

function isOf(type: TypedColumn, value: TypedValue): boolean {
  return type !== 'INTEGER' || typeof value === 'bigint' || Number.isSafeInteger(value)
}

/** A value as it is kept. */
export function storedValue(type: TypedColumn, value: TypedValue): string | number | bigint | null {
  if (value === null) return null
  if (type === 'TEXT') return String(value)
  return typeof value === 'boolean' ? Number(value) : value
}
