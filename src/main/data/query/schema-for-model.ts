import type { Artifact } from '../../../shared/data/artifact'
import type { TableSchema } from '../../../shared/data/source'
import { type Result, success } from '../../../shared/lib/result'
import { firstCharacters } from '../../../shared/text/first-characters'
import type { PreviewSchemaOutput } from '../../../shared/tools/preview-schema'
import type { SourceService } from '../sources/source-service'

/** Characters of one description, about 6,000 tokens; tables that do not fit are only named. */
export const schemaBudget = 24_000
/** Characters of one title or type, and of one name. */
const LONGEST_VALUE = 40
const LONGEST_NAME = 120
/** Described columns of one table; the others are counted. */
const MOST_COLUMNS = 60
/** The most results that are named. */
const MOST_RESULTS = 20

/**
 * Describes sources to the model within the budget: every table is named, and those that fit have their columns. Row contents are only
 * revealed by queries, which the user approves.
 */
export async function schemaForModel(
  sources: SourceService,
  artifacts: readonly Artifact[],
  name: string | null,
): Promise<Result<PreviewSchemaOutput>> {
  const found = name === null ? null : sources.find(name)
  if (found?.ok === false) return found
  const wanted = sources.list().filter(({ sourceId }) => found === null || sourceId === found.value.sourceId)
  const budget = new Budget(schemaBudget)
  const described: PreviewSchemaOutput['sources'] = []
  let left = 0
  for (const { sourceId, name: source } of wanted) {
    if (!budget.takes(source)) {
      left += 1
      continue
    }
    const schema = await sources.schema(sourceId)
    described.push(
      schema.ok
        ? { source, state: 'ready', ...tablesWithin(budget, schema.value) }
        : { source, state: budget.takes(schema.error.message) ? schema.error.message : 'failed', tables: [], moreTables: [] },
    )
  }
  const results: string[] = []
  for (const artifact of artifacts.filter(({ state }) => state === 'here').slice(0, MOST_RESULTS)) {
    const said = [resultLine(artifact), `${artifact.sqlName}, ${artifact.rows} rows`].find((line) => budget.takes(line))
    if (said !== undefined) results.push(said)
  }
  return success({ sources: described, results, ...(left > 0 && { more_sources: left }) })
}

/** The remaining budget, in characters of JSON. */
class Budget {
  #room: number

  constructor(characters: number) {
    this.#room = characters
  }

  /** Whether a text fits; if so, it is counted. */
  takes(text: string): boolean {
    const { length } = JSON.stringify(text)
    if (length > this.#room) return false
    this.#room -= length + 1
    return true
  }
}

/** Each table with its columns, or only its name if space is short; the others are counted. */
function tablesWithin(budget: Budget, all: readonly TableSchema[]): Pick<PreviewSchemaOutput['sources'][number], 'tables' | 'moreTables'> {
  const tables: string[] = []
  const moreTables: string[] = []
  let unnamed = 0
  for (const table of all) {
    const line = tableLine(table)
    if (budget.takes(line)) tables.push(line)
    else if (budget.takes(named(table.name))) moreTables.push(named(table.name))
    else unnamed += 1
  }
  if (unnamed > 0) moreTables.push(`and ${unnamed} more`)
  return { tables, moreTables }
}

function resultLine({ sqlName, title, rows, columns }: Artifact): string {
  const shown = columns.slice(0, MOST_COLUMNS).map((column) => `${named(column.name)} ${column.type}`)
  const more = columns.length > MOST_COLUMNS ? `, and ${columns.length - MOST_COLUMNS} more columns` : ''
  return `${sqlName} “${short(title)}” (${shown.join(', ')}${more}), ${rows} rows`
}

/** `orders (id INTEGER key, customer_id INTEGER → customers.id), 3000 rows`. */
function tableLine({ name, kind, columns, foreignKeys, rows }: TableSchema): string {
  const shown = columns.slice(0, MOST_COLUMNS).map((column) => {
    const key = foreignKeys.find((one) => one.column === column.name)
    const to = key === undefined ? '' : ` → ${named(key.table)}${key.references === '' ? '' : `.${named(key.references)}`}`
    return `${named(column.name)}${column.type === '' ? '' : ` ${short(column.type)}`}${column.key ? ' key' : ''}${to}`
  })
  const more = columns.length > MOST_COLUMNS ? `, and ${columns.length - MOST_COLUMNS} more columns` : ''
  const count = rows === null ? '' : `, ${rows} rows`
  return `${kind === 'view' ? 'view ' : ''}${named(name)} (${shown.join(', ')}${more})${count}`
}

function short(text: string): string {
  return firstCharacters(text, LONGEST_VALUE)
}

function named(text: string): string {
  return firstCharacters(text, LONGEST_NAME)
}
