import { readFileSync, statSync } from 'node:fs'
import { parse } from 'lossless-json'
import { utf8 } from '../../lib/encoding-candidates'
import { decodeFile, namedEncoding } from '../csv/decode-file'
import { TableError, type TypedRow, type TypedTable, type TypedValue } from './typed-table'

/** The largest JSON text that is read as one value; records one per line have no limit but their own length. */
const MOST_JSON = 128_000_000
const LONGEST_LINE = 16 * 1024 * 1024

/** Digits that a double keeps. */
const MOST_DIGITS = 15

type JsonRecord = Readonly<Record<string, unknown>>

interface Placed {
  readonly record: JsonRecord
  readonly line: number
}

/**
 * The records of a JSON file: one list of them, or one record per line. Columns are the names of all records in the order in which they
 * come; `mostRecords`: of so many of them. Throws `TableError`, or `EncodingError` where the text is not UTF-8.
 */
export function openJson(path: string, mostRecords: number): TypedTable {
  const list = listOf(path)
  const records = (): Iterable<Placed> => (list === null ? lines(path) : list.map((value, index) => placed(value, index + 1)))
  const columns = new Map<string, number>()
  let seen = 0
  for (const { record } of records()) {
    for (const name of Object.keys(record)) if (!columns.has(name)) columns.set(name, columns.size)
    seen += 1
    if (seen === mostRecords) break
  }
  const names = [...columns.keys()]
  return {
    name: null,
    names,
    async *rows(): AsyncGenerator<TypedRow> {
      for (const { record, line } of records()) yield { line, values: names.map((name) => scalar(record[name], name, line)) }
    },
  }
}

/** The list that the file is; null where it has one record per line. */
function listOf(path: string): readonly unknown[] | null {
  const encoding = namedEncoding(path, utf8)
  for (const { text } of decodeFile(path, encoding)) {
    if (!text.trimStart().startsWith('[')) return null
    break
  }
  const { size } = statSync(path)
  if (size > MOST_JSON) throw new TableError({ kind: 'too-large', bytes: size, most: MOST_JSON })
  const whole = parsed(readFileSync(path).subarray(encoding.markBytes).toString('utf8'), 1)
  return Array.isArray(whole) ? whole : null
}

function* lines(path: string): Generator<Placed> {
  let rest = ''
  let line = 0
  const take = function* (text: string): Generator<Placed> {
    line += 1
    if (text.trim() !== '') yield placed(parsed(text, line), line)
  }
  for (const { text } of decodeFile(path, namedEncoding(path, utf8))) {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) yield* take(part)
    if (rest.length > LONGEST_LINE) throw new TableError({ kind: 'too-large', bytes: rest.length, most: LONGEST_LINE })
  }
  yield* take(rest)
}

function parsed(text: string, line: number): unknown {
  try {
    return parse(text, null, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue })
  } catch {
    throw new TableError({ kind: 'no-records', line })
  }
}

function placed(value: unknown, line: number): Placed {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TableError({ kind: 'no-records', line })
  return { record: Object.fromEntries(Object.entries(value)), line }
}

/** A number with all digits that were written: those that a double would lose are an integer, or else a text. */
function exactNumber(text: string): number | bigint | string {
  const number = Number(text)
  if (/^-?\d+$/.test(text)) {
    if (Number.isSafeInteger(number)) return number
    const whole = BigInt(text)
    return BigInt.asIntN(64, whole) === whole ? whole : text
  }
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
  return Number.isFinite(number) && (digits.length <= MOST_DIGITS || String(number) === text) ? number : text
}

function scalar(value: unknown, column: string, line: number): TypedValue {
  switch (typeof value) {
    case 'undefined':
      return null
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value
    default:
      if (value === null) return null
      throw new TableError({ kind: 'nested', line, column })
  }
}
