import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { importCsv } from '../../src/main/data/csv/import-csv'
import { detectedChoices, type ImportChoices } from '../../src/shared/data/import-choices'
import { modelText } from '../../src/shared/messages/message'
import { tempFolder } from './temp-folder'

/** What the import makes of a file: its columns with their types, its rows, and what was noticed about it. */
export function importedCsv(content: string | Uint8Array, name = 'people.csv', choices: Partial<ImportChoices> = {}) {
  const folder = tempFolder()
  const path = join(folder, name)
  writeFileSync(path, content)
  const target = join(folder, 'import.db')
  const result = importCsv({ path, target, table: 'people', choices: { ...detectedChoices, ...choices } }, () => undefined)
  if (!result.ok) return { problem: result.error.message, rows: [], columns: [], notes: [] }
  const database = new sqlite.Database(target, { readOnly: true })
  const columns = database
    .all('SELECT name, type FROM pragma_table_info(?)', ['people'])
    .map((row) => `${String(row.name)} ${String(row.type)}`)
  // an object puts integer keys first
  const list = columns.map((column, index) => `"${column.replace(/ [A-Z]+$/, '').replaceAll('"', '""')}" AS c${index}`).join(', ')
  const rows = database.all(`SELECT ${list} FROM people`).map((row) => columns.map((_, index) => row[`c${index}`]))
  database.close()
  return { problem: null, columns, rows, notes: result.value.notes.map(modelText) }
}
