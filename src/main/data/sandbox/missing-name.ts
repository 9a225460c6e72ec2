import type { Database } from 'node-sqlite3-wasm'
import { failure } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { messageOf } from '../../../shared/messages/message'
import { quoted } from './result-columns'
import { sqlPieces } from './sql-tokens'

/** Names that are suggested at most, the most similar first. */
const MOST_NAMES = 20

const namesSchema = z.array(z.object({ name: z.string() }))

/** What the engine says of a table or a column that is not there, with the names that are; null for every other reason. */
export function missingName(database: Database, sql: string, reason: string): ReturnType<typeof failure<'sql-refused'>> | null {
  const [, kind, name = ''] = /^no such (table|column): (.+)$/.exec(reason) ?? []
  if (kind === undefined) return null
  const tables = tablesOf(database)
  if (kind === 'table') return tables.length === 0 ? null : refusal('sql-no-table', name, tables)
  const words = new Set(sqlPieces(sql).map(({ text }) => plain(text)))
  const read = tables.filter((table) => words.has(table.toLowerCase()))
  const columns = [...new Set(read.flatMap((table) => columnsOf(database, table)))]
  return columns.length === 0 ? null : refusal('sql-no-column', name, columns)
}

function refusal(
  code: 'sql-no-table' | 'sql-no-column',
  name: string,
  names: readonly string[],
): ReturnType<typeof failure<'sql-refused'>> {
  const wanted = (name.split('.').at(-1) ?? name).toLowerCase()
  const nearest = names
    .map((one) => ({ one, distance: distanceOf(wanted, one.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_NAMES)
    .map(({ one }) => one.slice(0, 120))
  return failure('sql-refused', messageOf(code, { name: name.slice(0, 120), names: nearest.join(', ') }))
}

function tablesOf(database: Database): readonly string[] {
  const sql = "SELECT name FROM pragma_table_list WHERE type <> 'shadow' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
  return [...new Set(namesSchema.parse(database.all(sql)).map(({ name }) => name))]
}

function columnsOf(database: Database, table: string): readonly string[] {
  return namesSchema.parse(database.all(`PRAGMA table_xinfo(${quoted(table)})`)).map(({ name }) => name)
}

/** A word or a quoted name of SQL without its quotes, in small letters. */
function plain(text: string): string {
  const inner = /^(["`[]).*(["`\]])$/su.test(text) ? text.slice(1, -1) : text
  return inner.replaceAll('""', '"').toLowerCase()
}

/** How many letters must be added, left out or changed (Levenshtein), of the first 60 of each. */
function distanceOf(one: string, other: string): number {
  const [a, b] = [[...one].slice(0, 60), [...other].slice(0, 60)]
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of a.entries()) {
    const line = [row + 1]
    for (const [column, second] of b.entries()) {
      const changed = (before[column] ?? 0) + (letter === second ? 0 : 1)
      line.push(Math.min(changed, (before[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1))
    }
    before = line
  }
  return before.at(-1) ?? 0
}
