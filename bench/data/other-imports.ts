import { execFile } from 'node:child_process'
import { createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { writeXlsxStream } from 'hucre/xlsx'

/** The time in ms in which SQLite's own command imports a CSV file, with all values as texts; null where there is no such command. */
export async function importedBySqlite(file: string, target: string): Promise<number | null> {
  const start = performance.now()
  try {
    await promisify(execFile)('sqlite3', [
      target,
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;',
      '.mode csv',
      `.import ${file} big`,
    ])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return performance.now() - start
}

/** Writes a workbook of so many rows of numbers, days and texts; gives its size in bytes. */
export async function writeBigWorkbook(file: string, rows: number): Promise<number> {
  function* all(): Generator<(string | number)[]> {
    yield ['id', 'hub', 'day', 'shipped', 'late_pct', 'note']
    for (let id = 0; id < rows; id += 1) {
      yield [id, `hub ${id % 97}`, `2026-11-${String((id % 28) + 1).padStart(2, '0')}`, id % 997, (id % 1000) / 8, `parcel ${id * 7919}`]
    }
  }
  await pipeline(Readable.from(writeXlsxStream(all(), { name: 'parcels' })), createWriteStream(file))
  return statSync(file).size
}
