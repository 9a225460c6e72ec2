import type { Database, QueryResult } from 'node-sqlite3-wasm'
import type { Cell } from '../../../shared/data/artifact'
import type { ArtifactFilter } from '../../../shared/ipc/data-calls'
import { assertNever } from '../../../shared/lib/assert-never'
import { type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { engineRefusal } from '../sandbox/compile'
import { openReadOnly } from '../sandbox/open-read-only'
import { quoted } from '../sandbox/result-columns'
import { cellOf } from './cells'
import type { RowsPlace } from './held-rows'
import type { JobAsk, RowsAnswer, RowsAsk, RowsText } from './job'
import { rowValue } from './row-value'

const columnsSchema = z.array(z.object({ name: z.string() }))
const countSchema = z.object({ total: z.number().int(), last: z.number().int().nullable() })
const idsSchema = z.array(z.object({ id: z.number().int() }))

/** A stored result that stays open. */
export interface OpenRows {
  /** A window, filtered, searched and sorted by the engine, so that the size of the result does not matter to the page. */
  read(ask: RowsAsk): Result<RowsAnswer>
  /** The same window as JSON, for who only passes it on. */
  readText(ask: RowsAsk): Result<RowsText>
  close(): void
}

/** Opens a result for the lifetime of its worker. The order of the last view is cached, so its next window costs nothing. */
export function openRows(place: RowsPlace): OpenRows {
  const database = openReadOnly([place])
  let last: { readonly key: string; readonly order: Order } | null = null
  function read(ask: RowsAsk): Result<RowsAnswer> {
    try {
      const key = JSON.stringify([ask.table, ask.view])
      if (last?.key !== key) last = { key, order: orderOf(database, ask) }
      return success(windowOf(database, ask, last.order))
    } catch (error) {
      return engineRefusal(error)
    }
  }
  return {
    read,
    readText(ask) {
      const window = read(ask)
      if (!window.ok) return window
      const { rows } = window.value
      return success({ bytes: new TextEncoder().encode(JSON.stringify(rows).slice(1, -1)), rows: rows.length })
    },
    close: () => database.close(),
  }
}

/** The most cells in one window, and UTF-16 units of their texts, unless one row has more: main hands it on without a pause. */
export const mostWindowCells = 100_000
export const mostWindowText = 4_000_000

/** The first of these rows that go into one window, at least one. */
function firstThatFit(rows: Cell[][]): Cell[][] {
  let text = 0
  const end = rows.findIndex((row, index) => {
    for (const cell of row) if (typeof cell === 'string') text += cell.length
    return index > 0 && text > mostWindowText
  })
  return end < 0 ? rows : rows.slice(0, end)
}

/** Reads one window; nothing stays open. */
export function readRows({ file, ...ask }: JobAsk<'rows'>): Result<RowsAnswer> {
  const rows = openRows(file)
  try {
    return rows.read(ask)
  } finally {
    rows.close()
  }
}

/** The rows of a view. */
interface Order {
  readonly names: readonly string[]
  readonly total: number
  /** the name of the number that the engine gave each row; null where columns have all of its names */
  readonly key: string | null
  readonly rows:
    | { readonly kind: 'numbered' }
    /** the numbers of the rows, in the order of the view */
    | { readonly kind: 'listed'; readonly ids: Float64Array }
    /** what follows `FROM`, for the engine to count through */
    | { readonly kind: 'counted'; readonly tail: string; readonly values: readonly (string | number)[] }
}

function orderOf(database: Database, { table, view }: RowsAsk): Order {
  const names = columnsSchema.parse(database.all('SELECT name FROM pragma_table_info(?) ORDER BY cid', [table])).map(({ name }) => name)
  const conditions = view.filters.flatMap((filter) => {
    const name = names[filter.column]
    return name === undefined ? [] : [condition(quoted(name), filter)]
  })
  if (view.search !== '' && names.length > 0) {
    const pattern = likePattern(view.search)
    conditions.push({
      sql: `(${names.map((name) => `${quoted(name)} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
      values: names.map(() => pattern),
    })
  }
  const sortName = view.sort === null ? undefined : names[view.sort.column]
  const taken = new Set(names.map((name) => name.toLowerCase()))
  const key = ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name)) ?? null
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
  const values = conditions.flatMap((one) => one.values)
  const sorted = sortName === undefined ? [] : [`${quoted(sortName)} ${view.sort?.direction === 'descending' ? 'DESC' : 'ASC'}`]
  const by = [...sorted, ...(key === null ? [] : [key])]
  const tail = `${quoted(table)}${where}${by.length === 0 ? '' : ` ORDER BY ${by.join(', ')}`}`
  if (key !== null && (where !== '' || sorted.length > 0)) {
    const found = idsSchema.parse(database.all(`SELECT ${key} AS id FROM ${tail}`, values))
    return { names, key, total: found.length, rows: { kind: 'listed', ids: Float64Array.from(found, ({ id }) => id) } }
  }
  const { total, last } = countSchema.parse(
    database.get(`SELECT count(*) AS total, ${key === null ? 'NULL' : `max(${key})`} AS last FROM ${quoted(table)}${where}`, values),
  )
  // rows are numbered from 1 without gaps: the engine goes to each at once, however many there are
  return { names, key, total, rows: last === total ? { kind: 'numbered' } : { kind: 'counted', tail, values } }
}

/** The rows from a place on: as many as are asked for, or fewer where they are large. */
function windowOf(database: Database, { table, from, count: asked }: RowsAsk, { names, total, key, rows }: Order): RowsAnswer {
  const count = Math.min(asked, Math.max(1, Math.floor(mostWindowCells / Math.max(1, names.length))))
  const list = names.map((name, index) => `${quoted(name)} AS c${index}`).join(', ')
  const cells = (row: QueryResult) => names.map((_, index) => cellOf(rowValue(row, `c${index}`)))
  switch (rows.kind) {
    case 'numbered': {
      const sql = `SELECT ${list} FROM ${quoted(table)} WHERE ${key} > ? AND ${key} <= ? ORDER BY ${key}`
      return { rows: firstThatFit(database.all(sql, [from, from + count]).map(cells)), total }
    }
    case 'counted':
      return {
        rows: firstThatFit(database.all(`SELECT ${list} FROM ${rows.tail} LIMIT ? OFFSET ?`, [...rows.values, count, from]).map(cells)),
        total,
      }
    case 'listed': {
      const wanted = [...rows.ids.subarray(from, from + count)]
      const found = database.all(`SELECT ${key} AS id, ${list} FROM ${quoted(table)} WHERE ${key} IN (${wanted.join(',')})`)
      const known = new Map(found.map((row) => [Number(rowValue(row, 'id')), row]))
      const inOrder = wanted.flatMap((id) => {
        const row = known.get(id)
        return row === undefined ? [] : [cells(row)]
      })
      return { rows: firstThatFit(inOrder), total }
    }
    default:
      return assertNever(rows, 'rows of a view')
  }
}

interface Condition {
  readonly sql: string
  readonly values: (string | number)[]
}

function condition(column: string, { operator, value }: ArtifactFilter): Condition {
  // a number is compared as one, also with numbers stored as text
  const number = value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null
  const compared = number === null ? column : `CAST(${column} AS NUMERIC)`
  switch (operator) {
    case 'contains':
      return { sql: `${column} LIKE ? ESCAPE '\\'`, values: [likePattern(value)] }
    case 'equals':
      return number === null
        ? { sql: `${column} = ? COLLATE NOCASE`, values: [value] }
        : { sql: `(${column} = ? OR ${column} = ?)`, values: [value, number] }
    case 'at-least':
      return { sql: `${compared} >= ?`, values: [number ?? value] }
    case 'at-most':
      return { sql: `${compared} <= ?`, values: [number ?? value] }
    case 'is-empty':
      return { sql: `(${column} IS NULL OR ${column} = '')`, values: [] }
    case 'is-not-empty':
      return { sql: `(${column} IS NOT NULL AND ${column} <> '')`, values: [] }
    default:
      return assertNever(operator, 'filter operator')
  }
}

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
