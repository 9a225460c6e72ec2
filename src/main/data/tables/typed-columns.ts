import type { ColumnKind } from '../../../shared/data/import-choices'
import { readAs, typeOfKind } from '../csv/column-kinds'
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
  /** A column that only later rows have: of the kind that was chosen for it, or else texts, which spoil nothing. */
  add(kind: ColumnKind | null): TypedColumn
  /**
   * A value as it is kept; undefined where the kind that was chosen for its column does not fit it. Throws `OtherColumns` where a
   * detected type would spoil the value.
   */
  read(column: number, value: TypedValue): StoredValue | undefined
}

/** A value as the engine keeps it. */
export type StoredValue = string | number | bigint | null

/**
 * Tells types by the first rows. `kinds`: what the user chose, null: to be detected. `texts`: columns that an earlier reading found to be
 * texts.
 */
export function createTypedColumns(
  kinds: readonly (ColumnKind | null)[],
  sample: readonly TypedRow[],
  texts: ReadonlySet<number>,
): TypedColumns {
  const chosen = [...kinds]
  const types = kinds.map((kind, column): TypedColumn => {
    if (kind !== null) return typeOfKind(kind)
    return texts.has(column) ? 'TEXT' : typeOf(sample, column)
  })
  return {
    types: () => types,
    add(kind) {
      const type = kind === null ? 'TEXT' : typeOfKind(kind)
      chosen.push(kind)
      types.push(type)
      return type
    },
    read(column, value) {
      if (value === null) return null
      const kind = chosen[column] ?? null
      if (kind !== null) return readTyped(kind, value)
      const type = types[column] ?? 'TEXT'
      if (type !== 'TEXT' && !fits(type, value)) throw new OtherColumns(new Set([...texts, column]))
      return storedValue(type, value)
    },
  }
}

/** A value read as the user chose; undefined where it is none of this kind, or a number would lose digits of it. */
export function readTyped(kind: ColumnKind, value: TypedValue): StoredValue | undefined {
  if (value === null) return null
  if (kind === 'text') return String(value)
  if (typeof value === 'string') return readAs(kind, value)
  if (kind === 'boolean') return typeof value === 'boolean' || value === 0 || value === 1 ? Number(value) : undefined
  if (typeof value === 'boolean') return undefined
  if (kind === 'integer') return typeof value === 'bigint' || Number.isSafeInteger(value) ? value : undefined
  return typeof value === 'number' || Number.isSafeInteger(Number(value)) ? Number(value) : undefined
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

function storedValue(type: TypedColumn, value: TypedValue): StoredValue {
  if (value === null) return null
  if (type === 'TEXT') return String(value)
  return typeof value === 'boolean' ? Number(value) : value
}
