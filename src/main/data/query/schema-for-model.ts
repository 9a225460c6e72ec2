import type { Artifact, Cell } from '../../../shared/data/artifact'
import { type Result, success } from '../../../shared/lib/result'
import type { PreviewSchemaOutput } from '../../../shared/tools/preview-schema'
import type { SourceBook } from '../sources/source-book'
import type { SampledTable } from '../worker/job'

/** Characters of one description, about 6,000 tokens; what has no room is named only. */
export const schemaBudget = 24_000
/** Characters of one value of an example row, and of one name. */
const LONGEST_VALUE = 40
const SAMPLES = 3
/** Columns of one table that are described; the others are counted. */
const MOST_COLUMNS = 60

/** Describes sources to the model within the budget: every table is named, those with room with columns and example rows. */
export async function schemaForModel(
  sources: SourceBook,
  artifacts: readonly Artifact[],
  name: string | null,
): Promise<Result<PreviewSchemaOutput>> {
  const found = name === null ? null : sources.find(name)
  if (found?.ok === false) return found
  const wanted = sources.list().filter(({ sourceId }) => found === null || sourceId === found.value.sourceId)
  let room = schemaBudget
  const described: PreviewSchemaOutput['sources'] = []
  for (const { sourceId, name: source } of wanted) {
    const schema = await sources.schema(sourceId, SAMPLES)
    if (!schema.ok) {
      described.push({ source, state: schema.error.message, tables: [], moreTables: [] })
      continue
    }
    const tables: string[] = []
    const moreTables: string[] = []
    for (const table of schema.value) {
      const line = tableLine(table)
      if (line.length <= room) {
        tables.push(line)
        room -= line.length
      } else if (table.name.length <= room) {
        moreTables.push(table.name)
        room -= table.name.length
      }
    }
    described.push({ source, state: 'ready', tables, moreTables })
  }
  const results = artifacts
    .filter(({ state }) => state === 'here')
    .slice(0, 20)
    .map(
      ({ sqlName, title, rows, columns }) =>
        `${sqlName} “${short(title)}” (${columns
          .slice(0, MOST_COLUMNS)
          .map((column) => `${short(column.name)} ${column.type}`)
          .join(', ')}), ${rows} rows`,
    )
  return success({ sources: described, results })
}

/** `orders (id INTEGER key, customer_id INTEGER → customers.id), 3,000 rows; for example: [1, 4]; [2, 9]`. */
function tableLine({ name, kind, columns, foreignKeys, rows, samples }: SampledTable): string {
  const shown = columns.slice(0, MOST_COLUMNS).map((column) => {
    const key = foreignKeys.find((one) => one.column === column.name)
    const to = key === undefined ? '' : ` → ${key.table}${key.references === '' ? '' : `.${key.references}`}`
    return `${short(column.name)}${column.type === '' ? '' : ` ${column.type}`}${column.key ? ' key' : ''}${to}`
  })
  const more = columns.length > MOST_COLUMNS ? `, and ${columns.length - MOST_COLUMNS} more columns` : ''
  const count = rows === null ? '' : `, ${rows} rows`
  const examples = samples.map((row) => `[${row.slice(0, MOST_COLUMNS).map(value).join(', ')}]`).join('; ')
  return `${kind === 'view' ? 'view ' : ''}${name} (${shown.join(', ')}${more})${count}${examples === '' ? '' : `; for example: ${examples}`}`
}

function value(cell: Cell): string {
  if (cell === null) return 'null'
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return JSON.stringify(short(cell))
  return 'integer' in cell ? cell.integer : `<${cell.bytes} bytes>`
}

function short(text: string): string {
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`
}
