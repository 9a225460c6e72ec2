import { rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Database } from 'node-sqlite3-wasm'
import type { ColumnKind } from '../../../shared/data/import-choices'
import { failure, type Result, success } from '../../../shared/lib/result'
import { type Message, messageOf } from '../../../shared/messages/message'
import { openDatabase } from '../sandbox/own-engine'
import type { JobAnswer, JobAsk } from '../worker/job'
import { kindChosen, readAs, typeOfKind } from './column-kinds'
import { type ColumnProfile, type CsvType, csvValue, newProfile, typeOf, widen } from './columns'
import { beginOfTable, OtherType, type PlacedRow, type TableBegin, type TablePlan, tableRows, withPlan } from './table-plan'
import { createTableWriter } from './table-writer'

/** The engine's limit of columns. */
export const mostColumns = 2_000
/** Rows that decide the types of columns. */
export const typeSample = 2_000
/** Columns that a note names at the most. */
const MOST_NAMED = 10

/** Progress of an import. */
export interface ImportProgress {
  readonly doneBytes: number
  readonly totalBytes: number
  readonly rows: number
}

/** What was found on the way; rows and lines are counted from 1. */
interface Found {
  rows: number
  short: number
  firstShort: number
  long: number
  firstLong: number
  /** lines above the table */
  above: number
  /** the name of the first column where the header had none for it */
  firstName: string | null
  /** names of columns whose values look like numbers and are kept as they are written */
  texts: readonly string[]
  /** the same of numbers as some country writes them */
  localNumbers: readonly string[]
  /** names of columns whose kind the user chose, and values in them that are of another */
  readonly chosen: string[]
  unlike: number
  firstUnlike: number
}

/**
 * Reads a text table into a new database, row by row: only a few rows are in memory at a time. Unreadable data ends the import with
 * its line, and the caller discards the database.
 */
export function importCsv(ask: JobAsk<'import'>, onProgress: (progress: ImportProgress) => void): Result<JobAnswer<'import'>> {
  return withPlan(
    ask.path,
    ask.choices,
    null,
    (plan) => importOnce(ask, plan, onProgress),
    (plan) => typesOfAll(ask.path, plan, onProgress),
  )
}

function importOnce(
  { path, target, table }: JobAsk<'import'>,
  plan: TablePlan,
  onProgress: (progress: ImportProgress) => void,
): Result<JobAnswer<'import'>> {
  const totalBytes = statSync(path).size
  const file = basename(path)
  // nothing of an earlier start stays
  for (const place of [target, `${target}.lock`]) rmSync(place, { recursive: true, force: true })
  const database = openDatabase(target)
  let taker: ReturnType<typeof createRowTaker> | null = null
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN')
    for (const { rows, doneBytes } of tableRows(path, plan)) {
      let first = 0
      if (taker === null) {
        if (rows.length === 0) continue
        const begin = beginOfTable(rows, plan.choices)
        if (begin.names.length > mostColumns)
          return failure('source-csv', messageOf('csv-too-wide', { file, columns: begin.names.length, most: mostColumns }))
        first = begin.firstRow
        taker = createRowTaker(database, table, begin, plan, rows.slice(first, first + typeSample))
      }
      for (let index = first; index < rows.length; index += 1) {
        const row = rows[index]
        if (row === undefined) continue
        if (row.fields.length > mostColumns)
          return failure(
            'source-csv',
            messageOf('csv-row-too-wide', { file, line: row.line, columns: row.fields.length, most: mostColumns }),
          )
        taker.take(row)
      }
      onProgress({ doneBytes, totalBytes, rows: taker.rows() })
    }
    if (taker === null) return failure('source-empty', messageOf(totalBytes === 0 ? 'csv-empty' : 'csv-no-rows', { file }))
    const { columns, found } = taker.end()
    database.exec('COMMIT')
    return success({ rows: found.rows, columns, notes: notesOf(plan, found) })
  } finally {
    taker?.drop()
    database.close()
  }
}

/** Writes rows into a table whose types are known, or follow from a sample. Throws `OtherType` where a value does not fit. */
function createRowTaker(
  database: Database,
  table: string,
  { names, above, isFirstUnnamed }: TableBegin,
  { types: known, choices }: TablePlan,
  sample: readonly PlacedRow[],
) {
  const profiles = names.map(newProfile)
  for (const { fields } of sample) for (const [column, profile] of profiles.entries()) widen(profile, fields[column] ?? '')
  const kinds: (ColumnKind | null)[] = names.map((name) => kindChosen(choices, name))
  const types = profiles.map((profile, column): ReturnType<typeof typeOfKind> => {
    const kind = kinds[column]
    return kind == null ? (known?.[column] ?? typeOf(profile)) : typeOfKind(kind)
  })
  const writer = createTableWriter(database, table, names, types)
  const found: Found = {
    rows: 0,
    short: 0,
    firstShort: 0,
    long: 0,
    firstLong: 0,
    above,
    firstName: isFirstUnnamed ? (names[0] ?? '') : null,
    texts: [],
    localNumbers: [],
    chosen: names.filter((_, column) => kinds[column] != null),
    unlike: 0,
    firstUnlike: 0,
  }

  function chosenValue(kind: ColumnKind, value: string, line: number): string | number | null {
    const read = readAs(kind, value)
    if (read !== undefined) return read
    found.unlike += 1
    found.firstUnlike ||= line
    return value
  }

  function cellValue(column: number, value: string, line: number): string | number | null {
    const kind = kinds[column]
    if (kind !== undefined && kind !== null) return chosenValue(kind, value, line)
    const type = types[column] ?? 'TEXT'
    const profile = profiles[column]
    if (profile !== undefined && (type !== 'TEXT' || profile.isNumeric || profile.isLocal)) {
      widen(profile, value)
      // a column of whole numbers keeps a fraction as it is
      if (known === null && type !== 'TEXT' && profile.type !== null && typeOf(profile) === 'TEXT') throw new OtherType('a column is text')
    }
    return csvValue(type === 'BOOLEAN' ? 'TEXT' : type, value)
  }

  return {
    rows: () => found.rows,
    take({ fields, line }: PlacedRow): void {
      if (fields.length < names.length) {
        found.short += 1
        found.firstShort ||= line
      } else if (fields.length > names.length) {
        found.long += 1
        found.firstLong ||= line
        while (writer.width() < fields.length) {
          writer.addColumn((name) => {
            const kind = kindChosen(choices, name)
            kinds.push(kind)
            if (kind !== null) found.chosen.push(name)
            const type = kind === null ? 'TEXT' : typeOfKind(kind)
            types.push(type)
            return type
          })
        }
      }
      writer.write(types.map((_, column) => cellValue(column, fields[column] ?? '', line)))
      found.rows += 1
    },
    end() {
      writer.end()
      const detected = names.flatMap((name, column) => {
        const profile = profiles[column]
        return profile === undefined || kinds[column] != null ? [] : [{ name, profile, type: types[column] }]
      })
      found.texts = detected.flatMap(({ name, profile, type }) =>
        profile.type !== null && profile.isNumeric && type === 'TEXT' ? [name] : [],
      )
      found.localNumbers = detected.flatMap(({ name, profile }) => (profile.isLocal && profile.hasLocal ? [name] : []))
      return { columns: writer.width(), found }
    },
    drop: writer.drop,
  }
}

/** The types of all columns by all values of a file. */
function typesOfAll(path: string, plan: TablePlan, onProgress: (progress: ImportProgress) => void): readonly CsvType[] {
  const totalBytes = statSync(path).size
  let profiles: ColumnProfile[] | null = null
  for (const { rows, doneBytes } of tableRows(path, plan)) {
    let first = 0
    if (profiles === null) {
      if (rows.length === 0) continue
      const begin = beginOfTable(rows, plan.choices)
      profiles = begin.names.map(newProfile)
      first = begin.firstRow
    }
    for (let index = first; index < rows.length; index += 1) {
      const fields = rows[index]?.fields ?? []
      for (const [column, profile] of profiles.entries()) widen(profile, fields[column] ?? '')
    }
    onProgress({ doneBytes, totalBytes, rows: 0 })
  }
  return profiles?.map(typeOf) ?? []
}

/** What was taken for granted, and what was mended on the way. */
function notesOf({ encoding, others, isSure, delimiter, choices }: TablePlan, found: Found): readonly Message[] {
  const notes: Message[] = []
  const { label } = encoding
  if (others.length > 0) notes.push(messageOf('csv-note-encodings', { encoding: label, others: others.map((one) => one.label).join(', ') }))
  else if (!isSure) notes.push(messageOf('csv-note-encoding-unsure', { encoding: label }))
  else if (label !== 'UTF-8') notes.push(messageOf('csv-note-encoding', { encoding: label }))
  if (delimiter !== ',' && delimiter !== '\t') notes.push(messageOf('csv-note-delimiter', { delimiter }))
  if (choices.header !== null) notes.push(messageOf(choices.header ? 'csv-note-header' : 'csv-note-no-header'))
  if (found.above > 0) notes.push(messageOf('csv-note-above', { lines: found.above }))
  if (found.texts.length > 0) notes.push(messageOf('csv-note-texts', { columns: found.texts.slice(0, MOST_NAMED).join(', ') }))
  if (found.localNumbers.length > 0)
    notes.push(messageOf('csv-note-local-numbers', { columns: found.localNumbers.slice(0, MOST_NAMED).join(', ') }))
  if (found.chosen.length > 0) notes.push(messageOf('csv-note-chosen', { columns: found.chosen.slice(0, MOST_NAMED).join(', ') }))
  if (found.unlike > 0) notes.push(messageOf('csv-note-unlike', { values: found.unlike, line: found.firstUnlike }))
  if (found.firstName !== null) notes.push(messageOf('csv-note-first-column', { column: found.firstName }))
  if (found.short > 0) notes.push(messageOf('csv-note-short', { rows: found.short, line: found.firstShort }))
  if (found.long > 0) notes.push(messageOf('csv-note-long', { rows: found.long, line: found.firstLong }))
  return notes
}
