import { type SqlPiece, sqlPieces } from '../sandbox/sql-tokens'
import type { PlanStep } from './plan-text'

/**
 * The plan with the tables in it by their own names: the engine calls each by the name that the query gave it (`orders AS o`). A name
 * that stands for several tables, and one that a common table expression has, stays.
 */
export function planOfTables(plan: readonly PlanStep[], sql: string, tables: readonly string[]): readonly PlanStep[] {
  const named = tablesByName(sql, tables)
  return plan.map((step) => {
    const [, begin = '', name = '', rest = ''] = /^((?:SCAN|SEARCH) )(\S+)(?: EXISTS\b)?(.*)$/su.exec(step.detail) ?? []
    return name === '' ? step : { ...step, detail: `${begin}${named.get(name.toLowerCase()) ?? name}${rest}` }
  })
}

/** What is a name of a table in `FROM orders AS o, products p`, whatever stands around it; null: of several. */
function tablesByName(sql: string, tables: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map(tables.map((table) => [table.toLowerCase(), table]))
  const pieces = sqlPieces(sql).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const names = new Map<string, string | null>()
  for (const [at, piece] of pieces.entries()) {
    const table = known.get(nameOf(piece)?.toLowerCase() ?? '')
    if (table === undefined || !opensTable(pieces[at - 1])) continue
    const next = pieces[at + 1]
    const alias = isWord(next, 'as') ? pieces[at + 2] : next
    const name = (alias === undefined || AFTER_TABLE.test(alias.text) ? null : nameOf(alias)) ?? table
    const before = names.get(name.toLowerCase())
    names.set(name.toLowerCase(), before === undefined || before === table ? table : null)
  }
  return new Map([...names].flatMap(([name, table]) => (table === null ? [] : [[name, table]])))
}

/** What follows a table that has no other name. */
const AFTER_TABLE =
  /^(?:join|left|right|full|inner|cross|natural|on|using|where|group|order|having|limit|window|union|except|intersect|indexed|not)$/iu

function opensTable(before: SqlPiece | undefined): boolean {
  return before !== undefined && /^(?:from|join|,|\(|\.)$/iu.test(before.text)
}

function isWord(piece: SqlPiece | undefined, word: string): boolean {
  return piece?.kind === 'word' && piece.text.toLowerCase() === word
}

/** The name that a piece is, out of its quotes; null where it is none. */
function nameOf({ kind, text }: SqlPiece): string | null {
  if (kind === 'word') return text
  return kind === 'identifier' ? text.slice(1, -1).replaceAll('""', '"').replaceAll('``', '`') : null
}
