import { type SqlPiece, sqlPieces } from '../sandbox/sql-tokens'
import type { PlanStep } from './plan-text'

/**
 * Replaces aliases in the plan by table names: the engine uses the names of the query (`orders AS o`). A name that means several
 * tables, or a common table expression, stays.
 */
export function planOfTables(plan: readonly PlanStep[], sql: string, tables: readonly string[]): readonly PlanStep[] {
  const named = tablesByName(sql, tables)
  return plan.map((step) => {
    const [, begin = '', name = '', rest = ''] = /^((?:SCAN|SEARCH) )(\S+)(?: EXISTS\b)?(.*)$/su.exec(step.detail) ?? []
    return name === '' ? step : { ...step, detail: `${begin}${named.get(name.toLowerCase()) ?? name}${rest}` }
  })
}

/** The table names in `FROM orders AS o, products p`, by alias; null: ambiguous. */
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

/** Keywords that follow a table without an alias. */
const AFTER_TABLE =
  /^(?:join|left|right|full|inner|cross|natural|on|using|where|group|order|having|limit|window|union|except|intersect|indexed|not)$/iu

function opensTable(before: SqlPiece | undefined): boolean {
  return before !== undefined && /^(?:from|join|,|\(|\.)$/iu.test(before.text)
}

function isWord(piece: SqlPiece | undefined, word: string): boolean {
  return piece?.kind === 'word' && piece.text.toLowerCase() === word
}

/** The name in a piece, without quotes; null if it is none. */
function nameOf({ kind, text }: SqlPiece): string | null {
  if (kind === 'word') return text
  return kind === 'identifier' ? text.slice(1, -1).replaceAll('""', '"').replaceAll('``', '`') : null
}
