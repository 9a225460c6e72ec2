import { readFileSync, statSync } from 'node:fs'
import { EncryptedFileError } from 'hucre'
import { readOds, streamOdsRows } from 'hucre/ods'
import { type CellValue, readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { longestSheetName } from '../../../shared/data/import-choices'
import { archiveParts, textOfPart } from './archive-parts'
import { mostPackedBytes, TableError, type TypedRow, type TypedTable, type TypedValue } from './typed-table'

/** The most that all parts of a workbook may unpack to: sheets are read row by row. */
const MOST_UNPACKED = 2_000_000_000
/** The most that a part may unpack to which is held in memory: texts, styles, and all of an ODS file. */
const MOST_HELD = 256_000_000
/** Where an ODF file lists its parts, and the most that this may unpack to. */
const MANIFEST = 'META-INF/manifest.xml'
const MOST_MANIFEST = 1_000_000
const SHEET_PART = /^xl\/worksheets\/[^/]+\.xml$/

/** A spreadsheet: its kind by what the archive holds; null where it is another archive. */
export interface Workbook {
  readonly kind: 'xlsx' | 'ods'
  readonly tables: readonly TypedTable[]
}

/** Opens a workbook. Throws `TableError`. */
export async function openWorkbook(path: string): Promise<Workbook | null> {
  const { size } = statSync(path)
  if (size > mostPackedBytes) throw new TableError({ kind: 'too-large', bytes: size, most: mostPackedBytes })
  const bytes = readFileSync(path)
  const kind = kindOfArchive(bytes)
  if (kind === null) return null
  return { kind, tables: await readable(() => (kind === 'xlsx' ? xlsxTables(bytes) : odsTables(bytes))) }
}

/** Looks at the directory of the archive; only the list of an ODS file's parts is unpacked. */
function kindOfArchive(bytes: Uint8Array): Workbook['kind'] | null {
  const parts = archiveParts(bytes)
  const names = new Set(parts.map(({ name }) => name))
  const manifest = parts.find(({ name, bytes: size }) => name === MANIFEST && size <= MOST_MANIFEST)
  // ODF 1.4 encrypts the file as one part, earlier versions each part by itself
  if (names.has('encrypted-package') || (manifest !== undefined && textOfPart(manifest).includes('encryption-data')))
    throw new TableError({ kind: 'encrypted' })
  const kind = names.has('xl/workbook.xml') ? 'xlsx' : names.has('content.xml') ? 'ods' : null
  const total = parts.reduce((sum, part) => sum + part.bytes, 0)
  if (total > MOST_UNPACKED) throw new TableError({ kind: 'too-large', bytes: total, most: MOST_UNPACKED })
  const held = parts.filter(({ name }) => kind === 'ods' || !SHEET_PART.test(name)).reduce((sum, part) => sum + part.bytes, 0)
  if (held > MOST_HELD) throw new TableError({ kind: 'too-large', bytes: held, most: MOST_HELD })
  return kind
}

async function xlsxTables(bytes: Uint8Array): Promise<readonly TypedTable[]> {
  const names: string[] = []
  await readXlsx(bytes, {
    sheets({ name }) {
      names.push(name.slice(0, longestSheetName))
      return false
    },
  })
  return names.map((name, sheet) => ({ name, names: null, rows: () => rowsOf(streamXlsxRows(bytes, { sheet })) }))
}

async function odsTables(bytes: Uint8Array): Promise<readonly TypedTable[]> {
  const { sheets } = await readOds(bytes, { maxRows: 1 })
  return sheets.map(({ name }, sheet) => ({
    name: name.slice(0, longestSheetName),
    names: null,
    rows: () => rowsOf(streamOdsRows(bytes, { sheets: [sheet] })),
  }))
}

async function* rowsOf(rows: AsyncIterable<{ readonly index: number; readonly values: readonly CellValue[] }>): AsyncGenerator<TypedRow> {
  const reader = rows[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await readable(() => reader.next())
      if (next.done === true) return
      const { index, values } = next.value
      yield { line: index + 1, values: values.map(plainValue) }
    }
  } finally {
    await reader.return?.()
  }
}

/** Dates as ISO 8601, without the time of day where it is midnight. */
function plainValue(value: CellValue): TypedValue {
  if (!(value instanceof Date)) return value === '' ? null : value
  if (Number.isNaN(value.getTime())) return null
  const [day = '', time = ''] = value
    .toISOString()
    .replace(/\.000Z$|Z$/u, '')
    .split('T')
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** What the reader throws, as a problem of the file. */
async function readable<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof EncryptedFileError) throw new TableError({ kind: 'encrypted' })
    if (error instanceof TableError) throw error
    throw new TableError({ kind: 'damaged' })
  }
}
