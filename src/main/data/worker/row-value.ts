import type { QueryResult, SQLiteValue } from 'node-sqlite3-wasm'

/** A value of a row; the engine's types also allow tables of values, which only exist on request. */
export function rowValue(row: QueryResult, key: string): SQLiteValue {
  const value = row[key]
  return value === undefined || !isValue(value) ? null : value
}

function isValue(value: QueryResult[string]): value is SQLiteValue {
  return value === null || typeof value !== 'object' || value instanceof Uint8Array
}
