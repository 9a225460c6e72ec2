import { type OneQuery, oneQuery } from './one-query'
import type { SqlPiece } from './sql-tokens'

/** A query with its own limit or ours. */
export interface LimitedQuery {
  readonly sql: string
  /** whether the limit is ours: there may be more rows */
  readonly changed: boolean
}

/**
 * A layer: adds `LIMIT` to a query that has none at its end, and lowers a higher one. A limit that is no plain number stays, and the
 * whole query is wrapped in one with a limit.
 */
export function limitRows(query: OneQuery, maxRows: number): LimitedQuery {
  const { text, pieces } = query
  const at = lastLimit(pieces)
  // the engine accepts no limit after VALUES
  if (at === null) return { sql: endsInValues(pieces) ? enclosed(text, maxRows) : `${text}\nLIMIT ${maxRows}`, changed: true }
  const [count, ...rest] = pieces.slice(at + 1)
  const base = pieces[0]?.start ?? 0
  const isPlain = count !== undefined && /^\d+$/.test(count.text) && (rest.length === 0 || isPlainOffset(rest))
  if (!isPlain) return { sql: enclosed(text, maxRows), changed: true }
  if (Number(count.text) <= maxRows) return { sql: text, changed: false }
  const from = count.start - base
  return { sql: `${text.slice(0, from)}${maxRows}${text.slice(from + count.text.length)}`, changed: true }
}

/** The same for a text that is known to be one query. */
export function limitedSql(sql: string, maxRows: number): LimitedQuery {
  const query = oneQuery(sql)
  if (!query.ok) throw new Error(query.error.message)
  return limitRows(query.value, maxRows)
}

function isPlainOffset([word, count, ...more]: readonly SqlPiece[]): boolean {
  return word?.text.toUpperCase() === 'OFFSET' && count !== undefined && /^\d+$/.test(count.text) && more.length === 0
}

function enclosed(text: string, maxRows: number): string {
  return `SELECT * FROM (\n${text}\n)\nLIMIT ${maxRows}`
}

function endsInValues(pieces: readonly SqlPiece[]): boolean {
  return outerWords(pieces).findLast(([, word]) => word === 'SELECT' || word === 'VALUES')?.[1] === 'VALUES'
}

/** The position of the outermost query's LIMIT; one in parentheses belongs to another query. */
function lastLimit(pieces: readonly SqlPiece[]): number | null {
  return outerWords(pieces).findLast(([, word]) => word === 'LIMIT')?.[0] ?? null
}

/** The words outside all parentheses, in capital letters, with their positions. */
function outerWords(pieces: readonly SqlPiece[]): readonly (readonly [number, string])[] {
  let depth = 0
  return pieces.flatMap(({ kind, text }, index): readonly (readonly [number, string])[] => {
    if (text === '(') depth += 1
    else if (text === ')') depth -= 1
    return depth === 0 && kind === 'word' ? [[index, text.toUpperCase()]] : []
  })
}
