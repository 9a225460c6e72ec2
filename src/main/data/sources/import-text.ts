import { rename, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { detectedChoices } from '../../../shared/data/import-choices'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { errorCode, isDiskFull } from '../../lib/files'
import type { Engine, JobLimits } from '../engine'
import type { TableFileKind } from './kind-of-file'
import { stampOf } from './stamp'
import type { Taken, TakeOverOrder } from './take-over'

/** As long as the disk needs. */
const IMPORT_TIMEOUT_MS = 6 * 60 * 60 * 1000
/** Even the slowest disk gives a piece in this time. */
const IMPORT_SILENT_MS = 5 * 60 * 1000

/** Reads a CSV or TSV file into a database with one table, with progress. */
export function importText(engine: Engine, path: string, order: TakeOverOrder): Promise<Result<Taken>> {
  return intoCopy(engine, path, order, async (target, limits) => {
    const table = tableName(basename(path))
    const choices = order.source.choices ?? detectedChoices
    const imported = await engine.run('import', { path, target, table, choices }, limits)
    if (!imported.ok) return imported
    const { rows, notes } = imported.value
    return success({ kind: 'csv' as const, tables: [{ name: table, rows }], notes: [...notes] })
  })
}

/** Reads the tables of a spreadsheet, of records or of a Parquet file into a database, with progress. */
export function importTables(engine: Engine, path: string, kind: TableFileKind, order: TakeOverOrder): Promise<Result<Taken>> {
  return intoCopy(engine, path, order, async (target, limits) => {
    const choices = order.source.choices ?? detectedChoices
    const imported = await engine.run('tables', { path, target, table: tableName(basename(path)), kind, choices }, limits)
    if (!imported.ok) return imported
    const { tables, notes } = imported.value
    return success({ ...imported.value, tables: [...tables], notes: [...notes] })
  })
}

/** The source gets the complete copy that `read` makes, or nothing: also where the file changes while it is read. */
async function intoCopy(
  engine: Engine,
  path: string,
  order: TakeOverOrder,
  read: (target: string, limits: JobLimits) => Promise<Result<Pick<Taken, 'kind' | 'tables' | 'notes'>>>,
): Promise<Result<Taken>> {
  const file = basename(path)
  const folder = await engine.openJobFolder()
  const target = join(folder.folder, 'import.db')
  try {
    const stamp = await stampOf([path])
    const taken = await read(target, {
      timeoutMs: IMPORT_TIMEOUT_MS,
      silentMs: IMPORT_SILENT_MS,
      signal: order.signal,
      onProgress: (progress) => order.onProgress({ kind: 'importing', phase: 'reading', ...progress }),
    })
    if (!taken.ok)
      return taken.error.code === 'sql-timeout'
        ? failure('source-unreadable', messageOf('source-unreadable', { file, code: 'ETIMEDOUT' }))
        : taken
    if ((await stampOf([path])) !== stamp) return failure('source-changing', messageOf('source-changing', { file }))
    await rename(target, order.target)
    const { size: bytes } = await stat(path)
    return success({ ...taken.value, bytes, stamp })
  } catch (error) {
    order.signal.throwIfAborted()
    const code = errorCode(error)
    if (isDiskFull(code)) return failure('source-disk-full', messageOf('source-disk-full', { file }))
    return failure('source-unreadable', messageOf('source-unreadable', { file, code }))
  } finally {
    await folder.clear()
  }
}

/** The table has the name of the file, in characters that need no quotes. */
function tableName(file: string): string {
  const name = basename(file, extname(file))
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_]+/gu, '_')
    .replace(/^_+|_+$/gu, '')
    .slice(0, 60)
  return name === '' || /^\d/u.test(name) || /^sqlite_/iu.test(name) ? `table_${name}` : name
}
