import { type OneQuery, oneQuery } from './one-query'
import type { SqlPiece } from './sql-tokens'

/** A query with a limit of its own or ours. */
export interface LimitedQuery {
  readonly sql: string
  /** whether the limit is ours: there may be more rows */
  readonly changed: boolean
}

/**
 * A layer: adds `LIMIT` to a query that has none for its last rows, and lowers one that is higher. A limit that is no plain
 * number is left, and the whole is put into a query with a limit.
 */
export function limitRows(query: OneQuery, maxRows: number): LimitedQuery {
  const { text, pieces } = query
  const at = lastLimit(pieces)
  if (at === null) return { sql: `${text}\nLIMIT ${maxRows}`, changed: true }
  const [count, ...rest] = pieces.slice(at + 1)
  const base = pieces[0]?.start ?? 0
  const isPlain = count !== undefined && /^\d+$/.test(count.text) && (rest.length === 0 || isPlainOffset(rest))
  if (!isPlain) return { sql: `SELECT * FROM (\n${text}\n)\nLIMIT ${maxRows}`, changed: true }
  if (Number(count.text) <= maxRows) return { sql: text, changed: false }
  const from = count.start - base
  return { sql: `${text.slice(0, from)}${maxRows}${text.slice(from + count.text.length)}`, changed: true }
}

/** The same for a text; for those who know that it is one query. */
export function limitedSql(sql: string, maxRows: number): LimitedQuery {
  const query = oneQuery(sql)
  if (!query.ok) throw new Error(query.error.message)
  return limitRows(query.value, maxRows)
}

function isPlainOffset([word, count, ...more]: readonly SqlPiece[]): boolean {
  return word?.text.toUpperCase() === 'OFFSET' && count !== undefined && /^\d+$/.test(count.text) && more.length === 0
}

/** Where the word LIMIT of the outermost query stands; one in parentheses belongs to another. */
function lastLimit(pieces: readonly SqlPiece[]): number | null {
  let depth = 0
  let found: number | null = null
  for (const [index, { kind, text }] of pieces.entries()) {
    if (text === '(') depth += 1
    else if (text === ')') depth -= 1
    else if (depth === 0 && kind === 'word' && text.toUpperCase() === 'LIMIT') found = index
  }
  return found
}
