import type { ArtifactFilter } from '../../../shared/ipc/data-calls'
import { assertNever } from '../../../shared/lib/assert-never'
import { type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { engineRefusal } from '../sandbox/compile'
import { openReadOnly } from '../sandbox/open-read-only'
import { quoted } from '../sandbox/quoted'
import { cellOf } from './cells'
import type { JobAnswer, JobAsk } from './job'
import { rowValue } from './row-value'

const columnsSchema = z.array(z.object({ name: z.string() }))
const countSchema = z.object({ total: z.number().int() })

/** A window of a kept result: filtered, searched and sorted by the engine, so that its size does not matter to the page. */
export function readRows({ file, table, view, from, count }: JobAsk<'rows'>): Result<JobAnswer<'rows'>> {
  const database = openReadOnly([file])
  try {
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
    const where = conditions.length === 0 ? '' : ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
    const values = conditions.flatMap((one) => one.values)
    const sortName = view.sort === null ? undefined : names[view.sort.column]
    const order = sortName === undefined ? 'rowid' : `${quoted(sortName)} ${view.sort?.direction === 'descending' ? 'DESC' : 'ASC'}, rowid`
    const list = names.map((name, index) => `${quoted(name)} AS c${index}`).join(', ')
    const found = database.all(`SELECT ${list} FROM ${quoted(table)}${where} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, count, from])
    const { total } = countSchema.parse(database.get(`SELECT count(*) AS total FROM ${quoted(table)}${where}`, values))
    return success({ rows: found.map((row) => names.map((_, index) => cellOf(rowValue(row, `c${index}`)))), total })
  } catch (error) {
    return engineRefusal(error)
  } finally {
    database.close()
  }
}

interface Condition {
  readonly sql: string
  readonly values: (string | number)[]
}

function condition(column: string, { operator, value }: ArtifactFilter): Condition {
  // a number is compared as one, also with numbers that came as text
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
