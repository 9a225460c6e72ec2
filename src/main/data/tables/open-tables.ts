import type { TableFileKind } from '../sources/kind-of-file'
import type { TypedTable } from './typed-table'

/** The tables of a file, and what kind of file it is. */
export interface OpenedTables {
  readonly kind: 'xlsx' | 'ods' | 'json' | 'parquet'
  readonly tables: readonly TypedTable[]
}

/**
 * Opens a file by its content, with the reader of its kind, which is loaded only then. `mostRecords`: of records, columns that only
 * later ones have are not needed. Throws `TableError`.
 */
export async function openTables(path: string, kind: TableFileKind, mostRecords = Infinity): Promise<OpenedTables | null> {
  switch (kind) {
    case 'archive':
      return (await import('./sheet-tables')).openWorkbook(path)
    case 'json':
      return { kind, tables: [(await import('./json-tables')).openJson(path, mostRecords)] }
    case 'parquet':
      return { kind, tables: [await (await import('./parquet-tables')).openParquet(path)] }
  }
}
