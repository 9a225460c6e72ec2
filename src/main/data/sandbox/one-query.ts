import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { type SqlPiece, sqlPieces } from './sql-tokens'

/** The longest query, in UTF-16 units. */
export const longestSql = 20_000

/** One statement that begins like a query. */
export interface OneQuery {
  /** whether only its plan is asked for: EXPLAIN QUERY PLAN stood before it, which is left out here */
  readonly explains: boolean
  /** without a semicolon, and without surrounding spaces and comments */
  readonly text: string
  /** its tokens without spaces and comments */
  readonly pieces: readonly SqlPiece[]
}

const EXPLAIN_WORDS = ['EXPLAIN', 'QUERY', 'PLAN'] as const
const QUERY_WORDS: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES'])

/**
 * The first layer: exactly one statement, which begins with SELECT, WITH or VALUES, has all quotes and comments closed, and takes no
 * parameters. It does not use the engine, which only sees queries that pass here.
 */
export function oneQuery(sql: string): Result<OneQuery> {
  if (sql.length > longestSql) return failure('sql-refused', messageOf('sql-too-long', { limit: longestSql }))
  // the engine would end the statement at a zero
  if (/[^\P{Cc}\t\n\r\f]|\ufeff/u.test(sql)) return failure('sql-refused', messageOf('sql-control-characters'))
  const all = sqlPieces(sql)
  if (all.some(({ open }) => open)) return failure('sql-refused', messageOf('sql-not-closed'))
  const pieces = all.filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  while (pieces.at(-1)?.text === ';') pieces.pop()
  const explains = EXPLAIN_WORDS.every((word, index) => pieces[index]?.kind === 'word' && pieces[index].text.toUpperCase() === word)
  if (explains) pieces.splice(0, EXPLAIN_WORDS.length)
  const [first] = pieces
  const last = pieces.at(-1)
  if (first === undefined || last === undefined) return failure('sql-refused', messageOf('sql-empty'))
  if (pieces.some(({ text }) => text === ';')) return failure('sql-refused', messageOf('sql-several'))
  const word = first.text.toUpperCase()
  if (!QUERY_WORDS.has(word)) return failure('sql-refused', messageOf('sql-no-query', { word: word.slice(0, 20) }))
  if (pieces.some(isParameter)) return failure('sql-refused', messageOf('sql-parameter'))
  return success({ explains, text: sql.slice(first.start, last.start + last.text.length), pieces })
}

function isParameter({ kind, text }: SqlPiece): boolean {
  return kind === 'symbol' && ['?', ':', '@', '$', '#'].includes(text)
}
