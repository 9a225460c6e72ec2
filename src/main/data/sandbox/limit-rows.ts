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
  // the engine takes no limit behind VALUES
  if (at === null) return { sql: endsInValues(pieces) ? enclosed(text, maxRows) : `${text}\nLIMIT ${maxRows}`, changed: true }
  const [count, ...rest] = pieces.slice(at + 1)
  const base = pieces[0]?.start ?? 0
  const isPlain = count !== undefined && /^\d+$/.test(count.text) && (rest.length === 0 || isPlainOffset(rest))
  if (!isPlain) return { sql: enclosed(text, maxRows), changed: true }
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

function enclosed(text: string, maxRows: number): string {
  return `SELECT * FROM (\n${text}\n)\nLIMIT ${maxRows}`
}

function endsInValues(pieces: readonly SqlPiece[]): boolean {
  return outerWords(pieces).findLast(([, word]) => word === 'SELECT' || word === 'VALUES')?.[1] === 'VALUES'
}

/** Where the word LIMIT of the outermost query stands; one in parentheses belongs to another. */
function lastLimit(pieces: readonly SqlPiece[]): number | null {
  return outerWords(pieces).findLast(([, word]) => word === 'LIMIT')?.[0] ?? null
}

/** The words outside of all parentheses, in capital letters, with their places. */
function outerWords(pieces: readonly SqlPiece[]): readonly (readonly [number, string])[] {
  let depth = 0
  return pieces.flatMap(({ kind, text }, index): readonly (readonly [number, string])[] => {
    if (text === '(') depth += 1
    else if (text === ')') depth -= 1
    return depth === 0 && kind === 'word' ? [[index, text.toUpperCase()]] : []
  })
}
