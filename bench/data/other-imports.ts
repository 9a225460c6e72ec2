import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { writeXlsxStream } from 'hucre/xlsx'
import { z } from 'zod'

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

const DUCKDB_IMPORT = `
import { DuckDBInstance } from '@duckdb/node-api'
const [file, target] = process.argv.slice(-2)
const connection = await (await DuckDBInstance.create(target)).connect()
const start = performance.now()
await connection.run("CREATE TABLE big AS SELECT * FROM read_csv('" + file.replaceAll("'", "''") + "')")
await connection.run('CHECKPOINT')
console.log(JSON.stringify({ ms: performance.now() - start, peakMb: process.resourceUsage().maxRSS / 1000 }))
`
const duckDbSchema = z.strictObject({ ms: z.number(), peakMb: z.number() })

/**
 * The time in ms in which DuckDB imports a CSV file, and the memory of its process in MB. It is no dependency of this project, because
 * it weighs 70 MB: `PARLEY_BENCH_DUCKDB` names a folder in which `npm install @duckdb/node-api` was run; null without it.
 */
export async function importedByDuckDb(file: string, target: string): Promise<z.infer<typeof duckDbSchema> | null> {
  const { PARLEY_BENCH_DUCKDB: folder = '' } = process.env
  if (folder === '') return null
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', DUCKDB_IMPORT, '--', file, target], {
    cwd: folder,
  })
  return duckDbSchema.parse(JSON.parse(stdout))
}

/** Writes a workbook of so many rows of numbers, days and texts that hardly pack; gives its size in bytes. */
export async function writeBigWorkbook(file: string, rows: number): Promise<number> {
  function* all(): Generator<(string | number)[]> {
    yield ['id', 'hub', 'day', 'shipped', 'late_pct', 'note']
    for (let id = 0; id < rows; id += 1) {
      yield [
        id,
        `hub ${id % 97}`,
        `2026-11-${String((id % 28) + 1).padStart(2, '0')}`,
        id % 997,
        (id % 1000) / 8,
        createHash('sha512').update(String(id)).digest('base64'),
      ]
    }
  }
  await pipeline(Readable.from(writeXlsxStream(all(), { name: 'parcels' })), createWriteStream(file))
  return statSync(file).size
}
