import { basename } from 'node:path'
import {
  choicesOfSheet,
  type ImportChoices,
  mostSheets,
  type PreviewedRows,
  previewColumns,
  previewRows,
  type SheetPreview,
} from '../../../shared/data/import-choices'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { kindChosen, kindOfType, offeredKind } from '../csv/column-kinds'
import { newProfile, widen } from '../csv/columns'
import { shownValue } from '../csv/preview-csv'
import type { JobAnswer, JobAsk } from '../worker/job'
import { checkWidth, headOfTable, refusalOfError, sampleRows } from './import-tables'
import { openTables } from './open-tables'
import { createTypedColumns, readTyped } from './typed-columns'
import type { TypedRow, TypedTable } from './typed-table'

const noTexts: ReadonlySet<number> = new Set()

/** Reads the first rows of one table of a file as an import would, and says what it would take them for. */
export async function previewTables({ path, kind, choices, sheet }: JobAsk<'previewTables'>): Promise<Result<JobAnswer<'previewTables'>>> {
  const file = basename(path)
  try {
    const opened = await openTables(path, kind, sampleRows)
    if (opened === null) return failure('source-wrong-type', messageOf('source-wrong-type', { file }))
    const tables = opened.tables.slice(0, mostSheets)
    const shown = await shownTable(tables, choices, sheet, file)
    if (shown === null) return failure('source-empty', messageOf('csv-no-rows', { file }))
    const names = tables.flatMap(({ name }) => (name === null ? [] : [name]))
    return success({ names: names.length === 0 ? null : names, shown })
  } catch (error) {
    return refusalOfError(error, file)
  }
}

/** The table at this place, or else the first with rows; null where there is none. */
async function shownTable(
  tables: readonly TypedTable[],
  choices: ImportChoices,
  sheet: number | null,
  file: string,
): Promise<SheetPreview | null> {
  for (const [index, table] of tables.entries()) {
    if (sheet !== null && sheet !== index) continue
    const preview = await previewTable(table, index, choices, file)
    if (preview !== null) return preview
    if (sheet !== null) return { index, header: null, above: 0, columns: [], moreColumns: 0, rows: [] }
  }
  return null
}

/** Null where the table has no rows. */
async function previewTable(table: TypedTable, index: number, all: ImportChoices, file: string): Promise<SheetPreview | null> {
  const choices = choicesOfSheet(all, table.name)
  const head = headOfTable(table, await firstRows(table, file), choices)
  if (head === null) return null
  const { names, rows, header, above } = head
  const kinds = names.map((name) => kindChosen(choices, name))
  const types = createTypedColumns(kinds, rows, noTexts).types()
  const shown = names.slice(0, previewColumns)
  return {
    ...{ index, header, above, moreColumns: names.length - shown.length },
    columns: shown.map((name, column): PreviewedRows['columns'][number] => {
      const chosen = kinds[column] ?? null
      const values = rows.map(({ values: row }) => row[column] ?? null)
      const isText = types[column] === 'TEXT' && values.every((value) => value === null || typeof value === 'string')
      return {
        name,
        kind: chosen ?? kindOfType(types[column] ?? 'TEXT'),
        offered: isText || chosen === 'point' || chosen === 'comma' ? localKind(values.map((value) => String(value ?? ''))) : null,
        unlike: chosen === null ? 0 : values.filter((value) => readTyped(chosen, value) === undefined).length,
      }
    }),
    rows: rows.slice(0, previewRows).map(({ values }) => shown.map((_, column) => shownValue(String(values[column] ?? '')))),
  }
}

/** The local notation of texts that all look like numbers. */
function localKind(values: readonly string[]): 'point' | 'comma' | null {
  const profile = newProfile()
  for (const value of values) widen(profile, value)
  return profile.isLocal && profile.hasLocal ? offeredKind(values) : null
}

async function firstRows(table: TypedTable, file: string): Promise<readonly TypedRow[]> {
  const found: TypedRow[] = []
  for await (const row of table.rows(sampleRows)) {
    if (row.values.every((value) => value === null)) continue
    checkWidth(row.values.length, row.line, file)
    found.push(row)
    if (found.length === sampleRows) break
  }
  return found
}
