import { basename } from 'node:path'
import { previewCharacters, previewColumns, previewRows } from '../../../shared/data/import-choices'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import type { JobAnswer, JobAsk, PreviewedTable } from '../worker/job'
import { checkWidth, headOfTable, refusalOfError, sampleRows } from './import-tables'
import { openTables } from './open-tables'
import { createTypedColumns, storedValue } from './typed-columns'
import type { TypedRow, TypedTable } from './typed-table'

const noTexts: ReadonlySet<number> = new Set()

/** Reads the first rows of each table of a file as an import would, and says what it would take them for. */
export async function previewTables({ path, kind }: JobAsk<'previewTables'>): Promise<Result<JobAnswer<'previewTables'>>> {
  const file = basename(path)
  try {
    const opened = await openTables(path, kind)
    if (opened === null) return failure('source-wrong-type', messageOf('source-wrong-type', { file }))
    const tables: PreviewedTable[] = []
    for (const table of opened.tables) {
      const preview = await previewTable(table, file)
      if (preview !== null) tables.push(preview)
    }
    if (tables.length === 0) return failure('source-empty', messageOf('csv-no-rows', { file }))
    return success({ kind: opened.kind, tables })
  } catch (error) {
    return refusalOfError(error, file)
  }
}

/** Null where the table has no rows. */
async function previewTable(table: TypedTable, file: string): Promise<PreviewedTable | null> {
  const head = headOfTable(table, await firstRows(table, file))
  if (head === null) return null
  const { names, rows, header, above } = head
  const types = createTypedColumns(names.length, rows, noTexts).types()
  const shown = names.slice(0, previewColumns)
  return {
    ...{ name: table.name, header, above, moreColumns: names.length - shown.length },
    columns: shown.map((name, column) => ({ name, type: types[column] ?? 'TEXT' })),
    rows: rows.slice(0, previewRows).map(({ values }) => shown.map((_, column) => textOf(types[column] ?? 'TEXT', values[column] ?? null))),
  }
}

async function firstRows(table: TypedTable, file: string): Promise<readonly TypedRow[]> {
  const found: TypedRow[] = []
  for await (const row of table.rows()) {
    if (row.values.every((value) => value === null)) continue
    checkWidth(row.values.length, row.line, file)
    found.push(row)
    if (found.length === sampleRows) break
  }
  return found
}

function textOf(...[type, value]: Parameters<typeof storedValue>): string {
  const text = String(storedValue(type, value) ?? '')
  return text.length > previewCharacters ? `${text.slice(0, previewCharacters).replace(/[\ud800-\udbff]$/u, '')}…` : text
}
