import type { SQLiteValue } from 'node-sqlite3-wasm'
import type { Cell, ColumnType } from '../../../shared/data/artifact'

/** A value as sent to the page and the model. */
export function cellOf(value: SQLiteValue | undefined): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return { integer: value.toString() }
  if (value instanceof Uint8Array) return { bytes: value.byteLength }
  // JSON cannot represent an infinite number
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

/** The approximate size of a value in memory and on the disk, in bytes. */
export function sizeOf(value: SQLiteValue | undefined): number {
  if (typeof value === 'string') return value.length + 4
  return value instanceof Uint8Array ? value.byteLength + 4 : 9
}

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/** The type of a column after one more value: two types in one column are `mixed`, but whole numbers among others are `real`. */
export function widen(type: ColumnType, value: SQLiteValue | undefined): ColumnType {
  if (value === null || value === undefined || type === 'mixed') return type
  const own = typeOf(value)
  if (type === 'empty' || type === own) return own
  const both = new Set([type, own])
  if (both.has('integer') && both.has('real')) return 'real'
  if (both.has('text') && (both.has('date') || both.has('time'))) return 'text'
  return both.has('date') && both.has('time') ? 'time' : 'mixed'
}

function typeOf(value: Exclude<SQLiteValue, null>): ColumnType {
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'real'
  if (typeof value !== 'string') return 'bytes'
  if (DATE.test(value)) return 'date'
  return TIME.test(value) ? 'time' : 'text'
}
