import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { kindOfFile, type TableFileKind } from '../../src/main/data/sources/kind-of-file'
import { importTables } from '../../src/main/data/tables/import-tables'
import { detectedChoices, type ImportChoices } from '../../src/shared/data/import-choices'
import { modelText } from '../../src/shared/messages/message'
import { tempFolder } from './temp-folder'

/** A file of `tests/fixtures/tables`. */
export function tableFixture(name: string): Buffer {
  return readFileSync(join('tests/fixtures/tables', name))
}

interface ImportedTables {
  readonly problem: string | null
  readonly kind?: string
  readonly notes?: readonly string[]
  readonly tables: Readonly<Record<string, { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] }>>
}

/** What the import makes of a file: each table with its columns and rows, or why there are none. */
export async function importedTables(
  name: string,
  content: string | Uint8Array,
  choices: Partial<ImportChoices> = {},
): Promise<ImportedTables> {
  const path = join(tempFolder(), basename(name))
  writeFileSync(path, content)
  const kind = await kindOfFile(path)
  const isTable = (given: typeof kind): given is TableFileKind => given === 'archive' || given === 'json' || given === 'parquet'
  if (!isTable(kind)) throw new Error(`not one of these kinds: ${JSON.stringify(kind)}`)
  const target = join(tempFolder(), 'import.db')
  const result = await importTables({ path, target, table: 'table_1', kind, choices: { ...detectedChoices, ...choices } }, () => undefined)
  if (!result.ok) return { problem: result.error.message, tables: {} }
  const database = new sqlite.Database(target, { readOnly: true })
  const tables = Object.fromEntries(
    result.value.tables.map(({ name: table, rows: count }) => {
      const columns = database.all('SELECT name, type FROM pragma_table_info(?)', [table]).map((row) => `${row.name} ${row.type}`)
      const list = columns.map((column, index) => `"${column.replace(/ [A-Z]+$/, '').replaceAll('"', '""')}" AS c${index}`).join(', ')
      const rows = database.all(`SELECT ${list} FROM "${table}"`).map((row) => columns.map((_, index) => row[`c${index}`]))
      if (rows.length !== count) throw new Error(`${table} has ${rows.length} rows and not ${count}`)
      return [table, { columns, rows }]
    }),
  )
  database.close()
  return { problem: null, kind: result.value.kind, tables, notes: result.value.notes.map(modelText) }
}
