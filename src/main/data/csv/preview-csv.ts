import { basename } from 'node:path'
import { delimiterSchema, previewCharacters, previewColumns, previewRows, type TablePreview } from '../../../shared/data/import-choices'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import type { JobAnswer, JobAsk } from '../worker/job'
import { kindChosen, kindOfType, offeredKind, readAs } from './column-kinds'
import { newProfile, typeOf, widen } from './columns'
import { mostColumns, typeSample } from './import-csv'
import { beginOfTable, type PlacedRow, type TablePlan, tableRows, withPlan } from './table-plan'

/** Bytes after which a preview has rows enough, however few they are. */
const MOST_BYTES = 4 * 1024 * 1024

/** Reads the first rows of a text table as an import would, and says what it would take them for. */
export function previewCsv({ path, choices, detected }: JobAsk<'preview'>): Result<JobAnswer<'preview'>> {
  return withPlan(
    path,
    choices,
    detected,
    (plan) => previewOnce(path, plan),
    () => [],
  )
}

function previewOnce(path: string, plan: TablePlan): Result<JobAnswer<'preview'>> {
  const file = basename(path)
  const rows = firstRows(path, plan)
  if (rows.length === 0) return failure('source-empty', messageOf('csv-no-rows', { file }))
  const begin = beginOfTable(rows, plan.choices)
  const body = rows.slice(begin.firstRow, begin.firstRow + typeSample)
  const width = Math.max(begin.names.length, ...body.slice(0, previewRows).map(({ fields }) => fields.length))
  if (width > mostColumns) return failure('source-csv', messageOf('csv-too-wide', { file, columns: width, most: mostColumns }))
  // rows with extra values have columns for them
  const names = [
    ...begin.names,
    ...Array.from({ length: width - begin.names.length }, (_, index) => `column_${begin.names.length + index + 1}`),
  ]
  const shown = names.slice(0, previewColumns)
  const { encoding, others, isSure } = plan
  return success({
    table: {
      encoding: encoding.label,
      otherEncodings: others.map(({ label }) => label),
      isSure,
      delimiter: delimiterSchema.parse(plan.delimiter),
      header: begin.hasHeader,
      above: begin.above,
      columns: shown.map((name, column) =>
        columnOf(
          name,
          body.map(({ fields }) => fields[column] ?? ''),
          plan,
        ),
      ),
      moreColumns: width - shown.length,
      rows: body.slice(0, previewRows).map(({ fields }) => shown.map((_, column) => shownValue(fields[column] ?? ''))),
    },
    detected: { encoding, others, isSure },
  })
}

function firstRows(path: string, plan: TablePlan): readonly PlacedRow[] {
  const found: PlacedRow[] = []
  for (const { rows, doneBytes } of tableRows(path, plan)) {
    for (const row of rows) found.push(row)
    if (found.length >= typeSample || doneBytes >= MOST_BYTES) break
  }
  return found
}

function columnOf(name: string, values: readonly string[], { choices }: TablePlan): TablePreview['columns'][number] {
  const chosen = kindChosen(choices, name)
  const profile = newProfile()
  for (const value of values) widen(profile, value)
  return {
    name,
    kind: chosen ?? kindOfType(typeOf(profile)),
    offered: profile.isLocal && profile.hasLocal ? offeredKind(values) : null,
    unlike: chosen === null ? 0 : values.filter((value) => readAs(chosen, value) === undefined).length,
  }
}

/** A value as a preview shows it: a long one is cut. */
export function shownValue(value: string): string {
  return value.length > previewCharacters ? `${value.slice(0, previewCharacters).replace(/[\ud800-\udbff]$/u, '')}…` : value
}
